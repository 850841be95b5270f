import * as wpcf7 from "./contact-form-7/wpcf7";
import * as counters from "./counters/globals";
import { isDiviScriptThere } from "./divi/legacy";
import * as reviews from "./reviews-widget/globals";
import type { BrowserModule } from "./runtime/module";
import * as wpArmour from "./wp-armour/forms";

/** The modules of the page, one line each: adding a module is adding its folder and its line. */
export const modules: readonly BrowserModule[] = [
	{
		name: "language-switcher",
		selector: ".js-wpml-ls-legacy-dropdown-click",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "language-switcher" */ "./language-switcher"),
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
		name: "counters",
		selector:
			".et_pb_countdown_timer, .et_pb_circle_counter, .et_pb_number_counter, .et_pb_counters",
		isPassive: isDiviScriptThere,
		prepare: counters.prepare,
		load: () => import(/* webpackChunkName: "counters" */ "./counters"),
	},
	{
		name: "page-load",
		selector: "body, .et-waypoint, .et_pb_preload",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "page-load" */ "./page-load"),
	},
	{
		name: "animations",
		selector: "body",
		when: "at-once",
		isPassive: () =>
			isDiviScriptThere() || !("et_animation_data" in globalThis),
		load: () => import(/* webpackChunkName: "animations" */ "./animations"),
	},
	{
		name: "multi-view",
		selector: "[data-et-multi-view]",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "multi-view" */ "./multi-view"),
	},
	{
		name: "scroll-effects",
		selector: "body",
		when: "at-once",
		isPassive: () =>
			isDiviScriptThere() || !("et_pb_motion_elements" in globalThis),
		load: () =>
			import(/* webpackChunkName: "scroll-effects" */ "./scroll-effects"),
	},
	{
		name: "parallax",
		selector: ".et_parallax_bg",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "parallax" */ "./parallax"),
	},
	{
		name: "sticky",
		selector: "body",
		when: "at-once",
		isPassive: () =>
			isDiviScriptThere() || !("et_pb_sticky_elements" in globalThis),
		load: () => import(/* webpackChunkName: "sticky" */ "./sticky"),
	},
];
