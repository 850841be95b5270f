const REGION = ".widget_shopping_cart_live_region";

/**
 * The place where screen readers are told of the cart, on every page of a site with WooCommerce: its own script makes the
 * same element, at the end of the body.
 */
export function addCartRegion(body: HTMLElement): void {
	if (!body.matches(".woocommerce-js") || body.querySelector(REGION)) return;
	const region = document.createElement("div");
	region.className = "widget_shopping_cart_live_region screen-reader-text";
	region.setAttribute("role", "status");
	body.append(region);
}
