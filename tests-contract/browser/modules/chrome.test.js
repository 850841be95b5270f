/**
 * Contract "divi-client-plan", rows 81 to 98, 139 and 148 of section D; "divi-client", section 2; specification, sections 2
 * and 9.
 */

import { expect } from "vitest";
import { classes, each, isFocused, tabTo, testScreens } from "./visit.js";

const screens = testScreens();

/** Width from which the header shows its menu instead of the mobile menu's bar. */
const WIDE = 981;
const PAGE = "/modulos/pestanas/";
const READY = { clock: true, ready: "#top-menu [aria-expanded]" };

/** The page with targets for links added. */
const tall = (more = "") => ({
	html: (html) =>
		html.replace(
			/(<div id="main-content"[^>]*>)/,
			`$1<div style="height:2000px"></div><div id="lejos" style="height:1500px">${more}</div>`,
		),
});

const has = async (page, selector, ...names) => {
	const all = await classes(page, selector);
	return names.map((name) => all.includes(name));
};
const scrollTo = async (page, y) => {
	await page.evaluate(
		(y) =>
			new Promise((done) => {
				addEventListener("scroll", () => done(), { once: true });
				window.scrollTo({ top: y, behavior: "instant" });
			}),
		y,
	);
};
const scrolled = (page) => page.evaluate(() => Math.round(scrollY));

screens(
	"81 84 menus under the pointer; mega menus say how wide they are",
	async ({ open, width }) => {
		const { page, run } = await open(PAGE, READY);
		const item = "#top-menu > #menu-item-2201";
		const inner = "#top-menu #menu-item-2202";
		const enter = (selector) =>
			width >= WIDE
				? page.hover(`${selector} > a`)
				: page.dispatchEvent(selector, "mouseenter");
		const leave = async (selector) => {
			if (width >= WIDE) await page.mouse.move(5, 700);
			else await page.dispatchEvent(selector, "mouseleave");
		};
		await enter(item);
		expect(await has(page, item, "et-show-dropdown", "et-hover")).toEqual([
			true,
			true,
		]);
		expect(await page.getAttribute(`${item} > a`, "aria-expanded")).toBe(
			"true",
		);
		if (width >= WIDE) {
			await page.waitForSelector(`${inner} > a`);
			await enter(inner);
			expect(await has(page, inner, "et-show-dropdown")).toEqual([true]);
		}
		await leave(item);
		expect(await has(page, item, "et-show-dropdown")).toEqual([false]);
		await run(30);
		expect(await has(page, item, "et-hover")).toEqual([false]);
		expect(await page.getAttribute(`${item} > a`, "aria-expanded")).toBe(
			"false",
		);
		expect(
			await has(
				page,
				"#top-menu > #menu-item-2205",
				"mega-menu-parent",
				"mega-menu-parent-3",
			),
		).toEqual([true, true]);
		// The inside of a mega menu is there while it is open, all of it.
		const mega = "#top-menu > #menu-item-2205";
		const inside = () =>
			each(page, `${mega} .sub-menu .sub-menu`, (list) => {
				const { display, visibility } = getComputedStyle(list);
				return display === "none" ? display : visibility;
			});
		expect(await inside()).toEqual(Array(3).fill("none"));
		await enter(mega);
		if (width >= WIDE) {
			await page.waitForSelector(`${mega} .sub-menu .sub-menu a`);
			expect(await inside()).toEqual(Array(3).fill("visible"));
		}
		await leave(mega);
		await run(30);
		expect(await inside()).toEqual(Array(3).fill("none"));
	},
);

screens(
	"2.1 menus open for who comes to them by Tab, and close with Escape",
	async ({ open, width }) => {
		if (width < WIDE) return;
		const { page, run } = await open(PAGE, READY);
		const parent = "#top-menu > li.menu-item-has-children > a";
		const item = "#top-menu > #menu-item-2201";
		await tabTo(page, parent);
		expect(await has(page, item, "et-show-dropdown")).toEqual([true]);
		expect(await page.getAttribute(parent, "aria-expanded")).toBe("true");
		await page.waitForSelector(`${item} > .sub-menu`);
		await page.keyboard.press("Tab");
		expect(await isFocused(page, `${item} > .sub-menu > li > a`)).toBe(true);
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		expect(await isFocused(page, parent)).toBe(true);
		await run(30);
		expect(await has(page, item, "et-show-dropdown", "et-hover")).toEqual([
			false,
			false,
		]);
	},
);

