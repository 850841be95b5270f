import type { BrowserModule } from "../runtime/module";
import * as moove from "./legacy";

/** The consent banner. What a site has on every page is one chunk. */
export const module: BrowserModule = {
	name: "moove-gdpr",
	selector: "#moove_gdpr_cookie_modal",
	when: "at-once",
	isPassive: moove.isLegacyLinked,
	load: () => import(/* webpackChunkName: "site-wide" */ "."),
};
