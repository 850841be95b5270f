import { windowWidth } from "../divi/device";

/** Dividers, shadows and prices (contract "divi-client", sections 4.5, 4.6 and 4.13). */

export function fitDividers(root: ParentNode): void {
	for (const divider of root.querySelectorAll<HTMLElement>(
		".et_pb_top_inside_divider, .et_pb_bottom_inside_divider",
	)) {
		divider.classList.remove("et-no-transition");
		divider.style.removeProperty("background-size");
		const [across = "", along = "auto"] =
			getComputedStyle(divider).backgroundSize.split(" ");
		if (!across.endsWith("%") || across === "100%") continue;
		const width = Math.floor((windowWidth() * Number.parseFloat(across)) / 100);
		divider.style.backgroundSize = `${width}px ${along}`;
	}
}

/** Shadows inside an element lie over its content. */
export function overlayShadows(root: ParentNode): void {
	for (const selector of window.et_pb_box_shadow_elements ?? []) {
		for (const element of root.querySelectorAll(selector)) {
			if (element.querySelector(":scope > .box-shadow-overlay")) continue;
			const overlay = document.createElement("div");
			overlay.className = "box-shadow-overlay";
			element.classList.add("has-box-shadow-overlay");
			element.prepend(overlay);
		}
	}
}

/** The currency's sign stands before the price without moving it. */
export function hangCurrencies(root: ParentNode): void {
	for (const sign of root.querySelectorAll<HTMLElement>(
		".et_pb_pricing_table .et_pb_dollar_sign",
	)) {
		const { width } = sign.getBoundingClientRect();
		if (width > 0) sign.style.marginLeft = `${-width}px`;
	}
}
