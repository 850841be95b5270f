/** Boxes and animations that the base style sheet and the modules give: contract "divi-client", sections 1.6, 6.4, 6.14, 6.18, 6.27, 6.28. */

import { expect } from "vitest";
import { endTransitions, style, testScreens, withModules } from "./visit.js";

const screens = testScreens();

/** The boxes of all elements of a selector, in the window. */
const boxes = (page, selector) =>
	page.$$eval(selector, (all) =>
		all.map((each) => each.getBoundingClientRect().toJSON()),
	);
const box = async (page, selector) => (await boxes(page, selector))[0];

screens(
	"6.4 a sound's cover is 220 px wide beside its player, and above it on phones",
	async ({ open, width }) => {
		const { page } = await open("/modulos/audio/", {
			clock: true,
			ready: ".et_pb_audio_module",
		});
		const [module, cover, content] = await page.$$eval(
			".et_pb_audio_module, .et_pb_audio_cover_art, .et_pb_audio_module_content",
			(all) =>
				all.map((each) => {
					const { width, height, left, top, bottom } =
						each.getBoundingClientRect();
					return { width, height, left, top, bottom };
				}),
		);
		if (width < 768) {
			expect(cover.width).toBeCloseTo(module.width, 0);
			expect(content.top).toBeCloseTo(cover.bottom, 0);
			return;
		}
		expect(cover.width).toBeCloseTo(220, 0);
		expect(content.width).toBeCloseTo(module.width - 220, 0);
		expect(content.left).toBeCloseTo(cover.left + 220, 0);
		expect(cover.height).toBeCloseTo(module.height, 0);
		// As recorded on the theme's own site.
		if (width === 1440) expect(content.width).toBeCloseTo(860, 0);
	},
);

screens(
	"6.18 what has a transform fades with the sheet's keyframes where it has none of its own",
	async ({ open }) => {
		const { page } = await open("/modulos/texto/", {
			clock: true,
			ready: "#propio",
			html: withModules(
				`<style>@keyframes propio{to{opacity:1}} .et_pb_text_8.et_animated.transformAnim{animation-name:propio}</style>
				<div id="ajeno" class="et_pb_module et_pb_text et_pb_text_9 et_animated transformAnim">a</div>
				<div id="propio" class="et_pb_module et_pb_text et_pb_text_8 et_animated transformAnim">b</div>`,
			),
		});
		const animation = (id) =>
			page.$eval(id, (element) => getComputedStyle(element).animationName);
		expect(await animation("#ajeno")).toBe("et_pb_fade");
		expect(await animation("#propio")).toBe("propio");
	},
);

screens(
	"rows and the header's bar take 80 % of the window, up to the width of the content",
	async ({ open, width }) => {
		const { page } = await open("/modulos/texto/", {
			clock: true,
			ready: ".et_pb_row",
		});
		const wanted = Math.min(1080, width * 0.8);
		for (const selector of [".et_pb_row", "#main-header > .container"]) {
			const { left, right } = await box(page, selector);
			expect(right - left).toBeCloseTo(wanted, 0);
			expect(left).toBeCloseTo(width - right, 0);
		}
	},
);

screens(
	"6.14 6.27 pins of maps and labels of search fields take no room, and fields keep their names",
	async ({ open }) => {
		const { page } = await open("/modulos/texto/", {
			clock: true,
			ready: ".et_pb_map_pin",
			html: withModules(
				`<div class="et_pb_module et_pb_map_0 et_pb_map_container"><div class="et_pb_map" data-center-lat="37" data-center-lng="-3" data-zoom="12"></div>
				<div class="et_pb_map_pin" data-lat="37" data-lng="-3" data-title="Casa"><h3>Casa</h3><div class="infowindow">Aquí</div></div></div>
				<div class="et_pb_module et_pb_search et_pb_search_0"><form role="search" class="et_pb_searchform" action="/"><div><label class="screen-reader-text" for="s">Buscar:</label><input type="text" id="s" name="s" class="et_pb_s"><input type="submit" value="Buscar" class="et_pb_searchsubmit"></div></form></div>`,
			),
		});
		expect(await style(page, ".et_pb_map_pin", "display")).toBe("none");
		const map = await box(page, ".et_pb_map");
		expect(map.height).toBe(440);
		expect((await box(page, ".et_pb_map_container")).height).toBe(440);
		expect(await style(page, ".et_pb_search label", "display")).toBe("none");
		expect(
			await page
				.getByRole("textbox", { name: "Buscar:" })
				.getAttribute("class"),
		).toContain("et_pb_s");
	},
);