screens(
	"82 83 the first tap opens, the second follows",
	async ({ open, width, site }) => {
		if (width < WIDE) return;
		const { page, run } = await open(PAGE, { ...READY, hasTouch: true });
		const item = "#top-menu > #menu-item-2201";
		const shown = ["et-show-dropdown", "et-hover", "et-touch-hover"];
		await page.tap(`${item} > a`);
		expect(await has(page, item, ...shown)).toEqual([true, true, true]);
		expect(page.url()).toBe(site.base + PAGE);
		await page.touchscreen.tap(300, 700);
		expect(await has(page, item, "et-show-dropdown", "et-touch-hover")).toEqual(
			[false, false],
		);
		await run(200);
		expect(await has(page, item, "et-hover")).toEqual([false]);
		await page.tap(`${item} > a`);
		await page.tap(`${item} > a`);
		await page.waitForURL(`${site.base}/casas/`);
	},
);

screens.mirrored(
	"85 86 87 88 the menu of small windows",
	async ({ open, width }) => {
		const { page, run } = await open("/modulos/menu-modulo/", {
			clock: true,
			ready: "#mobile_menu1",
		});
		expect(
			await page.$eval("#mobile_menu", (list) => [
				list.className,
				list.firstElementChild.classList.contains("et_first_mobile_item"),
				list.parentElement.matches("#et-top-navigation .mobile_nav.closed"),
			]),
		).toEqual(["et_mobile_menu", true, true]);
		expect(
			await page.$$("ul.et_mobile_menu[id^=mobile_menu]"),
		).not.toHaveLength(0);
		if (width >= WIDE) {
			expect(await page.isVisible("#et_mobile_nav_menu")).toBe(false);
			return;
		}
		const nav = "#et-top-navigation .mobile_nav";
		const other = ".et_pb_menu_0 .mobile_nav";
		const states = () =>
			Promise.all([nav, other].map((each) => has(page, each, "opened")));
		await tabTo(page, `${nav} .mobile_menu_bar`);
		await page.keyboard.press("Enter");
		await run(200);
		expect(await states()).toEqual([[true], [false]]);
		const style = (selector) =>
			page.$eval(selector, ({ style: { display, overflow, height } }) => ({
				display,
				overflow,
				height,
			}));
		expect((await style("#mobile_menu")).overflow).toBe("hidden");
		await run(500);
		expect(await style("#mobile_menu")).toEqual({
			display: "block",
			overflow: "",
			height: "",
		});
		expect(
			await page.getAttribute(`${nav} .mobile_menu_bar`, "aria-expanded"),
		).toBe("true");
		await page.$eval(`${other} .mobile_menu_bar`, (bar) => bar.click());
		expect(await states()).toEqual([[false], [true]]);
		await run(600);
		expect((await style("#mobile_menu")).display).toBe("none");
		await page.$eval(`${other} ul a[href="#patio"]`, (link) => link.click());
		expect(await states()).toEqual([[false], [false]]);
		await run(600);
		await tabTo(page, `${other} .mobile_menu_bar`);
		await page.keyboard.press("Space");
		await run(600);
		await tabTo(page, `${other} ul a`);
		await page.keyboard.press("Escape");
		expect(await states()).toEqual([[false], [false]]);
		expect(await isFocused(page, `${other} .mobile_menu_bar`)).toBe(true);
	},
);

