import type { FormHandle } from "./handle";
import type { Feedback } from "./rest";
import { reset } from "./submit";

/** Listens to a form until the signal aborts: contract "contact-form-7", sections 20.1, 20.5 and 20.6. */
export function listen(handle: FormHandle, signal: AbortSignal): void {
	const { form, store } = handle;
	const on = <Kind extends Event>(type: string, call: (event: Kind) => void) =>
		form.addEventListener(type, call as (event: Event) => void, { signal });
	const readControls = () => store.dispatch({ type: "controls" });
	on<SubmitEvent>("submit", (event) => {
		event.preventDefault();
		// Through the global, because reCAPTCHA and others wrap it.
		window.wpcf7?.submit(form, { submitter: event.submitter });
	});
	on("reset", () => {
		reset(handle);
		// The controls have their first values when the event is over.
		queueMicrotask(readControls);
	});
	on("change", ({ target }) => {
		if (!(target instanceof HTMLInputElement)) return;
		if (target.matches(".wpcf7-validates-as-url")) completeUrl(target);
		keepExclusive(target);
	});
	on("change", readControls);
	on("change", ({ target }) => {
		if (target instanceof Element && target.closest(".wpcf7-form-control")) {
			window.wpcf7?.validate(form, { target });
		}
	});
	// On back navigation the browser restores the controls after the scripts have started.
	window.addEventListener("pageshow", readControls, { signal });
	on("keyup", readControls);
	on("input", readControls);
	on<CustomEvent>("wpcf7submit", ({ detail }) => refill(handle, detail));
	on<CustomEvent>("wpcf7reset", ({ detail }) => {
		refill(handle, detail);
		readControls();
	});
	on<CustomEvent>("wpcf7statuschanged", ({ detail }) => {
		setInert(form, detail?.status);
	});
}

function completeUrl(control: HTMLInputElement): void {
	const text = control.value.trim();
	const isComplete = /^[a-z][a-z0-9.+-]*:/i.test(text) || !text.includes(".");
	control.value =
		text && !isComplete ? `http://${text.replace(/^\/+/, "")}` : text;
}

function keepExclusive(changed: HTMLInputElement): void {
	const group = changed.closest(".wpcf7-exclusive-checkbox");
	if (!group || changed.type !== "checkbox") return;
	for (const other of group.querySelectorAll<HTMLInputElement>(
		'input[type="checkbox"]',
	)) {
		if (other !== changed && other.name === changed.name) other.checked = false;
	}
}

/** An answer may bring a fresh captcha or quiz: each can be used once. */
function refill(
	{ form, store }: FormHandle,
	detail?: { apiResponse?: Partial<Feedback> | null },
): void {
	const { captcha, quiz } = detail?.apiResponse ?? {};
	if (!captcha && !quiz) return;
	const questions: Record<string, string> = {};
	const set = (name: string, value: string) => {
		for (const input of form.querySelectorAll("input")) {
			if (input.name === name) input.value = value;
		}
	};
	for (const [field, url] of Object.entries(captcha ?? {})) {
		set(field, "");
		const number = /([0-9]+)\.(?:png|gif|jpeg)$/.exec(url);
		if (number?.[1]) set(`_wpcf7_captcha_challenge_${field}`, number[1]);
	}
	for (const [field, [question, answer]] of Object.entries(quiz ?? {})) {
		set(field, "");
		set(`_wpcf7_quiz_answer_${field}`, answer);
		questions[field] = question;
	}
	store.dispatch({ type: "refill", questions, captchas: captcha ?? {} });
}

/** `inert-on-{status}`: such parts cannot be used while the form has that status. */
function setInert(form: Element, status: string): void {
	for (const element of form.querySelectorAll(".active-on-any")) {
		element.removeAttribute("inert");
		element.classList.remove("active-on-any");
	}
	for (const element of form.querySelectorAll(
		`.inert-on-${CSS.escape(String(status))}`,
	)) {
		element.setAttribute("inert", "inert");
		element.classList.add("active-on-any");
	}
}
