import type { BrowserModule } from "../runtime/module";

/** What a site has on every page is one chunk. */
export const module: BrowserModule = {
	name: "language-switcher",
	selector: "[class*=js-wpml-ls-legacy-dropdown]",
	when: "at-once",
	load: () => import(/* webpackChunkName: "site-wide" */ "."),
};