screens("89 90 2.6 the header's search", async ({ open }) => {
	const { page, run } = await open(PAGE, READY);
	const menu = ".et_menu_container";
	const form = ".et_search_form_container";
	const states = async () => [
		(await classes(page, menu)).filter((name) => name.startsWith("et_pb_")),
		(await classes(page, form)).filter((name) => name.startsWith("et_pb_")),
	];
	await tabTo(page, "#et_search_icon");
	await page.keyboard.press("Enter");
	// The form's chunk comes in its own time; its clock does not run before.
	await expect
		.poll(states)
		.toEqual([
			["et_pb_menu_hidden"],
			["et_pb_search_visible", "et_pb_is_animating"],
		]);
	expect(await isFocused(page, `${form} input`)).toBe(true);
	await page.mouse.click(200, 700);
	expect((await states())[1]).toContain("et_pb_search_visible");
	await run(1100);
	expect(await states()).toEqual([
		["et_pb_menu_hidden", "et_pb_no_animation"],
		["et_pb_search_visible", "et_pb_no_animation"],
	]);
	await page.mouse.click(200, 700);
	expect(await states()).toEqual([
		["et_pb_menu_visible"],
		["et_pb_search_form_hidden", "et_pb_is_animating"],
	]);
	await run(1000);
	expect((await states())[1]).toEqual([
		"et_pb_search_form_hidden",
		"et_pb_no_animation",
	]);
	await page.$eval("#et_search_icon", (icon) => icon.click());
	// Escape works after the animation has ended.
	await run(500);
	await page.keyboard.press("Escape");
	expect(await isFocused(page, `${form} input`)).toBe(true);
	await run(600);
	await page.keyboard.press("Escape");
	expect((await states())[1]).toContain("et_pb_search_form_hidden");
	expect(await isFocused(page, "#et_search_icon")).toBe(true);
	await run(1100);
	await page.keyboard.press("Enter");
	await run(1100);
	await tabTo(page, ".et_close_search_field");
	await page.keyboard.press("Enter");
	expect((await states())[1]).toContain("et_pb_search_form_hidden");
	expect(await isFocused(page, "#et_search_icon")).toBe(true);
});

screens("91 92 6.29 the search of a menu module", async ({ open }) => {
	const { page, run } = await open("/modulos/menu-modulo/", {
		clock: true,
		ready: ".et_pb_menu__search-button[aria-expanded]",
	});
	const edges = (part) =>
		page.$eval(`.et_pb_menu_0 ${part}`, (element) => {
			const { left, right } = element.getBoundingClientRect();
			return { left, right };
		});
	// The icons are beside the logo at any width.
	expect((await edges(".et_pb_menu__logo img")).right).toBeLessThanOrEqual(
		(await edges(".et_pb_menu__cart-button")).left,
	);
	const box = ".et_pb_menu_0 .et_pb_menu__search-container";
	const wrap = ".et_pb_menu_0 .et_pb_menu__wrap";
	const states = async () =>
		(await classes(page, box)).slice(1).map((name) => name.split("--").pop());
	const opener = ".et_pb_menu_0 .et_pb_menu__search-button";
	await tabTo(page, opener);
	await page.keyboard.press("Enter");
	await run(150);
	expect(await states()).toEqual(["visible", "et_pb_is_animating"]);
	expect(await has(page, wrap, "et_pb_menu__wrap--hidden")).toEqual([true]);
	const input = ".et_pb_menu_0 .et_pb_menu__search-input";
	expect(await isFocused(page, input)).toBe(true);
	await page.$eval(input, (field) => field.blur());
	expect((await states())[0]).toBe("visible");
	await page.focus(input);
	await page.keyboard.press("Escape");
	expect(await isFocused(page, input)).toBe(true);
	await run(1000);
	expect(await states()).toEqual(["visible", "et_pb_no_animation"]);
	await tabTo(page, ".et_pb_menu__close-search-button");
	expect((await states())[0]).toBe("visible");
	await page.keyboard.press("Enter");
	expect((await states()).sort()).toEqual([
		"et_pb_is_animating",
		"et_pb_no_animation",
		"hidden",
	]);
	await run(1000);
	expect(await states()).toContain("disabled");
	expect(await isFocused(page, opener)).toBe(true);
});

