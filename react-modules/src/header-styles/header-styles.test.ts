import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { startSplitLogo } from "./split-logo";
import { makeRoomBelow } from "./transparent";

const HEADER = `<div id="page-container"><header id="main-header"><div class="container clearfix et_menu_container">
	<div class="logo_container"><a href="/"><img src="/logo.png" id="logo" data-height-percentage="54"></a></div>
	<div id="et-top-navigation" data-height="66" data-fixed-height="40"><nav id="top-menu-nav"><ul id="top-menu" class="nav">
	<li>1</li><li>2</li><li>3</li><li>4</li><li>5</li></ul></nav></div></div></header>`;

let width = 1200;
const HEIGHTS: Readonly<Record<string, number>> = {
	"main-header": 80,
	"top-header": 0,
	"et-top-navigation": 300,
};
const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;

beforeEach(() => {
	vi.useFakeTimers();
	width = 1200;
	vi.spyOn(document.documentElement, "clientWidth", "get").mockImplementation(
		() => width,
	);
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(
		function (this: HTMLElement) {
			return HEIGHTS[this.id] ?? 50;
		},
	);
	document.head.innerHTML = "";
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const below = (html: string) => {
	document.body.className = "et_transparent_nav et_pb_pagebuilder_layout";
	document.body.innerHTML = `${HEADER}<div id="main-content">${html}</div></div>`;
	makeRoomBelow();
};

test("under a transparent header the first section gets its height on top of its own space", () => {
	below(
		'<div class="et_pb_section et_section_regular" data-padding="54px|0px" style="color:red"></div>',
	);
	const section = get(".et_pb_section");
	expect(section.className).toContain("et_pb_section_first");
	expect(section.style.paddingTop).toBe("134px");
	expect(section.dataset.fixPageContainer).toBe("on");
	expect(get("#et_fix_page_container_position").textContent).toContain(
		"padding-top:0",
	);
	makeRoomBelow();
	expect(section.style.paddingTop).toBe("134px");
	expect(section.style.color).toBe("red");
});

test.each([
	[
		'<div class="et_pb_module et_pb_fullwidth_menu"></div>',
		".et_pb_fullwidth_menu",
		"marginTop",
		"80px",
	],
	[
		'<div class="et_pb_module et_pb_map_container"><div class="et_pb_map"></div></div>',
		".et_pb_map",
		"height",
		"130px",
	],
	[
		'<div class="et_pb_module et_pb_fullwidth_post_title"></div>',
		".et_pb_fullwidth_post_title",
		"paddingTop",
		"130px",
	],
	[
		'<div class="et_pb_module et_pb_fullwidth_header" style="padding-top:50px"></div>',
		".et_pb_fullwidth_header",
		"paddingTop",
		"130px",
	],
	[
		'<div class="et_pb_module et_pb_slider"><div class="et_pb_slide"><div class="et_pb_container"></div></div></div>',
		".et_pb_slide",
		"paddingTop",
		"80px",
	],
] as const)(
	"in a fullwidth section its first module does: %s",
	(html, selector, name, value) => {
		below(`<div class="et_pb_section et_pb_fullwidth_section">${html}</div>`);
		expect(get(selector).style[name]).toBe(value);
	},
);

test("a post that was not built begins with its title", () => {
	document.body.className = "et_transparent_nav single";
	document.body.innerHTML = `${HEADER}<div id="main-content"><div class="container"><div class="et_post_meta_wrapper"></div></div></div></div>`;
	makeRoomBelow();
	expect(get("#main-content .container").style.paddingTop).toBe("138px");
});

test("the split header has its logo amid the items, on wide windows only", () => {
	document.body.className = "et_header_style_split";
	document.body.innerHTML = `${HEADER}</div>`;
	Object.defineProperties(get("#logo"), {
		naturalWidth: { value: 200 },
		naturalHeight: { value: 100 },
	});
	startSplitLogo();
	const items = [...get("#top-menu").children];
	expect(
		items
			.map(({ className }) => className)
			.indexOf("centered-inline-logo-wrap"),
	).toBe(3);
	expect(get(".centered-inline-logo-wrap .logo_container")).not.toBeNull();
	expect(get(".centered-inline-logo-wrap").style.width).toBe(
		`${200 * ((66 * 0.54 + 22) / 100)}px`,
	);
	width = 900;
	startSplitLogo();
	expect(get(".centered-inline-logo-wrap")).toBeNull();
	expect(get(".et_menu_container").firstElementChild?.className).toBe(
		"logo_container",
	);
});

test("a header at the side is as long as its menu, and again when the width changes", () => {
	document.body.className = "et_vertical_nav";
	document.body.innerHTML = `${HEADER}</div>`;
	mount(document.body);
	expect(get("#main-header").style.height).toBe("400px");
	get("#main-header").style.height = "";
	width = 1300;
	window.dispatchEvent(new Event("resize"));
	vi.advanceTimersByTime(200);
	expect(get("#main-header").style.height).toBe("400px");
});
