import type { BrowserModule } from "../runtime/module";
import * as reviews from "./globals";
import { startStars } from "./moving-stars";

/** Widgets of reviews. */
export const module: BrowserModule = {
	name: "reviews-widget",
	selector: ".google-business-reviews-rating",
	when: "at-once",
	isPassive: reviews.isLegacyLinked,
	prepare: reviews.prepare,
	load: () => {
		startStars();
		return import(/* webpackChunkName: "reviews-widget" */ ".");
	},
};
