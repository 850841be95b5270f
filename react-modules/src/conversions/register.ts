import type { BrowserModule } from "../runtime/module";

/** Names of what visitors do, for an analytics service. */
export const module: BrowserModule = {
	name: "conversions",
	selector: "#oxipress-conversions",
	when: "at-once",
	load: () => import(/* webpackChunkName: "conversions" */ "."),
};
