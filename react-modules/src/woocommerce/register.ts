import type { BrowserModule } from "../runtime/module";

/** The shop: its own modules (`modules.ts`) come with its chunk. The plugin's own scripts, where a page links them, do the same. */
export const module: BrowserModule = {
	name: "woocommerce",
	selector: ".woocommerce,.widget_shopping_cart_content",
	when: "at-once",
	isPassive: () =>
		Boolean(document.querySelector('script[src*="/woocommerce/assets/js"]')),
	load: () => import(/* webpackChunkName: "woocommerce" */ "."),
};
