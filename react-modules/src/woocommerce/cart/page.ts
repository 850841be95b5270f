import { couponErrorOf, showCouponError } from "../coupon-error";
import { tell } from "../events";
import { keepFocus } from "../focus";
import { documentOf, nodesOf } from "../markup";
import { reload } from "../navigation";
import { noticesOf, removeNotices, showNotices } from "../notices";

/** The cart's parts from an answer, which is always the whole page: contract "woocommerce", section 12. */

export const FORM = ".woocommerce-cart-form";
export const TOTALS = ".cart_totals";
const CONTENTS = ".woocommerce-cart-form__contents";
const EMPTY = ".wc-empty-cart-message";
const UPDATE = `${FORM} [name="update_cart"]`;

export const couponField = (): HTMLInputElement | null =>
	document.querySelector<HTMLInputElement>(`${FORM} #coupon_code`);

/** The update button works only when there is something to update. */
export function setUpdatable(isUpdatable: boolean): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>(UPDATE)) {
		button.disabled = !isUpdatable;
	}
}

/**
 * Replaces the cart's form, totals and notices by those of an answer, and tells of it. `keepsNotices` is of answers that
 * follow another one, whose notices the visitor is to read.
 */
export function replaceCart(html: string, keepsNotices = false): void {
	// Nothing to replace: the cart was emptied here, and has something again.
	if (!document.querySelector(FORM)) {
		reload();
		return;
	}
	const page = documentOf(html);
	const form = page.querySelector(FORM);
	if (!keepsNotices) removeNotices();
	if (form) replaceParts(page, form);
	else if (!showEmpty(page)) {
		reload();
		return;
	}
	tell("updated_wc_div");
}

function replaceParts(page: Document, form: Element): void {
	const notices = noticesOf(page).map((notice) => document.adoptNode(notice));
	const error = couponErrorOf(couponField());
	const code = couponField()?.value ?? "";
	keepFocus(FORM, () => {
		for (const old of document.querySelectorAll(FORM)) {
			old.replaceWith(nodesOf(form.outerHTML));
		}
		setUpdatable(false);
		const field = couponField();
		if (error && field) {
			field.value = code;
			showCouponError(field, error);
		}
	});
	showNotices(notices);
	const totals = page.querySelector(TOTALS);
	if (totals) replaceTotals(totals.outerHTML);
}

/** Replaces the block of totals by an answer's. */
export function replaceTotals(html: string): void {
	keepFocus(TOTALS, () => {
		for (const old of document.querySelectorAll(TOTALS)) {
			old.replaceWith(nodesOf(html.trim()));
		}
	});
	tell("updated_cart_totals");
}

/** The emptied cart in the place of the element that holds the form; false when the answer has none. */
function showEmpty(page: Document): boolean {
	// The checkout on the same page has nothing to sell any more.
	if (document.querySelector(".woocommerce-checkout")) return false;
	const empty = page.querySelector(EMPTY)?.closest(".woocommerce");
	const old = document.querySelector(CONTENTS)?.closest(".woocommerce");
	if (!empty || !old) return false;
	const notices = noticesOf(page);
	const shown = document.adoptNode(empty);
	old.replaceWith(shown);
	showNotices(
		notices.map((notice) => document.adoptNode(notice)),
		EMPTY,
	);
	tell("wc_cart_emptied");
	return true;
}
