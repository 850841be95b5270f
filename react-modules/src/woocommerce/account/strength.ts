import { isOn, paramsOf, textOf } from "../params";

/** How strong a new password is, as the visitor types it: contract "woocommerce", section 11. */

const PARAMS = "wc_password_strength_meter_params";
const ID = "wc-password-strength";
/** From a keystroke to the text, in milliseconds: it is read out. */
const PAUSE = 300;
const CLASSES = ["short", "short", "bad", "good", "strong"] as const;

/** Bits that a password must have for each further step. */
const STEPS = [20, 35, 50, 65];

/** From 0 to 4, by the kinds of characters and how many of them are not foreseeable. */
export function strengthOf(password: string): number {
	const kinds = [
		[/\p{Ll}/u, 26],
		[/\p{Lu}/u, 26],
		[/\p{Nd}/u, 10],
		[/[^\p{L}\p{Nd}]/u, 33],
	] as const;
	const pool = kinds.reduce(
		(sum, [kind, size]) => sum + (kind.test(password) ? size : 0),
		0,
	);
	const characters = [...password.toLowerCase()];
	const codes = characters.map((character) => character.codePointAt(0) ?? 0);
	// A repeated character, or the next one of a row such as "abc" or "321", adds little.
	const isForeseen = (code: number, n: number) => {
		const before = codes[n - 1];
		return before !== undefined && Math.abs(code - before) <= 1;
	};
	// Letters in a row are a word, half of which says the rest.
	const words = password.match(/\p{L}{4,}/gu) ?? [];
	const letters = words.reduce((sum, word) => sum + word.length, 0);
	const unforeseen = codes.filter((code, n) => !isForeseen(code, n)).length;
	const length = Math.min(unforeseen, new Set(characters).size * 2);
	const bits = (length - letters / 2) * Math.log2(Math.max(pool, 1));
	return STEPS.filter((step) => bits >= step).length;
}

export function startStrength(field: HTMLInputElement): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	field.addEventListener("input", () => {
		clearTimeout(timer);
		timer = setTimeout(() => show(field), PAUSE);
	});
}

function show(field: HTMLInputElement): void {
	const form = field.form ?? document;
	const around = field.closest(".password-input") ?? field;
	const next = around.nextElementSibling;
	const known = next?.id === ID ? next : undefined;
	const hint = known?.nextElementSibling?.matches(".woocommerce-password-hint")
		? known.nextElementSibling
		: undefined;
	const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
	if (field.value === "") {
		known?.remove();
		hint?.remove();
		field.removeAttribute("aria-describedby");
		if (button) stop(button, false);
		return;
	}
	const strength = strengthOf(field.value);
	const least = Number(textOf(PARAMS, "min_password_strength") || 3);
	const isWeak = strength < least;
	const meter = known ?? document.createElement("div");
	if (!known) {
		meter.id = ID;
		meter.setAttribute("aria-live", "polite");
		around.after(meter);
		field.setAttribute("aria-describedby", ID);
	}
	const name = CLASSES[strength] ?? "short";
	meter.className = `woocommerce-password-strength ${name}`;
	const error = textOf(PARAMS, "i18n_password_error");
	meter.textContent = `${nameOf(name)}${isWeak && error ? ` - ${error}` : ""}`;
	if (isWeak && !hint) meter.after(hintOf());
	if (!isWeak) hint?.remove();
	if (button) stop(button, isWeak);
}

/** What the page calls the steps; the texts are those of WordPress's own meter. */
function nameOf(name: string): string {
	const text = paramsOf("pwsL10n")?.[name];
	return typeof text === "string" ? text : name;
}

function hintOf(): HTMLElement {
	const hint = document.createElement("small");
	hint.className = "woocommerce-password-hint";
	hint.textContent = textOf(PARAMS, "i18n_password_hint");
	return hint;
}

/** A site may refuse weak passwords; buying is stopped only where it says so. */
function stop(button: HTMLButtonElement, isStopped: boolean): void {
	const isCheckout = button.closest("form.checkout") !== null;
	if (isCheckout && !isOn(PARAMS, "stop_checkout")) return;
	button.disabled = isStopped;
	button.classList.toggle("disabled", isStopped);
}
