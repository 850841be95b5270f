import { hear } from "../events";
import { enhance } from "./closed";

/**
 * Lists of countries and states that can be searched: contract "woocommerce", sections 9.2, 11 and 12. The markup is the one
 * that the plugin's script makes, so that the rules of themes and of the page builder apply.
 */

const LISTS = "select.country_select, select.state_select";

/** Lists of this part are searchable from the start: only the shop's own script closes it. */
const CLOSED = ".shipping_address";

/** Makes the lists that are shown searchable, now and whenever a country's states are drawn anew. */
export function startLists(): void {
	hear("country_to_state_changed", [], enhanceShown);
	enhanceShown();
}

function enhanceShown(): void {
	for (const list of document.querySelectorAll<HTMLSelectElement>(LISTS)) {
		if (isShown(list)) enhance(list);
	}
}

function isShown(list: Element): boolean {
	for (let part: Element | null = list; part; part = part.parentElement) {
		const isOpen = part.matches(CLOSED);
		if (!isOpen && getComputedStyle(part).display === "none") return false;
	}
	return true;
}
