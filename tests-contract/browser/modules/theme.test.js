/** Contract "divi-client", tables of sections 1.4, 1.5, 2.1, 2.9, 4 and 6 ("Common rules"). */

import { expect } from "vitest";
import {
	classes,
	each,
	endScroll,
	isFocused,
	testScreens,
	withModules,
} from "./visit.js";

const screens = testScreens();

/** Global functions for page scripts, by the markup that a page needs for them. */
const FUNCTIONS =
	`et_pb_init_modules et_pb_slider_init et_fix_slider_height et_pb_tabs_init et_pb_set_tabs_height
	et_pb_map_init et_pb_gallery_init set_gallery_grid_items et_pb_filterable_portfolio_init
	et_fullwidth_portfolio_init et_pb_countdown_timer_init et_bar_counters_init et_pb_reinit_circle_counters
	et_pb_reinit_number_counters et_pb_image_lightbox_init et_pb_video_section_init et_pb_play_overlayed_video
	et_pb_parallax_init et_reinit_waypoint_modules et_animate_element et_process_animation_data
	et_pb_submit_newsletter et_pb_smooth_scroll et_pb_toggle_nav_menu et_pb_init_nav_menu et_duplicate_menu
	et_pb_set_responsive_grid et_calculate_fullscreen_section_size et_fix_testimonial_inner_width
	et_fix_page_container_position et_pb_search_init et_pb_comments_init et_pb_debounce et_shortcodes_init
	et_pb_side_nav_page_init et_pb_init_woo_custom_button_icon`.split(/\s+/);

screens(
	"1.4 1.5 2.1 names that other scripts call; classes of the body; lists at the edge",
	async ({ open, width }) => {
		const { page, run } = await open("/modulos/botones/", {
			clock: true,
			ready: "#top-menu [aria-expanded]",
			html: (html) =>
				html.replace(
					'id="top-menu" class="nav"',
					'id="top-menu" class="nav et_disable_top_tier"',
				),
		});
		await run(500);
		expect(
			await page.evaluate(
				(names) => names.filter((name) => typeof window[name] !== "function"),
				FUNCTIONS,
			),
		).toEqual([]);
		expect(await classes(page, "body")).toContain("chrome");
		expect(await classes(page, "body")).not.toContain("et_mobile_device");
		const tops =
			"#top-menu > .menu-item-has-children > a, #mobile_menu > .menu-item-has-children > a";
		expect(
			new Set(await each(page, tops, (link) => link.getAttribute("href"))),
		).toEqual(new Set(["#"]));
		const { pathname } = new URL(page.url());
		await page.evaluate((tops) => document.querySelector(tops).click(), tops);
		expect(new URL(page.url()).pathname).toBe(pathname);
		// A list that would leave the window opens the other way.
		if (width > 980) {
			await page.evaluate(() => {
				const inner = document.querySelector(".nav li li ul");
				inner.style.cssText =
					"position:fixed;left:1400px;width:240px;display:block";
				dispatchEvent(new Event("resize"));
			});
			expect(await classes(page, "#menu-item-2201")).toContain(
				"et-reverse-direction-nav",
			);
		}
	},
);

screens("2.9 a comment's labels stand in its fields", async ({ open }) => {
	const { page, run } = await open("/modulos/filas/", {
		clock: true,
		ready: "#comentario",
		html: withModules(`<form id="commentform" class="comment-form" action="/no" onsubmit="window.sent = [...new FormData(this).values()].join(); return false">
			<p><label for="author">Nombre <span class="required">*</span></label><input id="author" name="author" type="text"></p>
			<p><label for="comentario">Comentario</label><textarea id="comentario" name="comment"></textarea></p>
			<input type="submit" class="submit" value="Enviar"></form><a class="comment-reply-link" href="#x">r</a>`),
	});
	await run(500);
	expect(await page.inputValue("#author")).toBe("Nombre *");
	expect(await page.isVisible('label[for="author"]')).toBe(false);
	expect(await page.getAttribute("#author", "aria-label")).toBe("Nombre *");
	await page.focus("#author");
	expect(await page.inputValue("#author")).toBe("");
	await page.keyboard.press("Tab");
	expect(await page.inputValue("#author")).toBe("Nombre *");
	await page.keyboard.type("Hola");
	await page.focus("#author");
	await page.keyboard.type("Ana");
	await page.$eval("#commentform", (form) => form.requestSubmit());
	expect(await page.evaluate(() => window.sent)).toMatch(/^Ana,Hola/);
	expect(await classes(page, ".comment-reply-link")).toContain("et_pb_button");
});