screens(
	"93 94 95 96 the fixed header, the way back, places in the page",
	async ({ open, width }) => {
		const { page, run } = await open(PAGE, {
			...READY,
			...tall(
				`<p class="et_smooth_scroll_disabled"><a id="salta" href="#top-menu">a</a></p>`,
			),
			events: [],
		});
		await page.evaluate(() => {
			window.moves = [];
			for (const end of ["Start", "End"]) {
				addEventListener(
					`ETDiviFixedHeaderTransition${end}`,
					({ type, detail }) =>
						window.moves.push([type.slice(27), typeof detail.marginTop]),
				);
			}
		});
		const top = ".et_pb_scroll_top";
		await scrollTo(page, 800);
		await run(50);
		expect(await has(page, top, "et-visible")).toEqual([false]);
		await scrollTo(page, 900);
		await run(50);
		expect(await has(page, top, "et-visible", "et-hidden")).toEqual([
			true,
			false,
		]);
		expect(await has(page, "#main-header", "et-fixed-header")).toEqual([true]);
		expect(await has(page, "#top-header", "et-fixed-header")).toEqual([true]);
		expect(await has(page, "#page-container", "et-animated-content")).toEqual([
			true,
		]);
		expect(
			await page.$eval(
				"#page-container",
				({ style }) => style.marginTop !== "",
			),
		).toBe(width >= WIDE);
		await run(400);
		expect(await page.evaluate(() => window.moves)).toEqual([
			["Start", "number"],
			["End", "number"],
		]);
		await tabTo(page, top, "Shift+Tab");
		await page.keyboard.press("Enter");
		await run(900);
		expect(await scrolled(page)).toBe(0);
		await expect
			.poll(() => has(page, top, "et-visible", "et-hidden"))
			.toEqual([false, true]);
		await expect
			.poll(async () => {
				await run(50);
				return has(page, "#main-header", "et-fixed-header");
			})
			.toEqual([false]);
		expect(await has(page, "#page-container", "et-animated-content")).toEqual([
			true,
		]);

		await page.evaluate(() => {
			const link = document.createElement("a");
			link.href = "#lejos";
			document.body.append(link);
			link.click();
		});
		await run(850);
		expect(new URL(page.url()).hash).toBe("#lejos");
		const place = await page.$eval("#lejos", (element) => {
			const heights = ["#top-header", "#main-header"].map(
				(selector) => document.querySelector(selector).offsetHeight,
			);
			return [element.getBoundingClientRect().top, heights[0] + heights[1] - 1];
		});
		const under = width >= WIDE ? place[1] : 0;
		expect(Math.abs(place[0] - under)).toBeLessThan(60);
		const native = await page.evaluate(() => {
			const link = document.querySelector("#salta");
			let isPrevented;
			addEventListener("click", (event) => {
				isPrevented = event.defaultPrevented;
				event.preventDefault();
			});
			link.click();
			return isPrevented;
		});
		expect(native).toBe(false);
	},
);

screens(
	"3.3 a page that is loaded with a place goes there",
	async ({ open, width }) => {
		const { page, run } = await open(`${PAGE}#lejos`, { ...READY, ...tall() });
		expect(await page.evaluate(() => history.scrollRestoration)).toBe("manual");
		await run(2000);
		const top = await page.$eval("#lejos", (element) =>
			Math.round(element.getBoundingClientRect().top),
		);
		const header = await page.$eval("#main-header", (header) =>
			Math.round(header.getBoundingClientRect().bottom),
		);
		// The header shrinks during the scroll: the target ends at it or lower by the difference.
		const gap = top - (width >= WIDE ? header : 0);
		expect(gap).toBeGreaterThan(-4);
		expect(gap).toBeLessThan(width >= WIDE ? 60 : 4);
	},
);

screens.mirrored(
	"148 the languages, by keyboard alone",
	async ({ open, site }) => {
		const { page } = await open("/contacto/", {
			ready: ".js-wpml-ls-item-toggle[aria-expanded]",
		});
		const toggle = "#main-footer .js-wpml-ls-item-toggle";
		const list = "#main-footer .js-wpml-ls-sub-menu";
		const state = () => page.$eval(list, ({ style }) => style.visibility);
		const url = page.url();
		await page.click(toggle);
		expect(await state()).toBe("visible");
		expect(await page.getAttribute(toggle, "aria-expanded")).toBe("true");
		await page.mouse.click(3, 300);
		expect(await state()).toBe("hidden");
		expect(page.url()).toBe(url);
		await page.evaluate(() => document.activeElement.blur());
		await page.focus(toggle);
		for (const key of ["Enter", "Space"]) {
			await page.keyboard.press(key);
			expect(await state()).toBe("visible");
			await page.keyboard.press("Tab");
			expect(await isFocused(page, `${list} a`)).toBe(true);
			await page.keyboard.press("Escape");
			expect(await state()).toBe("hidden");
			expect(await isFocused(page, toggle)).toBe(true);
		}
		expect(page.url()).toBe(url);
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await page.waitForURL(`${site.base}/en/contact/`);
	},
);

