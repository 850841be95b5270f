import { documentOf } from "./markup";

/** A coupon's error under its field, tied to it: contract "woocommerce", section 12. */

const ID = "coupon-error-notice";

/** The text of the notices of an answer. */
export function textOfNotices(html: string): string {
	const { body } = documentOf(html);
	return body.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

export function showCouponError(field: HTMLInputElement, text: string): void {
	clearCouponError(field);
	const error = document.createElement("p");
	error.id = ID;
	error.className = ID;
	error.setAttribute("role", "alert");
	error.textContent = text;
	field.after(error);
	field.classList.add("has-error");
	field.setAttribute("aria-invalid", "true");
	field.setAttribute("aria-describedby", ID);
}

export function clearCouponError(field: HTMLInputElement): void {
	field.parentElement?.querySelector(`#${ID}`)?.remove();
	field.classList.remove("has-error");
	field.removeAttribute("aria-invalid");
	field.removeAttribute("aria-describedby");
}

/** The text of the error that stands under the field now. */
export const couponErrorOf = (field: HTMLInputElement | null): string =>
	field?.parentElement?.querySelector(`#${ID}`)?.textContent ?? "";
