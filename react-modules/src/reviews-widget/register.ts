import type { BrowserModule } from "../runtime/module";
import * as reviews from "./globals";

/** Widgets of reviews. */
export const module: BrowserModule = {
	name: "reviews-widget",
	selector: ".google-business-reviews-rating",
	when: "at-once",
	isPassive: reviews.isLegacyLinked,
	prepare: reviews.prepare,
	load: () => import(/* webpackChunkName: "reviews-widget" */ "."),
};
