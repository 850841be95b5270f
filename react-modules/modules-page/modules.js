/** What `/__modules/` shows: each module's place in a page, and how its states are made. */

const click = (selector) => (root) => root.querySelector(selector).click();

const submit = (root) => root.querySelector("[type=submit]").click();

/** Puts a text into a field, as who types does. */
function type(field, text) {
	field.value = text;
	for (const kind of ["input", "change"]) {
		field.dispatchEvent(new Event(kind, { bubbles: true }));
	}
}

const hover = (selector) => (root) => {
	const target = selector ? root.querySelector(selector) : root;
	target.dispatchEvent(new MouseEvent("mouseenter"));
	target.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
};

const scroll = (y) => (_, page) => page.defaultView.scrollTo(0, y);

/** Every module is seen in these. */
export const views = [
	{ label: "Without JavaScript", hasScripts: false },
	{ label: "390 pixels", width: 390 },
	{ label: "820 pixels", width: 820 },
	{ label: "1440 pixels", width: 1440 },
];

/** Name, place, and the states with what makes them. */
const MODULES = [
	[
		"fixed header",
		"#main-header",
		{ "Further down": scroll(900), "At the top again": scroll(0) },
	],
	["drop-down menu", "#top-menu", { Open: hover(".menu-item-has-children") }],
	["mobile menu", "#et_mobile_nav_menu", { Open: click(".mobile_menu_bar") }],
	["header search", ".et_menu_container", { Open: click("#et_search_icon") }],
	["scroll to top", ".et_pb_scroll_top", { "Further down": scroll(900) }],
	[
		"menu module",
		".et_pb_menu, .et_pb_fullwidth_menu",
		{
			Search: click(".et_pb_menu__search-button"),
			"Open list": hover(".menu-item-has-children"),
		},
	],
	["slide-in header", ".et_slide_in_menu_container"],
	[
		"language switcher",
		".js-wpml-ls-legacy-dropdown-click",
		{ Open: click(".js-wpml-ls-item-toggle") },
	],
	[
		"cookie consent",
		"#moove_gdpr_cookie_modal, #moove_gdpr_cookie_info_bar",
		{
			Dialog: (_, page) =>
				page
					.querySelector(
						"#moove_gdpr_save_popup_settings_button, .change-settings-button",
					)
					.click(),
		},
	],
	["contact form 7", ".wpcf7", { "Sent empty": submit }],
	[
		"contact form (builder)",
		".et_pb_contact_form_container",
		{
			"Sent empty": submit,
			"Conditional fields": (root) => {
				const select = root.querySelector("select");
				type(select, select.options[select.options.length - 1].value);
			},
		},
	],
	[
		"signup",
		".et_pb_newsletter",
		{ "Sent empty": click(".et_pb_newsletter_button") },
	],
	[
		"reviews widget",
		".google-business-reviews-rating",
		{ "Full text": click(".review-more-link") },
	],
	[
		"slider",
		".et_pb_slider",
		{
			Next: click(".et-pb-arrow-next"),
			Previous: click(".et-pb-arrow-prev"),
		},
	],
	[
		"video slider",
		".et_pb_video_slider",
		{ "Next thumbnails": click(".et_pb_carousel .et-pb-arrow-next") },
	],
	[
		"tabs",
		".et_pb_tabs",
		{ "Second tab": click(".et_pb_tabs_controls li:nth-child(2) a") },
	],
	[
		"accordion",
		".et_pb_accordion",
		{
			"Another item": click(".et_pb_toggle_close .et_pb_toggle_title"),
		},
	],
	[
		"toggle",
		".et_pb_toggle:not(.et_pb_accordion_item)",
		{ Turned: click(".et_pb_toggle_title") },
	],
	[
		"gallery",
		".et_pb_gallery_grid",
		{
			"Next page": click(".page-next"),
			Lightbox: click(".et_pb_gallery_image a"),
		},
	],
	["image lightbox", ".et_pb_lightbox_image", { Open: (root) => root.click() }],
	[
		"filterable portfolio",
		".et_pb_filterable_portfolio",
		{
			"Another category": click(".et_pb_portfolio_filter + li a"),
			"Next page": click(".page-next"),
		},
	],
	[
		"fullwidth portfolio",
		".et_pb_fullwidth_portfolio",
		{ Next: click(".et-pb-arrow-next") },
	],
	[
		"list pagination",
		".et_pb_ajax_pagination_container",
		{ "Older entries": click(".pagination a, .wp-pagenavi a") },
	],
	["masonry", ".et_pb_salvattore_content"],
	["countdown", ".et_pb_countdown_timer"],
	[
		"circle counter",
		".et_pb_circle_counter",
		{ Hovered: hover(".et_pb_circle_counter_inner") },
	],
	["number counter", ".et_pb_number_counter"],
	["bar counters", ".et_pb_counters"],
	["map", ".et_pb_map_container"],
	["video overlay", ".et_pb_video", { Playing: click(".et_pb_video_overlay") }],
	["background video", ".et_pb_section_video_bg"],
	["audio", ".et_audio_container"],
	["parallax", ".et_parallax_bg", { "Further down": scroll(400) }],
	[
		"fullscreen header",
		".et_pb_fullwidth_header",
		{ "Scrolled down": click(".et_pb_fullwidth_header_scroll a") },
	],
	["side navigation", ".et_pb_side_nav"],
	["search", ".et_pb_search"],
	["comments", ".et_pb_comments_module, #commentform"],
	["testimonial", ".et_pb_testimonial"],
	["pricing tables", ".et_pb_pricing_table"],
	["multi-view", "[data-et-multi-view]", { Hovered: hover() }],
	["link options", ".et_clickable"],
	[
		"layout under the pointer",
		"[data-background-layout-hover]",
		{ Hovered: hover() },
	],
	["split test", ".et_pb_ab_subject, .et_pb_ab_goal"],
];

export const modules = MODULES.map(([name, selector, states]) => ({
	name,
	selector,
	states,
}));
