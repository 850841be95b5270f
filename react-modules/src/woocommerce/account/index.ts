import { paramsOf, textOf } from "../params";
import { startStrength } from "./strength";

/** Passwords in forms of the shop: contract "woocommerce", section 11. */

const PARAMS = "woocommerce_params";
const BUTTON = "show-password-input";
const SHOWN = "display-password";
/** Fields of a new password. */
const NEW = "#reg_password, #account_password, #password_1";

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (!(element instanceof HTMLInputElement) || mounted.has(element)) return;
	mounted.add(element);
	addToggle(element);
	const hasStrength = paramsOf("wc_password_strength_meter_params");
	if (hasStrength && element.matches(NEW)) startStrength(element);
}

/** A button that shows what is typed, beside the field in an element around both. */
function addToggle(field: HTMLInputElement): void {
	const around = aroundOf(field);
	if (around.querySelector(`.${BUTTON}`)) return;
	around.classList.add("password-input");
	const button = document.createElement("button");
	button.type = "button";
	button.className = BUTTON;
	const name = (isShown: boolean) =>
		button.setAttribute(
			"aria-label",
			textOf(PARAMS, isShown ? "i18n_password_hide" : "i18n_password_show"),
		);
	name(false);
	if (field.id) button.setAttribute("aria-describedby", field.id);
	button.addEventListener("click", () => {
		const isShown = button.classList.toggle(SHOWN);
		field.type = isShown ? "text" : "password";
		name(isShown);
		field.focus();
	});
	around.append(button);
}

/** The element around a field alone; made where there is none. */
function aroundOf(field: HTMLInputElement): HTMLElement {
	const { parentElement: parent } = field;
	if (parent?.localName === "span") return parent;
	const around = document.createElement("span");
	const hadFocus = field === document.activeElement;
	field.before(around);
	around.append(field);
	if (hadFocus) field.focus();
	return around;
}
