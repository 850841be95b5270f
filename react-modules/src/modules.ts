import * as wpcf7 from "./contact-form-7/wpcf7";
import { prepareNames } from "./divi/early";
import { isDiviScriptThere } from "./divi/legacy";
import * as moove from "./moove-gdpr/legacy";
import * as reviews from "./reviews-widget/globals";
import type { BrowserModule } from "./runtime/module";
import * as wpArmour from "./wp-armour/forms";

/**
 * The modules of the page, one line each: adding a module is adding its folder and its line. The theme's come with it;
 * what a site has on every page is one chunk.
 */
export const modules: readonly BrowserModule[] = [
	{
		name: "conversions",
		selector: "#oxipress-conversions",
		when: "at-once",
		load: () => import(/* webpackChunkName: "conversions" */ "./conversions"),
	},
	{
		name: "language-switcher",
		selector: "[class*=js-wpml-ls-legacy-dropdown]",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "site-wide" */ "./language-switcher"),
	},
	{
		name: "contact-form-7",
		selector: ".wpcf7",
		when: "at-once",
		isPassive: wpcf7.isLegacyLinked,
		prepare: wpcf7.prepare,
		load: () =>
			import(/* webpackChunkName: "contact-form-7" */ "./contact-form-7"),
	},
	{
		name: "reviews-widget",
		selector: ".google-business-reviews-rating",
		when: "at-once",
		isPassive: reviews.isLegacyLinked,
		prepare: reviews.prepare,
		load: () =>
			import(/* webpackChunkName: "reviews-widget" */ "./reviews-widget"),
	},
	{
		name: "wp-armour",
		selector: wpArmour.FORMS,
		when: "at-once",
		isPassive: wpArmour.isLegacyLinked,
		load: () => import(/* webpackChunkName: "wp-armour" */ "./wp-armour"),
	},
	{
		name: "moove-gdpr",
		selector: "#moove_gdpr_cookie_modal",
		when: "at-once",
		isPassive: moove.isLegacyLinked,
		load: () => import(/* webpackChunkName: "site-wide" */ "./moove-gdpr"),
	},
	{
		name: "divi",
		selector: "body.et_divi_theme",
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: prepareNames,
		load: () => import(/* webpackChunkName: "divi" */ "./divi"),
	},
];
