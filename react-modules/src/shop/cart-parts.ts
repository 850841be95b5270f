import { on } from "../runtime/events";

const TOTALS = ".et_pb_wc_cart_totals";

/**
 * The cart's parts after the shop drew them anew (contracts "divi-client", section 6.30, and "woocommerce", section 15.4):
 * each once, no notice that waits for its entrance, and no totals of an empty cart.
 */
export function startCartParts(): void {
	on(document.body, "updated_wc_div", () => {
		keepFirst(".woocommerce", ".woocommerce-cart-form");
		keepFirst(TOTALS, ".cart_totals");
		for (const notice of document.querySelectorAll(
			".et_pb_wc_cart_notice.et_animated",
		)) {
			notice.classList.remove("et_animated");
		}
	});
	on(document.body, "wc_cart_emptied", () => {
		for (const totals of document.querySelectorAll<HTMLElement>(TOTALS)) {
			totals.style.display = "none";
		}
	});
}

/** The shop puts what it was answered into each place that had one: a place with two keeps its first. */
function keepFirst(place: string, part: string): void {
	const seen = new Set<Element | null>();
	for (const each of document.querySelectorAll(`${place} ${part}`)) {
		const root = each.closest(place);
		if (seen.has(root)) each.remove();
		seen.add(root);
	}
}
