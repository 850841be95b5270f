import { tell } from "../events";
import { slide } from "../slide";

/** Methods of payment and their boxes: contract "woocommerce", sections 9.1 and 12. */

const METHODS = "input[name='payment_method']";
/** Duration of opening a box, in milliseconds. */
const SLIDE = 230;

export function startPayment(form: HTMLElement): void {
	form.addEventListener("change", ({ target }) => {
		if (target instanceof HTMLInputElement && target.matches(METHODS)) {
			choose(form, target);
		}
	});
	drawPayment(form);
}

/** Draws the methods that are there; also after the server has sent them anew. */
export function drawPayment(form: HTMLElement): void {
	const methods = [...form.querySelectorAll<HTMLInputElement>(METHODS)];
	const [only, ...others] = methods;
	// Where there is no choice there is no button for it.
	if (only && others.length === 0) only.style.display = "none";
	const chosen = methods.find(({ checked }) => checked) ?? only;
	if (!chosen) return;
	chosen.checked = true;
	for (const box of boxesOf(form)) {
		box.style.display = isBoxOf(box, chosen) ? "" : "none";
		if (!box.getAttribute("style")) box.removeAttribute("style");
	}
	nameButton(form, chosen);
	tell("payment_method_selected");
}

function choose(form: HTMLElement, method: HTMLInputElement): void {
	for (const box of boxesOf(form)) {
		slide(box, isBoxOf(box, method), SLIDE);
	}
	nameButton(form, method);
	tell("payment_method_selected");
}

const boxesOf = (form: HTMLElement) =>
	form.querySelectorAll<HTMLElement>("div.payment_box");

const isBoxOf = (box: Element, { value }: HTMLInputElement) =>
	box.classList.contains(`payment_method_${value}`);

/** The button says what the method has for it, else what it said at first. */
function nameButton(form: HTMLElement, { dataset }: HTMLInputElement): void {
	const button = form.querySelector<HTMLElement>("#place_order");
	const text = dataset.order_button_text || button?.dataset.value;
	if (button && text && button.textContent !== text) button.textContent = text;
}

export const methodOf = (form: ParentNode): string =>
	form.querySelector<HTMLInputElement>(`${METHODS}:checked`)?.value ?? "";