screens(
	"6.27 a search widget in a narrow column has its field above its button",
	async ({ open }) => {
		const widget = (id, width) =>
			`<div id="${id}" style="width:${width}px"><div class="et_pb_widget_area"><div class="et_pb_widget widget_search"><form class="searchform"><div><label class="screen-reader-text" for="s">Buscar:</label><input type="text" id="s" name="s"><input type="submit" id="searchsubmit" value="Buscar"></div></form></div></div></div>`;
		const { page } = await open("/modulos/texto/", {
			clock: true,
			ready: ".et-narrow-wrapper",
			html: withModules(widget("estrecho", 120) + widget("ancho", 220)),
		});
		const narrow = await boxes(page, "#estrecho input");
		expect(narrow.map(({ width }) => Math.round(width))).toEqual([120, 120]);
		expect(narrow[1].top).toBeGreaterThanOrEqual(narrow[0].bottom);
		const wide = await boxes(page, "#ancho input");
		expect(wide[1].right - wide[0].left).toBeCloseTo(220, 0);
		expect(wide[0].top).toBe(wide[1].top);
	},
);

screens(
	"6.28 a header as high as the window holds its text and its picture",
	async ({ open, width }) => {
		const { page } = await open("/modulos/texto/", {
			clock: true,
			ready: ".et_pb_fullscreen[style*=min-height]",
			html: (html) =>
				withModules("")(html).replace(
					/<div class="et_pb_section [\s\S]*?(?=<\/div><\/div><\/div>)/,
					`<div class="et_pb_section et_pb_section_0 et_pb_fullwidth_section et_section_regular"><section class="et_pb_module et_pb_fullwidth_header et_pb_fullwidth_header_0 et_pb_header_with_image et_pb_text_align_left et_pb_bg_layout_dark et_pb_fullscreen"><div class="et_pb_fullwidth_header_container left"><div class="header-content-container bottom"><div class="header-content"><h1 class="et_pb_module_header">A toda pantalla</h1></div></div><div class="header-image-container center"><div class="header-image"><img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='800'/%3E" width="1200" height="800" alt=""></div></div></div></section></div><div>`,
				),
		});
		const bars = await page.evaluate((isWide) => {
			const height = (id) => document.getElementById(id)?.offsetHeight ?? 0;
			const { heightOnload } = document.getElementById("main-header").dataset;
			return Number(heightOnload) + (isWide ? height("top-header") : 0);
		}, width > 980);
		const section = await box(page, ".et_pb_fullscreen");
		const container = await box(page, ".et_pb_fullwidth_header_container");
		expect(section.height).toBeCloseTo(800 - bars, 0);
		expect(container.height).toBeCloseTo(800 - bars, 0);
		expect(container.width).toBeCloseTo(Math.min(1080, width * 0.8), 0);
		const text = await box(page, ".header-content");
		const picture = await box(page, ".header-image img");
		expect(picture.height / picture.width).toBeCloseTo(2 / 3, 1);
		for (const part of [text, picture]) {
			expect(part.left).toBeGreaterThanOrEqual(container.left - 1);
			expect(part.right).toBeLessThanOrEqual(container.right + 1);
		}
		if (width > 980) {
			expect(picture.left).toBeGreaterThan(text.left);
			// Both leave the same room below them.
			expect(text.bottom).toBeGreaterThanOrEqual(picture.bottom - 1);
		}
	},
);

