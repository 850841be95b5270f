/** Where screen readers are told of the cart; a theme's module may have made it already. */
const REGION = "widget_shopping_cart_live_region";

/** Lets screen readers say a text; the page shows nothing of it. */
export function announce(text: string | null | undefined): void {
	if (!text) return;
	let region = document.querySelector(`.${REGION}`);
	if (!region) {
		region = document.createElement("div");
		region.className = `${REGION} screen-reader-text`;
		region.setAttribute("role", "status");
		document.body.append(region);
	}
	region.textContent = text;
}
