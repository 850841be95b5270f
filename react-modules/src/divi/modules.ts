import { mount as mountChrome } from "../chrome";
import * as counters from "../counters/globals";
import * as signup from "../divi-signup/globals";
import * as filterablePortfolio from "../filterable-portfolio/globals";
import * as fullwidthPortfolio from "../fullwidth-portfolio/globals";
import * as gallery from "../gallery/globals";
import { mount as mountLayoutHelpers } from "../layout-helpers";
import * as lightbox from "../lightbox/globals";
import { mount as mountLinkOptions } from "../link-options";
import { isPassive as isWithoutLinks } from "../link-options/data";
import { mount as mountPageLoad } from "../page-load";
import { mount as mountParallax } from "../parallax";
import type { BrowserModule } from "../runtime/module";
import * as slider from "../slider/globals";
import * as tabs from "../tabs/globals";
import { TOGGLES } from "../toggles/globals";
import { isBuilder } from "./builder";

/** The modules of the theme, one line each: adding a module is adding its folder and its line. */
export const diviModules: readonly BrowserModule[] = [
	{
		name: "chrome",
		selector: "body",
		when: "at-once",
		load: async () => ({ mount: mountChrome }),
	},
	{
		name: "builder-mode",
		selector: "body",
		when: "at-once",
		isPassive: () => !isBuilder(),
		load: () =>
			import(/* webpackChunkName: "builder-mode" */ "../builder-mode"),
	},
	{
		name: "layout-helpers",
		selector: ".et_pb_section",
		when: "at-once",
		load: async () => ({ mount: mountLayoutHelpers }),
	},
	{
		name: "search-and-comments",
		selector:
			".et_pb_search, .et_pb_widget_area, .et_pb_comments_module, #commentform",
		when: "at-once",
		load: () =>
			import(
				/* webpackChunkName: "search-and-comments" */ "../search-and-comments"
			),
	},
	{
		name: "menu-module",
		selector: ".et_pb_menu, .et_pb_fullwidth_menu",
		when: "at-once",
		load: () => import(/* webpackChunkName: "menu-module" */ "../menu-module"),
	},
	{
		name: "fullscreen-header",
		selector: ".et_pb_fullwidth_header",
		when: "at-once",
		load: () => import(/* webpackChunkName: "divi" */ "../fullscreen-header"),
	},
	{
		name: "modules-wrapper",
		selector: "body",
		when: "at-once",
		isPassive: () => !("et_modules_wrapper" in globalThis),
		load: () =>
			import(/* webpackChunkName: "modules-wrapper" */ "../modules-wrapper"),
	},
	{
		name: "store-notice",
		selector: ".woocommerce-store-notice",
		load: () =>
			import(/* webpackChunkName: "store-notice" */ "../store-notice"),
	},
	{
		name: "grid-items",
		selector: ".et_pb_grid_item",
		load: () => import(/* webpackChunkName: "grid-items" */ "../grid-items"),
	},
	{
		name: "hover-layouts",
		selector: ".et_pb_gutter_hover, [data-background-layout-hover]",
		load: () =>
			import(/* webpackChunkName: "hover-layouts" */ "../hover-layouts"),
	},
	{
		name: "link-options",
		selector: "body",
		when: "at-once",
		isPassive: isWithoutLinks,
		load: async () => ({ mount: mountLinkOptions }),
	},
	{
		name: "video-overlay",
		selector: ".et_pb_video_overlay",
		load: () =>
			import(/* webpackChunkName: "video-overlay" */ "../video-overlay"),
	},
	{
		name: "background-video",
		selector: ".et_pb_section_video_bg",
		load: () =>
			import(/* webpackChunkName: "background-video" */ "../background-video"),
	},
	{
		name: "audio",
		selector: ".et_audio_container audio",
		load: () => import(/* webpackChunkName: "audio" */ "../audio"),
	},
	{
		name: "map",
		selector: ".et_pb_map_container",
		load: () => import(/* webpackChunkName: "map" */ "../map"),
	},
	{
		name: "slide-header",
		selector: ".et_slide_in_menu_container",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "slide-header" */ "../slide-header"),
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
		load: () => import(/* webpackChunkName: "fluid-video" */ "../fluid-video"),
	},
	{
		name: "header-styles",
		selector:
			"body.et_transparent_nav, body.et_vertical_nav, body.et_header_style_split",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "header-styles" */ "../header-styles"),
	},
	{
		name: "side-nav",
		selector: ".et_pb_side_nav_page",
		load: () => import(/* webpackChunkName: "side-nav" */ "../side-nav"),
	},
	{
		name: "shop",
		selector:
			"[class*=woocommerce-c],[class*=et_pb_wc_],.et_shop_image,.variations",
		when: "at-once",
		load: () => import(/* webpackChunkName: "shop" */ "../shop"),
	},
	{
		name: "tabs",
		selector: tabs.TABS,
		when: "at-once",
		prepare: tabs.prepare,
		load: () => import(/* webpackChunkName: "panels" */ "../tabs"),
	},
	{
		name: "toggles",
		selector: TOGGLES,
		when: "at-once",
		load: () => import(/* webpackChunkName: "panels" */ "../toggles"),
	},
	{
		name: "slider",
		selector: slider.SLIDERS,
		when: "at-once",
		prepare: slider.prepare,
		load: () => import(/* webpackChunkName: "slider" */ "../slider"),
	},
	{
		name: "gallery",
		selector: gallery.GALLERIES,
		when: "at-once",
		prepare: gallery.prepare,
		load: () => import(/* webpackChunkName: "gallery" */ "../gallery"),
	},
	{
		name: "lightbox",
		selector: lightbox.LIGHTBOXES,
		when: "at-once",
		prepare: lightbox.prepare,
		load: () => import(/* webpackChunkName: "lightbox" */ "../lightbox"),
	},
	{
		name: "filterable-portfolio",
		selector: filterablePortfolio.PORTFOLIOS,
		when: "at-once",
		prepare: filterablePortfolio.prepare,
		load: () =>
			import(
				/* webpackChunkName: "filterable-portfolio" */ "../filterable-portfolio"
			),
	},
	{
		name: "fullwidth-portfolio",
		selector: fullwidthPortfolio.PORTFOLIOS,
		when: "at-once",
		prepare: fullwidthPortfolio.prepare,
		load: () =>
			import(
				/* webpackChunkName: "fullwidth-portfolio" */ "../fullwidth-portfolio"
			),
	},
	{
		name: "divi-conditional-fields",
		selector: "form.et_pb_contact_form, form.et_pb_newsletter_custom_fields",
		when: "at-once",
		load: () =>
			import(
				/* webpackChunkName: "divi-conditional-fields" */ "../divi-conditional-fields"
			),
	},
	{
		name: "divi-contact-form",
		selector: ".et_pb_contact_form_container",
		when: "at-once",
		load: () =>
			import(
				/* webpackChunkName: "divi-contact-form" */ "../divi-contact-form"
			),
	},
	{
		name: "divi-signup",
		selector: ".et_pb_newsletter",
		when: "at-once",
		prepare: signup.prepare,
		load: () => import(/* webpackChunkName: "divi-signup" */ "../divi-signup"),
	},
	{
		name: "divi-split-test",
		selector:
			".et_pb_ab_goal, .et_pb_ab_subject, .et_pb_subject_placeholder, .et_pb_ab_split_track, .et_pb_ab_shop_conversion",
		when: "at-once",
		load: () =>
			import(/* webpackChunkName: "divi-split-test" */ "../divi-split-test"),
	},
	{
		name: "divi-pagination",
		selector: ".et_pb_ajax_pagination_container",
		when: "at-once",
		load: () => import(/* webpackChunkName: "posts" */ "../divi-pagination"),
	},
	{
		name: "masonry",
		selector: ".et_pb_salvattore_content[data-columns]",
		when: "at-once",
		load: () => import(/* webpackChunkName: "posts" */ "../masonry"),
	},
	{
		name: "counters",
		selector:
			".et_pb_countdown_timer, .et_pb_circle_counter, .et_pb_number_counter, .et_pb_counters",
		prepare: counters.prepare,
		load: () => import(/* webpackChunkName: "counters" */ "../counters"),
	},
	{
		name: "page-load",
		selector: "body, .et-waypoint, .et_pb_preload",
		when: "at-once",
		load: async () => ({ mount: mountPageLoad }),
	},
	{
		name: "animations",
		selector: "body",
		when: "at-once",
		isPassive: () => !("et_animation_data" in globalThis),
		load: () => import(/* webpackChunkName: "animations" */ "../animations"),
	},
	{
		name: "multi-view",
		selector: "[data-et-multi-view]",
		when: "at-once",
		load: () => import(/* webpackChunkName: "multi-view" */ "../multi-view"),
	},
	{
		name: "scroll-effects",
		selector: "body",
		when: "at-once",
		isPassive: () =>
			!Object.values(window.et_pb_motion_elements ?? {}).some(
				(list) => Array.isArray(list) && list.length > 0,
			),
		load: () =>
			import(/* webpackChunkName: "scroll-effects" */ "../scroll-effects"),
	},
	{
		name: "parallax",
		selector: ".et_parallax_bg",
		load: async () => ({ mount: mountParallax }),
	},
	{
		name: "sticky",
		selector: "body",
		when: "at-once",
		isPassive: () =>
			Object.keys(window.et_pb_sticky_elements ?? {}).length === 0,
		load: () => import(/* webpackChunkName: "sticky" */ "../sticky"),
	},
];
