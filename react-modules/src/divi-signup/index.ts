import { captchaToken } from "../divi/captcha";
import { convert } from "../divi/conversion";
import { checkFields, isHtmlEmail, tellCheckbox } from "../divi/form-check";
import { diviText } from "../divi/legacy";
import { forgetMessages, showMessages } from "../divi/messages";
import { bodyOf, redirectOf } from "./request";

/** The signup form of the page builder (contract "divi-client", section 6.25), and the login form's conversion. */

const BUTTON = ".et_pb_newsletter_button";
const LOGIN = ".et_pb_login_form";
const ERROR = "et_pb_signup_error";

export function mount(element: Element): void {
	const root = element as HTMLElement;
	const submit = () => {
		if (feedburner()) return;
		signUp(root);
	};
	root.addEventListener("click", (event) => {
		const button = (event.target as Element).closest(BUTTON);
		if (!button) return;
		// The browser submits the login form.
		if (button.closest(LOGIN)) return convert(root);
		event.preventDefault();
		submit();
	});
	root.addEventListener("keydown", (event) => {
		const { target } = event;
		if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return;
		if (target.closest(LOGIN)) return;
		event.preventDefault();
		submit();
	});
	root.addEventListener("change", ({ target }) => tellCheckbox(target));
}

/** A page with a feed's form opens that service's window, whichever form was meant. */
function feedburner(): boolean {
	const form = document.querySelector(".et_pb_feedburner_form");
	if (!form) return false;
	const uri = form.querySelector<HTMLInputElement>('input[name="uri"]');
	window.open(
		`https://feedburner.google.com/fb/a/mailverify?uri=${uri?.value ?? ""}`,
		"et-feedburner-subscribe",
		"scrollbars=yes,width=550,height=520",
	);
	return true;
}

/** What must be there before custom fields are looked at. */
function hasPerson(root: Element): boolean {
	let isFine = true;
	const look = (name: string, isRight: (value: string) => boolean) => {
		const input = root.querySelector<HTMLInputElement>(
			`input[name="et_pb_signup_${name}"]`,
		);
		if (!input) return;
		const isGood = isRight(input.value.trim());
		input.classList.toggle(ERROR, !isGood);
		if (isGood) input.removeAttribute("aria-invalid");
		else input.setAttribute("aria-invalid", "true");
		isFine &&= isGood;
	};
	look("firstname", (value) => value !== "");
	look("lastname", (value) => value !== "");
	look("email", isHtmlEmail);
	return isFine;
}

async function signUp(root: HTMLElement): Promise<void> {
	const form = root.querySelector("form");
	if (form && !form.reportValidity()) return;
	const box = root.querySelector<HTMLElement>(".et_pb_newsletter_error");
	if (box) box.style.display = "none";
	if (!hasPerson(root)) return;
	const check = checkFields(
		[...root.querySelectorAll(".et_pb_signup_custom_field")],
		isHtmlEmail,
	);
	const isWrong = check.missing.length + check.invalid.length > 0;
	if (box && isWrong) box.style.display = "block";
	if (box) showMessages(box, check);
	if (isWrong) return;
	await send(root, check.hidden);
}

interface Answer {
	readonly error?: unknown;
	readonly success?: unknown;
}

async function send(root: HTMLElement, hidden: readonly string[]) {
	const list = root.querySelector<HTMLInputElement>(
		'input[name="et_pb_signup_list_id"]',
	);
	const token = await captchaToken(
		root,
		`Divi/Module/EmailOptin/List/${list?.value ?? ""}`,
	);
	const body = bodyOf(root, token, hidden);
	const isDone = wait(root);
	let answer: Answer | undefined;
	let isEmpty = false;
	try {
		const response = await fetch(diviText("ajaxurl"), {
			method: "POST",
			body,
			headers: { "X-Requested-With": "XMLHttpRequest" },
			credentials: "same-origin",
		});
		const text = await response.text();
		isEmpty = response.ok && text === "";
		if (response.ok && text) answer = JSON.parse(text) as Answer;
	} catch {
		// Shown as a failure below.
	}
	isDone();
	if (answer?.error) fail(root, String(answer.error));
	else if (answer?.success) succeed(root);
	// An answer without a word is no answer: the theme's script says nothing either.
	else if (!isEmpty) fail(root, diviText("subscription_failed"));
}

/** Shows the button's loading state; returns a function that ends it. */
function wait(root: Element): () => void {
	const button = root.querySelector(BUTTON);
	const loader = root.querySelector<HTMLElement>(".et_subscribe_loader");
	button?.classList.add("et_pb_button_text_loading");
	if (loader) loader.style.display = "inline";
	return () => {
		button?.classList.remove("et_pb_button_text_loading");
		if (loader) loader.style.display = "none";
	};
}

function fail(root: Element, text: string): void {
	const box = root.querySelector<HTMLElement>(".et_pb_newsletter_error");
	if (!box) return;
	forgetMessages(box);
	box.textContent = text;
	box.style.display = "block";
}

function succeed(root: HTMLElement): void {
	convert(root);
	if (root.dataset.redirect_url) {
		location.href = redirectOf(root);
		return;
	}
	const fields = root.querySelector<HTMLElement>(".et_pb_newsletter_fields");
	const message = root.querySelector<HTMLElement>(".et_pb_newsletter_success");
	if (fields) fields.style.display = "none";
	// Screen readers announce the response.
	message?.setAttribute("role", "status");
	if (message) message.style.display = "block";
}