screens.mirrored(
	"wordpress-core 17.1 17.3: a comment is answered where it stands",
	async ({ open }) => {
		const { page } = await open("/paseo-por-las-carcavas/", {
			ready: ".comment-reply-link.et_pb_button",
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		const url = page.url();
		const place = () =>
			page.$eval("#respond", (form) => [
				form.previousElementSibling?.id || form.parentElement.id,
				document.querySelector("#comment_parent").value,
				document.querySelector("#cancel-comment-reply-link").offsetWidth > 0,
			]);
		const first = await place();
		expect(first.slice(1)).toEqual(["0", false]);
		for (const id of ["3", "2"]) {
			await page.focus(`#comment-${id} .comment-reply-link`);
			await page.keyboard.press("Enter");
			expect(await place()).toEqual([`comment-${id}`, id, true]);
			expect(await isFocused(page, "#comment")).toBe(true);
			expect(await page.inputValue("#comment")).toBe("");
		}
		// The page goes to the form, as with every link to a place.
		await expect
			.poll(() =>
				page.$eval("#respond", (form) => {
					const { top } = form.getBoundingClientRect();
					return top > -10 && top < 260;
				}),
			)
			.toBe(true);
		expect(page.url()).toBe(url);
		await page.focus("#cancel-comment-reply-link");
		await page.keyboard.press("Enter");
		expect(await place()).toEqual(first);
		expect(await isFocused(page, "#comment-2 .comment-reply-link")).toBe(true);
		await page.keyboard.press("Enter");
		expect((await place())[0]).toBe("comment-2");
		await endScroll(page);
		await page.click("#cancel-comment-reply-link");
		expect(await place()).toEqual(first);
		expect(await page.$("#wp-temp-form-div")).toBe(null);
	},
);

screens(
	"4.3 4.4 4.5 4.6 4.7 4.10 4.13 helps of the layout",
	async ({ open }) => {
		const grid = Array.from(
			{ length: 5 },
			(_, n) =>
				`<div class="et_pb_grid_item ${n === 1 ? "inactive" : ""}" style="float:left;width:30%;margin:0 3% 0 0;height:20px">${n}</div>`,
		).join("");
		const { page, run } = await open("/modulos/filas/", {
			clock: true,
			ready: "#rejilla",
			html: (html) =>
				withModules(`<div class="et_pb_section et_section_specialty"><div class="et_pb_row">
			<div class="et_pb_column et_pb_column_1_4" id="sola"></div><div class="et_pb_column et_pb_column_3_4 et_pb_specialty_column" id="doble"></div></div></div>
			<div id="canal" class="et_pb_gutter_hover et_pb_gutters3" data-original_gutter="3" data-hover_gutter="1">x</div>
			<div id="divisor" class="et_pb_top_inside_divider et-no-transition" style="background-size:50% 20px">x</div>
			<div id="sombra">x</div><div id="rejilla" style="width:600px">${grid}</div>
			<div class="et_pb_pricing_table"><span class="et_pb_dollar_sign" style="display:inline-block;width:12px">€</span></div>
			<iframe src="https://www.youtube.com/embed/x" width="400" height="200" title="v"></iframe>
			<iframe src="/robots.txt" width="400" height="200" title="otro"></iframe>`)(
					html,
				)
					.replace(
						"</head>",
						'<script>window.sombras = ["#sombra"];</script></head>',
					)
					.replace(
						/var et_pb_box_shadow_elements = \[\]/,
						"var et_pb_box_shadow_elements = window.sombras",
					),
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		await run(500);
		const single = await each(page, "#sola, #doble", (column) =>
			column.classList.contains("et_pb_column_single"),
		);
		expect(single).toEqual([true, false]);
		const gutters = async () =>
			(await classes(page, "#canal")).filter((name) => /gutters\d/.test(name));
		await page.dispatchEvent("#canal", "mouseenter");
		expect(await gutters()).toEqual(["et_pb_gutters1"]);
		await page.dispatchEvent("#canal", "mouseleave");
		expect(await gutters()).toEqual(["et_pb_gutters3"]);
		expect(await classes(page, "#divisor")).not.toContain("et-no-transition");
		expect(
			await page.$eval("#sombra", (box) => [
				box.className,
				box.firstElementChild?.className,
			]),
		).toEqual(["has-box-shadow-overlay", "box-shadow-overlay"]);
		expect(
			await each(page, "#rejilla > *", (item) =>
				[...item.classList].filter((name) => /_in_row/.test(name)).join(),
			),
		).toEqual(["first_in_row", "", "", "last_in_row", "first_in_row"]);
		expect(
			await page.$eval(".et_pb_dollar_sign", ({ style }) => style.marginLeft),
		).toBe("-12px");
		expect(
			await each(page, "#main-content iframe", (frame) => [
				frame.parentElement.className === "fluid-width-video-wrapper" &&
					frame.parentElement.style.paddingTop,
				frame.hasAttribute("width"),
			]),
		).toEqual([
			["50%", false],
			[false, true],
		]);
	},
);

const slider = `<div id="dentro" class="et_pb_module et_pb_slider"><div class="et_pb_slides">${[
	0, 1,
]
	.map(
		(n) =>
			`<div class="et_pb_slide et_pb_slide_${n} ${n ? "" : "et-pb-active-slide"}" data-slide-id="et_pb_slide_${n}"><div class="et_pb_container clearfix"><div class="et_pb_slide_description"><h2>S${n}</h2></div></div></div>`,
	)
	.join("")}</div></div>`;

screens(
	"6 modules in modules: tabs with a slider, toggles with toggles",
	async ({ open }) => {
		const toggle = (id, inside) =>
			`<div id="${id}" class="et_pb_module et_pb_toggle et_pb_toggle_close"><h5 class="et_pb_toggle_title">${id}</h5><div class="et_pb_toggle_content clearfix">${inside}</div></div>`;
		const { page, run } = await open("/modulos/pestanas/", {
			clock: true,
			ready: "#fuera [aria-expanded]",
			html: withModules(
				`<div id="tb" class="et_pb_module et_pb_tabs"><ul class="et_pb_tabs_controls clearfix"><li class="et_pb_tab_0 et_pb_tab_active"><a href="#">A</a></li><li class="et_pb_tab_1"><a href="#">B</a></li></ul>
			<div class="et_pb_all_tabs"><div class="et_pb_tab et_pb_tab_0 clearfix et_pb_active_content">a</div><div class="et_pb_tab et_pb_tab_1 clearfix">${slider}</div></div></div>
			${toggle("fuera", `<p>f</p>${toggle("interior", "<p>i</p>")}`)}`,
			),
		});
		await page.waitForSelector("#dentro .et-pb-arrow-next", {
			state: "attached",
		});
		await page.click("#tb li:nth-child(2) a");
		await run(1300);
		const active = () =>
			each(page, "#dentro .et_pb_slide", (slide) =>
				slide.classList.contains("et-pb-active-slide"),
			);
		expect(await active()).toEqual([true, false]);
		await page.$eval("#dentro .et-pb-arrow-next", (arrow) => arrow.click());
		await run(800);
		expect(await active()).toEqual([false, true]);
		expect(
			await page.$$eval("#tb > .et_pb_tabs_controls li", (all) =>
				all.findIndex((item) => item.classList.contains("et_pb_tab_active")),
			),
		).toBe(1);

		const state = (id) =>
			page.$eval(`#${id}`, (root) =>
				root.classList.contains("et_pb_toggle_open"),
			);
		await page.$eval("#fuera .et_pb_toggle_title", (title) => title.click());
		await run(800);
		expect([await state("fuera"), await state("interior")]).toEqual([
			true,
			false,
		]);
		await page.$eval("#interior .et_pb_toggle_title", (title) => title.click());
		await run(800);
		expect([await state("fuera"), await state("interior")]).toEqual([
			true,
			true,
		]);
		expect(await page.isVisible("#interior p")).toBe(true);
	},
);

screens(
	"2.5 a sheet that gives everything a short transition holds the fixed header up nowhere",
	async ({ open }) => {
		const { page, run } = await open("/", {
			clock: true,
			ready: "#top-menu [aria-expanded]",
			reducedMotion: "reduce",
			html: (html) =>
				html.replace(
					"</head>",
					"<style>* { transition-duration: 0.01ms !important }</style></head>",
				),
		});
		await run(500);
		const isFixed = () =>
			each(page, "#main-header", ({ classList }) =>
				classList.contains("et-fixed-header"),
			);
		expect(await isFixed()).toEqual([false]);
		await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
		await expect
			.poll(async () => {
				await run(50);
				return isFixed();
			})
			.toEqual([true]);
	},
);