screens(
	"1.6 a place in the page is reached below what sticks above it",
	async ({ open }) => {
		const sticky = (id) => ({
			id,
			selector: `.${id}`,
			position: "top",
			topOffset: "10px",
			bottomOffset: "0px",
			topLimit: "none",
			bottomLimit: "none",
			offsetSurrounding: "on",
			transition: "off",
			styles: {},
			stickyStyles: {},
		});
		const text = (n, inside) =>
			`<div class="et_pb_module et_pb_text et_pb_text_${n}"><div class="et_pb_text_inner">${inside}</div></div>`;
		const modules = `${text(0, '<a id="ir" href="#destino">ir</a>')}<div style="height:300px"></div>${text(1, '<p style="height:60px">a</p>')}${text(2, '<p style="height:40px">b</p>')}<div style="height:2000px"></div><p id="destino">c</p>
			<div style="height:2000px"></div>${text(3, '<p style="height:50px">d</p>')}<div style="height:2000px"></div>`;
		const elements = Object.fromEntries(
			["et_pb_text_1", "et_pb_text_2", "et_pb_text_3"].map((id) => [
				id,
				sticky(id),
			]),
		);
		const { page, run } = await open("/modulos/texto/", {
			clock: true,
			ready: "#destino",
			html: (html) =>
				withModules(modules)(html).replace(
					/var et_pb_sticky_elements = .*?;/,
					`var et_pb_sticky_elements = ${JSON.stringify(elements)};`,
				),
		});
		await run(500);
		await page.$eval("#ir", (link) => link.click());
		const held = () =>
			page.$$eval(".et_pb_sticky", (all) =>
				all.map(({ className }) => className.match(/et_pb_text_\d/)[0]),
			);
		for (let n = 0; n < 12; n++) {
			await run(200);
			await endTransitions(page);
		}
		await expect
			.poll(async () => {
				await run(50);
				return held();
			})
			.toEqual(["et_pb_text_1", "et_pb_text_2"]);
		const [first, second] = await boxes(page, ".et_pb_sticky");
		expect([first.height, second.height]).toEqual([60, 40]);
		expect(second.top).toBeCloseTo(first.bottom + 10, 0);
		// The bar's last pixel is not counted.
		const { top } = await box(page, "#destino");
		expect(Math.abs(top - second.bottom)).toBeLessThanOrEqual(1.5);
	},
);

/** Star sheets of other makes: the widget must fit any of them. */
const SHEETS = [
	"",
	".star.star.star.star{width:26px!important;height:26px!important;margin:0 1px 0 0}",
	".all-stars.all-stars{letter-spacing:3px;font-size:15.5px;vertical-align:baseline!important}.star.star.star.star{width:28.3px!important;padding:0 2px}",
];

screens.mirrored(
	"reviews-widget 8: the row behind the stars stands where they stand, and moves nothing",
	async ({ open }) => {
		for (const sheet of SHEETS) {
			const { page, run } = await open("/opiniones/", {
				ready: "#algo",
				settle: 0,
				clock: true,
				html: withModules(
					`<style>${sheet}</style><div id="algo" class="google-business-reviews-rating gmbrr"><p class="rating"><span class="number">4,6</span>
					<span class="all-stars animate">${'<span class="star"></span>'.repeat(5)}</span> <a class="count" href="#a">87 opiniones</a></p></div>`,
				),
			});
			const stars = "#algo .all-stars:not(.backdrop) > .star";
			await expect
				.poll(() => boxes(page, "#algo .backdrop > .star"))
				.toHaveLength(5);
			const behind = await boxes(page, "#algo .backdrop > .star");
			const [count] = await boxes(page, "#algo .count");
			for (const [n, star] of (await boxes(page, stars)).entries()) {
				expect(Math.abs(star.left - behind[n].left)).toBeLessThanOrEqual(1);
				expect(Math.abs(star.top - behind[n].top)).toBeLessThanOrEqual(1);
				expect(star.width).toBeCloseTo(behind[n].width, 1);
			}
			await run(5200);
			await expect.poll(() => boxes(page, "#algo .backdrop")).toEqual([]);
			const [after] = await boxes(page, "#algo .count");
			expect(Math.abs(after.left - count.left)).toBeLessThanOrEqual(1.1);
			expect(after.top).toBeCloseTo(count.top, 0);
		}
	},
);
