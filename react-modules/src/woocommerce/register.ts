import type { BrowserModule } from "../runtime/module";

/** The shop: its own modules (`modules.ts`) come with its chunk, which also sees whether the plugin's own scripts do the work. */
export const module: BrowserModule = {
	name: "woocommerce",
	selector: ".woocommerce,.widget_shopping_cart_content",
	when: "at-once",
	load: () => import(/* webpackChunkName: "woocommerce" */ "."),
};
