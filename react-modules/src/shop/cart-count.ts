import { setText } from "../runtime/changes";
import { on } from "../runtime/events";

declare global {
	interface Window {
		DIVI?: { readonly item_count?: string; readonly items_count?: string };
	}
}

/** Where screen readers are told of the cart; made with the page's chrome. */
const REGION = ".widget_shopping_cart_live_region";

const LINK = "#et-secondary-menu a.et-cart-info";
const TABLE = ".shop_table.cart";

/**
 * The number of things in the cart that the top bar says, where there are both when the page starts (contracts
 * "divi-client", section 2.9, and "woocommerce", section 15.1). The main menu's link has no number.
 */
export function startCartCount(): void {
	const hasBoth = [LINK, TABLE].every((part) => document.querySelector(part));
	if (hasBoth) on(document.body, "updated_wc_div", count);
}

function count(): void {
	const inputs = document.querySelectorAll<HTMLInputElement>(
		`${TABLE} .product-quantity input`,
	);
	let sum = 0;
	for (const { value } of inputs) sum += Number.parseInt(value, 10) || 0;
	const { item_count: one, items_count: many } = window.DIVI ?? {};
	const text = (sum === 1 ? one : many)?.replace("%d", String(sum));
	if (!text) return;
	for (const span of document.querySelectorAll(`${LINK} span`)) {
		span.textContent = text;
	}
	setText(document.querySelector(REGION), text);
}
