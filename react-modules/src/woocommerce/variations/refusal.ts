import { textOf } from "../params";
import { UNAVAILABLE, UNCHOSEN } from "./view";

/** Why a product cannot be added yet, at the attributes that are missing: contract "woocommerce", sections 6.4 and 11. */

const PARAMS = "wc_add_to_cart_variation_params";
const MESSAGE = "wc-variation-message";

/** Stops the button while it cannot add, and says why. */
export function refuse(
	event: Event,
	form: HTMLFormElement,
	selects: readonly HTMLSelectElement[],
): void {
	const button = form.querySelector(".single_add_to_cart_button.disabled");
	if (!button) return;
	event.preventDefault();
	clearRefusal(form, selects);
	const isUnavailable = button.classList.contains(UNAVAILABLE);
	if (!isUnavailable && !button.classList.contains(UNCHOSEN)) return;
	const name = isUnavailable
		? "i18n_unavailable_text"
		: "i18n_make_a_selection_text";
	const message = document.createElement("p");
	message.className = `${MESSAGE} woocommerce-error`;
	message.id = `${MESSAGE}-${form.dataset.product_id ?? ""}`;
	message.setAttribute("role", "alert");
	message.textContent = textOf(PARAMS, name);
	const place = form.querySelector(".single_variation_wrap");
	if (place) place.before(message);
	else form.append(message);
	const empty = selects.filter(({ value }) => value === "");
	for (const select of empty) {
		select.setAttribute("aria-invalid", "true");
		select.setAttribute("aria-describedby", message.id);
	}
	empty[0]?.focus();
}

export function clearRefusal(
	form: Element,
	selects: readonly HTMLSelectElement[],
): void {
	form.querySelector(`.${MESSAGE}`)?.remove();
	for (const select of selects) {
		select.removeAttribute("aria-invalid");
		select.removeAttribute("aria-describedby");
	}
}
