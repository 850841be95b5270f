import type { BrowserModule } from "../runtime/module";
import { paramsOf } from "./params";

const isWithout = (name: string) => () => paramsOf(name) === undefined;

const loadFragments = () =>
	import(/* webpackChunkName: "woocommerce-cart-parts" */ "./fragments");

/** After the mini cart's part, which asks the server first. */
async function loadCheckout() {
	const [checkout] = await Promise.all([
		import(/* webpackChunkName: "woocommerce-checkout" */ "./checkout"),
		paramsOf("wc_cart_fragments_params") && loadFragments().catch(() => {}),
	]);
	return checkout;
}

/** The modules of the shop, one line each: adding a module is adding its file and its line. */
export const shopModules: readonly BrowserModule[] = [
	{
		name: "add-to-cart",
		selector: ".ajax_add_to_cart, .widget_shopping_cart_content",
		when: "at-once",
		isPassive: isWithout("wc_add_to_cart_params"),
		load: () =>
			import(/* webpackChunkName: "woocommerce-cart-parts" */ "./add-to-cart"),
	},
	{
		name: "cart-fragments",
		selector: "body",
		when: "at-once",
		isPassive: isWithout("wc_cart_fragments_params"),
		load: loadFragments,
	},
	{
		name: "product-tabs",
		selector: ".wc-tabs-wrapper, .woocommerce-tabs",
		when: "at-once",
		load: () => import(/* webpackChunkName: "woocommerce-product" */ "./tabs"),
	},
	{
		name: "review-stars",
		selector: "#respond #rating",
		when: "at-once",
		load: () => import(/* webpackChunkName: "woocommerce-product" */ "./stars"),
	},
	{
		name: "product-gallery",
		selector: ".woocommerce-product-gallery",
		when: "at-once",
		isPassive: isWithout("wc_single_product_params"),
		load: () =>
			import(/* webpackChunkName: "woocommerce-gallery" */ "./gallery"),
	},
	{
		name: "variations",
		selector: ".variations_form",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "woocommerce-variations" */ "./variations"),
	},
	{
		name: "price-slider",
		selector: ".price_slider",
		when: "at-once",
		isPassive: isWithout("woocommerce_price_slider_params"),
		load: () =>
			import(/* webpackChunkName: "woocommerce-price" */ "./price-slider"),
	},
	{
		name: "cart",
		selector: "body",
		when: "at-once",
		isPassive: isWithout("wc_cart_params"),
		load: () => import(/* webpackChunkName: "woocommerce-cart" */ "./cart"),
	},
	{
		name: "checkout",
		selector: "form.checkout, form#order_review, form#add_payment_method",
		when: "at-once",
		isPassive: isWithout("wc_checkout_params"),
		load: loadCheckout,
	},
	{
		name: "address",
		selector: "body",
		when: "at-once",
		isPassive: isWithout("wc_country_select_params"),
		load: () =>
			import(/* webpackChunkName: "woocommerce-address" */ "./address"),
	},
	{
		name: "passwords",
		selector: ".woocommerce form input[type=password]",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "woocommerce-account" */ "./account"),
	},
];
