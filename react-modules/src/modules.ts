import * as wpcf7 from "./contact-form-7/wpcf7";
import * as counters from "./counters/globals";
import { isDiviScriptThere } from "./divi/legacy";
import * as signup from "./divi-signup/globals";
import * as filterablePortfolio from "./filterable-portfolio/globals";
import * as fullwidthPortfolio from "./fullwidth-portfolio/globals";
import * as gallery from "./gallery/globals";
import * as lightbox from "./lightbox/globals";
import * as linkOptions from "./link-options/data";
import * as moove from "./moove-gdpr/legacy";
import * as reviews from "./reviews-widget/globals";
import type { BrowserModule } from "./runtime/module";
import * as slider from "./slider/globals";
import * as tabs from "./tabs/globals";
import { TOGGLES } from "./toggles/globals";
import * as wpArmour from "./wp-armour/forms";

/** The modules of the page, one line each: adding a module is adding its folder and its line. */
export const modules: readonly BrowserModule[] = [
	{
		name: "chrome",
		selector: "body",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "chrome" */ "./chrome"),
	},
	{
		name: "layout-helpers",
		selector: ".et_pb_section, .et_pb_widget_area, #commentform",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "layout-helpers" */ "./layout-helpers"),
	},
	{
		name: "menu-module",
		selector: ".et_pb_menu, .et_pb_fullwidth_menu",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "menu-module" */ "./menu-module"),
	},
	{
		name: "fullscreen-header",
		selector: ".et_pb_fullwidth_header",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "fullscreen-header" */ "./fullscreen-header"),
	},
	{
		name: "link-options",
		selector: "body",
		when: "at-once",
		isPassive: linkOptions.isPassive,
		load: () => import(/* webpackChunkName: "link-options" */ "./link-options"),
	},
	{
		name: "video-overlay",
		selector: ".et_pb_video_overlay",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "video-overlay" */ "./video-overlay"),
	},
	{
		name: "background-video",
		selector: ".et_pb_section_video_bg",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "background-video" */ "./background-video"),
	},
	{
		name: "audio",
		selector: ".et_audio_container audio",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "audio" */ "./audio"),
	},
	{
		name: "map",
		selector: ".et_pb_map_container",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "map" */ "./map"),
	},
	{
		name: "slide-header",
		selector: ".et_slide_in_menu_container",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "slide-header" */ "./slide-header"),
	},
	{
		name: "fluid-video",
		selector: [
			"player.vimeo.com",
			"youtube.com",
			"youtube-nocookie.com",
			"kickstarter.com",
		]
			.map((host) => `#main-content iframe[src*="${host}"]`)
			.concat("#main-content object", "#main-content embed")
			.join(),
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "fluid-video" */ "./fluid-video"),
	},
	{
		name: "header-styles",
		selector:
			"body.et_transparent_nav, body.et_vertical_nav, body.et_header_style_split",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "header-styles" */ "./header-styles"),
	},
	{
		name: "side-nav",
		selector: ".et_pb_side_nav_page",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "side-nav" */ "./side-nav"),
	},
	{
		name: "cart-count",
		selector: ".woocommerce-cart",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "cart-count" */ "./cart-count"),
	},
	{
		name: "conversions",
		selector: "#oxipress-conversions",
		when: "at-once",
		load: () => import(/* webpackChunkName: "conversions" */ "./conversions"),
	},
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
		name: "tabs",
		selector: tabs.TABS,
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: tabs.prepare,
		load: () => import(/* webpackChunkName: "tabs" */ "./tabs"),
	},
	{
		name: "toggles",
		selector: TOGGLES,
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "toggles" */ "./toggles"),
	},
	{
		name: "slider",
		selector: slider.SLIDERS,
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: slider.prepare,
		load: () => import(/* webpackChunkName: "slider" */ "./slider"),
	},
	{
		name: "gallery",
		selector: gallery.GALLERIES,
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: gallery.prepare,
		load: () => import(/* webpackChunkName: "gallery" */ "./gallery"),
	},
	{
		name: "lightbox",
		selector: lightbox.LIGHTBOXES,
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: lightbox.prepare,
		load: () => import(/* webpackChunkName: "lightbox" */ "./lightbox"),
	},
	{
		name: "filterable-portfolio",
		selector: filterablePortfolio.PORTFOLIOS,
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: filterablePortfolio.prepare,
		load: () =>
			import(
				/* webpackChunkName: "filterable-portfolio" */ "./filterable-portfolio"
			),
	},
	{
		name: "fullwidth-portfolio",
		selector: fullwidthPortfolio.PORTFOLIOS,
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: fullwidthPortfolio.prepare,
		load: () =>
			import(
				/* webpackChunkName: "fullwidth-portfolio" */ "./fullwidth-portfolio"
			),
	},
	{
		name: "moove-gdpr",
		selector: "#moove_gdpr_cookie_modal",
		when: "at-once",
		isPassive: moove.isLegacyLinked,
		load: () => import(/* webpackChunkName: "moove-gdpr" */ "./moove-gdpr"),
	},
	{
		name: "divi-conditional-fields",
		selector: "form.et_pb_contact_form, form.et_pb_newsletter_custom_fields",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(
				/* webpackChunkName: "divi-conditional-fields" */ "./divi-conditional-fields"
			),
	},
	{
		name: "divi-contact-form",
		selector: ".et_pb_contact_form_container",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "divi-contact-form" */ "./divi-contact-form"),
	},
	{
		name: "divi-signup",
		selector: ".et_pb_newsletter",
		when: "at-once",
		isPassive: isDiviScriptThere,
		prepare: signup.prepare,
		load: () => import(/* webpackChunkName: "divi-signup" */ "./divi-signup"),
	},
	{
		name: "divi-split-test",
		selector:
			".et_pb_ab_goal, .et_pb_ab_subject, .et_pb_subject_placeholder, .et_pb_ab_split_track, .et_pb_ab_shop_conversion",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "divi-split-test" */ "./divi-split-test"),
	},
	{
		name: "divi-pagination",
		selector: ".et_pb_ajax_pagination_container",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () =>
			import(/* webpackChunkName: "divi-pagination" */ "./divi-pagination"),
	},
	{
		name: "masonry",
		selector: ".et_pb_salvattore_content[data-columns]",
		when: "at-once",
		isPassive: isDiviScriptThere,
		load: () => import(/* webpackChunkName: "masonry" */ "./masonry"),
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
