import { captchaToken } from "../divi/captcha";
import { convert } from "../divi/conversion";
import { type Check, checkFields, tellCheckbox } from "../divi/form-check";
import { diviText } from "../divi/legacy";
import { forgetMessages, showMessages } from "../divi/messages";
import { report } from "../runtime/report";
import { fadeTo } from "../runtime/tween";
import { checkSum } from "./sum";

/**
 * The page builder's contact form (contract "divi-client", section 6.23): checked in the page, sent without leaving it.
 * The listener is the root's, so that the form of an answer with errors is sent in the page too.
 */
const NAME = "divi-contact-form";
const BOX = ".et-pb-contact-message";
const FADE = 200;

export function mount(element: Element): void {
	const root = element as HTMLElement;
	let isSent = false;
	root.addEventListener("submit", async (event) => {
		const form = event.target;
		if (!(form instanceof HTMLFormElement)) return;
		event.preventDefault();
		if (isSent) return;
		const check = look(root, form);
		if (!check) return;
		isSent = true;
		try {
			isSent = await send(root, form, check);
		} catch (error) {
			isSent = false;
			report(NAME, "could not send", error);
			fadeTo(root, 1, FADE);
		}
	});
	root.addEventListener("change", ({ target }) => tellCheckbox(target));
}

/** Shows the errors; returns the check when there are none. */
function look(root: HTMLElement, form: HTMLFormElement): Check | undefined {
	const check = checkFields([form]);
	const sum = checkSum(form);
	const all = sum
		? {
				...check,
				invalid: [...check.invalid, diviText("wrong_captcha")],
				failing: check.failing,
			}
		: check;
	const box = root.querySelector(BOX);
	const isShown = box ? showMessages(box, all) : Promise.resolve();
	if (all.missing.length === 0 && all.invalid.length === 0) return check;
	const parallax = root
		.closest(".et_pb_section_parallax")
		?.querySelector(".et_parallax_bg:not(.et_pb_parallax_css)");
	// The messages make the section higher.
	if (parallax) isShown.then(() => window.dispatchEvent(new Event("resize")));
	return undefined;
}

/** Resolves to whether the server accepted the form. */
async function send(
	root: HTMLElement,
	form: HTMLFormElement,
	{ fields, hidden }: Check,
): Promise<boolean> {
	const number = root.dataset.form_unique_num ?? "0";
	const token = await captchaToken(root, `Divi/Module/ContactForm/${number}`);
	const body = new URLSearchParams(
		[...new FormData(form)].filter(
			(entry): entry is [string, string] => typeof entry[1] === "string",
		),
	);
	body.append(`et_pb_contact_email_fields_${number}`, JSON.stringify(fields));
	body.append("token", token);
	if (hidden.length > 0) {
		body.append(
			`et_pb_contact_email_hidden_fields_${number}`,
			JSON.stringify(hidden),
		);
	}
	root.classList.remove("et_animated");
	root.removeAttribute("style");
	await new Promise<void>((done) => fadeTo(root, 0.2, FADE, done));
	const answer = await fetch(form.action, {
		method: "POST",
		body,
		headers: { "X-Requested-With": "XMLHttpRequest" },
		credentials: "same-origin",
	});
	const isTaken = replace(root, await answer.text());
	await new Promise<void>((done) => fadeTo(root, 1, FADE, done));
	if (!isTaken || !answer.ok) return false;
	convert(root);
	const { redirect_url } = root.dataset;
	if (redirect_url) location.href = redirect_url;
	return true;
}

/** Replaces the form's content by the response's; returns whether the server accepted the form. */
function replace(root: HTMLElement, html: string): boolean {
	const page = new DOMParser().parseFromString(html, "text/html");
	const fresh = root.id ? page.getElementById(root.id) : null;
	if (!fresh) return !page.querySelector(".et_pb_contact_error_text");
	const box = root.querySelector(BOX);
	if (box) forgetMessages(box);
	// Screen readers announce the response.
	fresh.querySelector(BOX)?.setAttribute("role", "alert");
	root.replaceChildren(...document.adoptNode(fresh).childNodes);
	return !root.querySelector(".et_pb_contact_error_text");
}
