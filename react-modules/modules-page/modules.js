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

export const modules = [
	{
		name: "fixed header",
		selector: "#main-header",
		states: { "Further down": scroll(900), "At the top again": scroll(0) },
	},
	{
		name: "drop-down menu",
		selector: "#top-menu",
		states: { Open: hover(".menu-item-has-children") },
	},
	{
		name: "mobile menu",
		selector: "#et_mobile_nav_menu",
		states: { Open: click(".mobile_menu_bar") },
	},
	{
		name: "header search",
		selector: ".et_menu_container",
		states: { Open: click("#et_search_icon") },
	},
	{
		name: "scroll to top",
		selector: ".et_pb_scroll_top",
		states: { "Further down": scroll(900) },
	},
	{
		name: "menu module",
		selector: ".et_pb_menu, .et_pb_fullwidth_menu",
		states: {
			Search: click(".et_pb_menu__search-button"),
			"Open list": hover(".menu-item-has-children"),
		},
	},
	{ name: "slide-in header", selector: ".et_slide_in_menu_container" },
	{
		name: "language switcher",
		selector: ".js-wpml-ls-legacy-dropdown-click",
		states: { Open: click(".js-wpml-ls-item-toggle") },
	},
	{
		name: "cookie consent",
		selector: "#moove_gdpr_cookie_modal, #moove_gdpr_cookie_info_bar",
		states: {
			Dialog: (_, page) =>
				page
					.querySelector(
						"#moove_gdpr_save_popup_settings_button, .change-settings-button",
					)
					.click(),
		},
	},
	{
		name: "contact form 7",
		selector: ".wpcf7",
		states: { "Sent empty": submit },
	},
	{
		name: "contact form (builder)",
		selector: ".et_pb_contact_form_container",
		states: {
			"Sent empty": submit,
			"Conditional fields": (root) => {
				const select = root.querySelector("select");
				type(select, select.options[select.options.length - 1].value);
			},
		},
	},
	{
		name: "signup",
		selector: ".et_pb_newsletter",
		states: { "Sent empty": click(".et_pb_newsletter_button") },
	},
	{
		name: "reviews widget",
		selector: ".google-business-reviews-rating",
		states: { "Full text": click(".review-more-link") },
	},
	{
		name: "slider",
		selector: ".et_pb_slider",
		states: {
			Next: click(".et-pb-arrow-next"),
			Previous: click(".et-pb-arrow-prev"),
		},
	},
	{
		name: "video slider",
		selector: ".et_pb_video_slider",
		states: { "Next thumbnails": click(".et_pb_carousel .et-pb-arrow-next") },
	},
	{
		name: "tabs",
		selector: ".et_pb_tabs",
		states: { "Second tab": click(".et_pb_tabs_controls li:nth-child(2) a") },
	},
	{
		name: "accordion",
		selector: ".et_pb_accordion",
		states: {
			"Another item": click(".et_pb_toggle_close .et_pb_toggle_title"),
		},
	},
	{
		name: "toggle",
		selector: ".et_pb_toggle:not(.et_pb_accordion_item)",
		states: { Turned: click(".et_pb_toggle_title") },
	},
	{
		name: "gallery",
		selector: ".et_pb_gallery_grid",
		states: {
			"Next page": click(".page-next"),
			Lightbox: click(".et_pb_gallery_image a"),
		},
	},
	{
		name: "image lightbox",
		selector: ".et_pb_lightbox_image",
		states: { Open: (root) => root.click() },
	},
	{
		name: "filterable portfolio",
		selector: ".et_pb_filterable_portfolio",
		states: {
			"Another category": click(".et_pb_portfolio_filter + li a"),
			"Next page": click(".page-next"),
		},
	},
	{
		name: "fullwidth portfolio",
		selector: ".et_pb_fullwidth_portfolio",
		states: { Next: click(".et-pb-arrow-next") },
	},
	{
		name: "list pagination",
		selector: ".et_pb_ajax_pagination_container",
		states: { "Older entries": click(".pagination a, .wp-pagenavi a") },
	},
	{ name: "masonry", selector: ".et_pb_salvattore_content" },
	{ name: "countdown", selector: ".et_pb_countdown_timer" },
	{
		name: "circle counter",
		selector: ".et_pb_circle_counter",
		states: { Hovered: hover(".et_pb_circle_counter_inner") },
	},
	{ name: "number counter", selector: ".et_pb_number_counter" },
	{ name: "bar counters", selector: ".et_pb_counters" },
	{ name: "map", selector: ".et_pb_map_container" },
	{
		name: "video overlay",
		selector: ".et_pb_video",
		states: { Playing: click(".et_pb_video_overlay") },
	},
	{ name: "background video", selector: ".et_pb_section_video_bg" },
	{ name: "audio", selector: ".et_audio_container" },
	{
		name: "parallax",
		selector: ".et_parallax_bg",
		states: { "Further down": scroll(400) },
	},
	{
		name: "fullscreen header",
		selector: ".et_pb_fullwidth_header",
		states: { "Scrolled down": click(".et_pb_fullwidth_header_scroll a") },
	},
	{ name: "side navigation", selector: ".et_pb_side_nav" },
	{ name: "search", selector: ".et_pb_search" },
	{ name: "comments", selector: ".et_pb_comments_module, #commentform" },
	{ name: "testimonial", selector: ".et_pb_testimonial" },
	{ name: "pricing tables", selector: ".et_pb_pricing_table" },
	{
		name: "multi-view",
		selector: "[data-et-multi-view]",
		states: { Hovered: hover() },
	},
	{
		name: "link options",
		selector: ".et_clickable",
	},
	{
		name: "layout under the pointer",
		selector: "[data-background-layout-hover]",
		states: { Hovered: hover() },
	},
	{
		name: "split test",
		selector: ".et_pb_ab_subject, .et_pb_ab_goal",
	},
];