screens.mirrored(
	"148 the open list of languages lies over the page",
	async ({ open }) => {
		const { page } = await open("/contacto/", {
			ready: ".js-wpml-ls-item-toggle[aria-expanded]",
		});
		const switcher = "#main-content .js-wpml-ls-legacy-dropdown-click";
		await page.click(`${switcher} .js-wpml-ls-item-toggle`);
		const links = await each(page, `${switcher} .wpml-ls-link`, (link) => {
			const { x, y, width, height } = link.getBoundingClientRect();
			const top = document.elementFromPoint(x + width / 2, y + height / 2);
			return link.contains(top) && x >= 0 && x + width <= innerWidth;
		});
		expect(links).toEqual([true, true, true]);
	},
);

screens(
	"139 and specification 9: the cart's count; what the analytics service is told",
	async ({ open, width }) => {
		const names = {
			phone: { desktop: "tel", mobile: "tel_m" },
			booking: {
				desktop: "reserva",
				mobile: "reserva_m",
				hosts: ["reservas.example"],
			},
			messaging: { mobile: "whats", hosts: ["wa.me"] },
			forms: { 235: "form_es" },
		};
		const links = [
			"tel:+34958",
			"https://www.reservas.example/x",
			"https://wa.me/34",
			"/contacto/",
		];
		const { page } = await open("/contacto/", {
			ready: ".wpcf7.js",
			html: (html) =>
				html.replace(
					/(<div id="main-content"[^>]*>)/,
					`$1<script type="application/json" id="oxipress-conversions">${JSON.stringify(names)}</script>
					${links.map((href, n) => `<a id="enlace${n}" href="${href}">x</a>`).join("")}
					<table class="woocommerce-cart shop_table cart"><tr><td class="product-quantity"><input value="2"></td></tr>
					<tr><td class="product-quantity"><input value="3"></td></tr></table>`,
				),
			start: () => {
				window.told = [];
				window.gtag = (...given) => window.told.push(given.join(" "));
			},
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		await page.evaluate(() => {
			addEventListener("click", (event) => event.preventDefault());
			for (const link of document.querySelectorAll("[id^=enlace]"))
				link.click();
			document.querySelector(".wpcf7-form").dispatchEvent(
				new CustomEvent("wpcf7mailsent", {
					bubbles: true,
					detail: { contactFormId: 235 },
				}),
			);
		});
		const told = await page.evaluate(() => window.told);
		const expected =
			width >= WIDE
				? ["event tel", "event reserva", "event form_es"]
				: ["event tel_m", "event reserva_m", "event whats", "event form_es"];
		expect(
			told.filter((each) => !each.startsWith("event formulario_")),
		).toEqual(expected);
		await page.evaluate(() =>
			document.body.dispatchEvent(
				new CustomEvent("updated_wc_div", { bubbles: true }),
			),
		);
		await expect
			.poll(() => each(page, "a.et-cart-info span"))
			.toEqual([
				await page.evaluate(() => window.DIVI.items_count.replace("%d", "5")),
			]);
	},
);

screens("97 98 a header as high as the window", async ({ open, width }) => {
	const { page, run } = await open("/modulos/cabecera-pantalla/", {
		clock: true,
		ready: ".et_pb_fullscreen",
	});
	await run(1500);
	const measure = () =>
		page.$eval(".et_pb_fullscreen", (section) => {
			const inside = section.querySelector(".et_pb_fullwidth_header_container");
			return [
				section.style.minHeight,
				inside.style.minHeight === section.style.minHeight,
			];
		});
	// Below 981 px the top bar takes nothing, and the header the height that the server printed.
	const bars = await page.evaluate(() => {
		const { heightOnload } = document.querySelector("#main-header").dataset;
		const top = document.querySelector("#top-header")?.offsetHeight ?? 0;
		return Number(heightOnload) + (innerWidth > 980 ? top : 0);
	});
	if (width < WIDE) expect(bars).toBe(66);
	expect(await measure()).toEqual([`${800 - bars}px`, true]);
	expect(
		await page.$eval(".et_pb_fullscreen", ({ offsetHeight }) => offsetHeight),
	).toBeGreaterThanOrEqual(800 - bars);
	await page.setViewportSize({ width: 700, height: 600 });
	await run(1500);
	const kept = await page.$eval("#main-header", ({ dataset }) =>
		Number(dataset.heightOnload),
	);
	expect(await measure()).toEqual([`${600 - kept}px`, true]);
});
