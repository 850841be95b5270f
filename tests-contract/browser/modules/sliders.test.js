/** Contract "divi-client-plan", rows 1 to 22 of section D; "divi-client", sections 1.6, 6.1 and 6.3. */

import { expect } from "vitest";
import { classes, each, tabTo, testScreens, withModules } from "./visit.js";

const screens = testScreens();

const PAGE = "/modulos/deslizante/";

const slide = (n, layout, text = "Texto.") =>
	`<div class="et_pb_slide et_pb_slide_${n} et_pb_bg_layout_${layout}${n ? "" : " et-pb-active-slide"}" data-slide-id="et_pb_slide_${n}">
	<div class="et_pb_container clearfix"><div class="et_pb_slider_container_inner"><div class="et_pb_slide_description">
	<h2 class="et_pb_slide_title">S${n}</h2><div class="et_pb_slide_content"><p>${text}</p></div></div></div></div></div>`;
const slider = (id, tokens = "", slides = 3) =>
	`<div id="${id}" class="et_pb_module et_pb_slider ${tokens}"><div class="et_pb_slides">
	${Array.from({ length: slides }, (_, n) => slide(n, n % 2 ? "light" : "dark", "Texto. ".repeat(1 + 60 * n))).join("")}
	</div></div>`;

const openSliders = (open, sliders, more) =>
	open(PAGE, {
		clock: true,
		ready: ".et_pb_slider[data-active-slide]",
		html: withModules(sliders.join("")),
		...more,
	});

const activeOf = (page, id) =>
	page.$$eval(`#${id} .et_pb_slide`, (all) =>
		all.findIndex((each) => each.classList.contains("et-pb-active-slide")),
	);
const slideOf = (page, id, n) =>
	page.$eval(
		`#${id} .et_pb_slide_${n}`,
		({ style: { display, opacity, zIndex }, classList }) => ({
			display,
			opacity: opacity === "" ? "" : Number(opacity),
			zIndex,
			tokens: [...classList].filter((name) =>
				/active-slide|moved-slide|et_slide_transition/.test(name),
			),
		}),
	);
const press = (page, id, what) =>
	page.$eval(`#${id} ${what}`, (link) => link.click());
const NEXT = ".et-pb-arrow-next";
const swipe = (page, id, dx, dy = 0) =>
	page.$eval(
		`#${id} .et-pb-active-slide`,
		(target, [dx, dy]) => {
			const send = (type, part) => {
				const point = new Touch({
					identifier: 1,
					target,
					pageX: 200 + dx * part,
					pageY: 200 + dy * part,
					clientX: 200 + dx * part,
					clientY: 200 + dy * part,
				});
				target.dispatchEvent(
					new TouchEvent(type, {
						bubbles: true,
						cancelable: true,
						touches: type === "touchend" ? [] : [point],
						targetTouches: type === "touchend" ? [] : [point],
						changedTouches: [point],
					}),
				);
			};
			send("touchstart", 0);
			send("touchmove", 0.5);
			send("touchmove", 1);
			send("touchend", 1);
		},
		[dx, dy],
	);

screens(
	"1 2 3 4 5 6 11 12 17 arrows and dots turn a slider",
	async ({ open }) => {
		const { page, run } = await openSliders(open, [
			slider("uno"),
			slider("sola", "", 1),
			slider("sin", "et_pb_slider_no_arrows et_pb_slider_no_pagination"),
		]);
		const root = () => classes(page, "#uno");
		expect(await activeOf(page, "uno")).toBe(0);
		expect(await root()).toContain("et_pb_bg_layout_dark");
		expect(await page.getAttribute("#uno", "data-active-slide")).toBe(
			"et_pb_slide_0",
		);
		expect(
			await page.$eval("#uno", ({ children }) =>
				[...children].slice(-2).map(({ className }) => className),
			),
		).toEqual(["et-pb-slider-arrows", "et-pb-controllers"]);
		const dots = () =>
			each(page, "#uno .et-pb-controllers a", (dot) =>
				dot.classList.contains("et-pb-active-control"),
			);
		expect(await dots()).toEqual([true, false, false]);
		const heights = await each(
			page,
			"#uno .et_pb_container",
			({ style }) => style.height,
		);
		expect(new Set(heights).size).toBe(1);
		expect(heights[0]).toMatch(/px$/);

		await press(page, "uno", NEXT);
		await run(100);
		const [old, fresh] = [
			await slideOf(page, "uno", 0),
			await slideOf(page, "uno", 1),
		];
		expect(old).toMatchObject({
			display: "list-item",
			zIndex: "2",
			tokens: ["et-pb-moved-slide", "et_slide_transition"],
		});
		expect(old.opacity).toBeGreaterThan(0.9);
		expect(fresh).toMatchObject({
			display: "block",
			zIndex: "1",
			tokens: ["et-pb-active-slide"],
		});
		expect(fresh.opacity).toBeLessThan(0.1);
		expect(await dots()).toEqual([false, true, false]);
		expect(await root()).toEqual(
			expect.arrayContaining([
				"et_slide_transition_to_next",
				"et_pb_bg_layout_dark",
			]),
		);
		await press(page, "uno", NEXT);
		expect(await activeOf(page, "uno")).toBe(1);
		await run(800);
		expect(await slideOf(page, "uno", 0)).toMatchObject({
			display: "none",
			opacity: 0,
			tokens: ["et-pb-moved-slide"],
		});
		expect(await root()).toContain("et_pb_bg_layout_light");
		await press(page, "uno", ".et-pb-controllers a:nth-child(1)");
		await run(800);
		expect(await activeOf(page, "uno")).toBe(0);
		expect(await root()).toContain("et_slide_transition_to_0");
		await press(page, "uno", ".et-pb-arrow-prev");
		await run(800);
		expect(await activeOf(page, "uno")).toBe(2);
		expect(await page.$("#sola :is([class*=arrow], [class*=control])")).toBe(
			null,
		);
		expect(await page.$("#sin :is([class*=arrow], [class*=control])")).toBe(
			null,
		);

		// By keyboard alone.
		await tabTo(page, `#uno ${NEXT}`);
		await page.keyboard.press("Enter");
		await run(800);
		expect(await activeOf(page, "uno")).toBe(0);
		await tabTo(page, "#uno .et-pb-controllers a:nth-child(2)");
		await page.keyboard.press("Enter");
		await run(800);
		expect(await activeOf(page, "uno")).toBe(1);
		expect(new URL(page.url()).hash).toBe("");
	},
);

screens("7 8 9 10 149 what turns by itself", async ({ open }) => {
	const { page, run } = await openSliders(open, [
		slider("auto", "et_slider_auto et_slider_speed_3000"),
		slider("pausa", "et_slider_auto et_slider_speed_3000 et_pb_pause_slider"),
		slider("sinclase", "et_slider_auto"),
	]);
	const start = await activeOf(page, "auto");
	await run(3000);
	expect(await activeOf(page, "auto")).toBe((start + 1) % 3);
	await page.dispatchEvent("#auto", "mouseenter");
	expect(await classes(page, "#auto")).toContain("et_slider_hovered");
	await run(7000);
	expect(await activeOf(page, "auto")).toBe((start + 1) % 3);
	await page.dispatchEvent("#auto", "mouseleave");
	await run(2900);
	expect(await activeOf(page, "auto")).toBe((start + 1) % 3);
	await run(200);
	expect(await activeOf(page, "auto")).toBe((start + 2) % 3);
	expect(await activeOf(page, "pausa")).toBe(0);
	await page.$eval("#pausa", (root) =>
		root.classList.remove("et_pb_pause_slider"),
	);
	await run(5100);
	expect(await activeOf(page, "pausa")).toBe(1);
	// Some 18 s, and 3 before: two or three times 7 s.
	expect([1, 2, 0]).toContain(await activeOf(page, "sinclase"));

	const still = await openSliders(
		open,
		[slider("auto", "et_slider_auto et_slider_speed_3000")],
		{ reducedMotion: "reduce" },
	);
	await press(still.page, "auto", NEXT);
	await still.run(20);
	expect(await slideOf(still.page, "auto", 1)).toMatchObject({
		display: "block",
		opacity: 1,
	});
	expect((await slideOf(still.page, "auto", 0)).display).toBe("none");
});

screens.mirrored(
	"13 14 15 16 fingers turn a slider, never the other way round",
	async ({ open }) => {
		const { page, run } = await openSliders(open, [slider("uno")], {
			hasTouch: true,
		});
		for (const [dx, dy, active] of [
			[-25, 0, 0],
			[-100, 80, 0],
			[-100, 0, 1],
			[100, 0, 0],
			[100, 0, 2],
		]) {
			await swipe(page, "uno", dx, dy);
			await run(800);
			expect(await activeOf(page, "uno")).toBe(active);
		}
	},
);

screens(
	"18 23 images in a slider, and videos that stop with their slide",
	async ({ open, width }) => {
		const video =
			'<div class="et_pb_slide_video"><div class="et_pb_video_box"><iframe src="/robots.txt?x=0" title="v"></iframe></div><div class="et_pb_video_overlay"><div class="et_pb_video_overlay_hover"><a href="#" class="et_pb_video_play"></a></div></div></div>';
		const { page, run } = await openSliders(open, [
			slider("video")
				.replace('<div class="et_pb_slider_container_inner">', `$&${video}`)
				.replace("et_pb_slide_0 ", "et_pb_slide_0 et_pb_post "),
		]);
		await press(page, "video", ".et_pb_video_play");
		await run(600);
		const src = () =>
			page.$eval("#video iframe", (frame) => frame.getAttribute("src"));
		expect(await src()).toContain("autoplay=1");
		await press(page, "video", NEXT);
		await run(900);
		expect(await src()).not.toContain("autoplay=1");
		expect(
			await page.$eval("#video .et_pb_video_overlay", ({ style }) => [
				style.display,
				style.opacity,
			]),
		).toEqual(["block", "1"]);

		const own = await open(PAGE, {
			clock: true,
			ready: ".et_pb_slider_0 .et-pb-arrow-next",
		});
		await own.page.$eval(`.et_pb_slider_0 ${NEXT}`, (arrow) => arrow.click());
		await own.run(900);
		await own.page.evaluate(() => dispatchEvent(new Event("resize")));
		const [limit, height] = await own.page.$eval(".et_pb_slider_0", (root) => [
			Number.parseFloat(
				root.querySelector(".et_pb_slide_1 .et_pb_slide_image img").style
					.maxHeight,
			),
			root.clientHeight,
		]);
		expect(Math.abs(limit - 0.8 * height)).toBeLessThan(2);
		// On phones a slider shows its pictures where its setting says so.
		const pictures = await each(own.page, ".et_pb_slide_image", (box) => [
			box.closest(".et_pb_slider_show_image") !== null,
			getComputedStyle(box).display !== "none",
		]);
		expect(pictures).toEqual([
			[false, width >= 768],
			[true, true],
		]);
	},
);

screens(
	"6.1 heights come from the window's width alone, whatever it was before",
	async ({ open, width }) => {
		const WIDTHS = [390, 820, 1440];
		const visit = async (first) => {
			const { page, run } = await open(PAGE, {
				clock: true,
				ready: ".et_pb_slider_0 .et-pb-arrow-next",
				viewport: { width: first, height: 800 },
				html: (html) =>
					html
						// An image in the text, as in a slide without image classes.
						.replace(/ et_pb_slide_with_image/g, "")
						.replace(
							"</head>",
							"<style>img{transition:none!important}</style></head>",
						),
			});
			await page.waitForFunction(() => window.et_load_event_fired);
			await page.$eval(".et_pb_slider_0 .et_pb_slide_1 img", (image) =>
				image.decode(),
			);
			await page.$eval(`.et_pb_slider_0 ${NEXT}`, (arrow) => arrow.click());
			await run(900);
			const fix = async (to) => {
				await page.setViewportSize({ width: to, height: 800 });
				await expect.poll(() => page.evaluate(() => innerWidth)).toBe(to);
				await page.evaluate(() => dispatchEvent(new Event("resize")));
				await run(300);
			};
			const measured = () =>
				page.$eval(".et_pb_slider_0", (root) => {
					const image = root.querySelector(".et_pb_slide_1 .et_pb_slide_image");
					const { maxHeight } = image.querySelector("img").style;
					return [root.clientHeight, maxHeight, image.style.marginTop];
				});
			return { page, run, fix, measured };
		};
		const fresh = await visit(width);
		await fresh.fix(width);
		const expected = await fresh.measured();
		expect(Number.parseFloat(expected[1])).toBeGreaterThan(0);
		for (const first of WIDTHS.filter((other) => other !== width)) {
			const { fix, measured, page, run } = await visit(first);
			await fix(first);
			await fix(width);
			expect(await measured(), `from ${first}`).toEqual(expected);
			// The hidden slide has the new limit too.
			await page.$eval(`.et_pb_slider_0 ${NEXT}`, (arrow) => arrow.click());
			await run(900);
			await fix(first);
			await fix(width);
			expect((await measured())[1], `hidden from ${first}`).toBe(expected[1]);
		}
	},
);

const video = (n) =>
	`<div class="et_pb_video_slider_item_${n} et_pb_slide et_pb_bg_layout_dark" data-image="/wp-content/uploads/2026/11/patio.jpg">
	<div class="et_pb_video_wrap"><div class="et_pb_video_box"><iframe src="about:blank?x=${n}" title="v"></iframe></div></div></div>`;

screens(
	"19 20 21 22 the thumbnails of a video slider",
	async ({ open, width }) => {
		const { page, run } = await open("/modulos/video-deslizante/", {
			clock: true,
			ready: ".et_pb_carousel_item",
			html: withModules(
				`<div id="videos" class="et_pb_module et_pb_video_slider"><div class="et_pb_slider et_pb_preload et_pb_slider_carousel et_pb_slider_no_pagination"><div class="et_pb_slides">${[0, 1, 2, 3, 4, 5].map(video).join("")}</div></div></div>`,
			),
		});
		const columns = width >= 768 ? 4 : 3;
		const items = ".et_pb_carousel_items";
		expect(
			await page.$eval(".et_pb_carousel", (carousel) =>
				carousel.previousElementSibling.matches(".et_pb_slider"),
			),
		).toBe(true);
		expect(await classes(page, items)).toContain(`columns-${columns}`);
		expect(await page.$eval(items, ({ style }) => style.height)).toMatch(/px$/);
		const groups = () =>
			each(page, ".et-carousel-group", (group) =>
				[
					[...group.classList].filter((name) =>
						/^(active|next|prev)$/.test(name),
					),
					[...group.children].map((item) => Number(item.dataset.slideId)),
				].join(" "),
			);
		const first = [0, 1, 2, 3].slice(0, columns);
		const next = [columns, columns + 1, columns + 2, columns + 3]
			.slice(0, columns)
			.map((n) => n % 6);
		const word = (name, all) => `${name} ${all}`;
		expect(await groups()).toEqual([word("active", first)]);
		await page.$eval(`${items} .et-pb-arrow-next`, (arrow) => arrow.click());
		await run(300);
		expect(await classes(page, "body")).toContain("et-pb-is-sliding-carousel");
		const both = await groups();
		expect(both).toHaveLength(2);
		expect(both.find((group) => group.includes("next"))).toMatch(
			new RegExp(`${next}$`),
		);
		await run(1100);
		expect(await groups()).toEqual([word("active", next)]);
		expect(await classes(page, "body")).not.toContain(
			"et-pb-is-sliding-carousel",
		);
		const id = next[1];
		await page.$eval(`.et_pb_carousel_item[data-slide-id="${id}"] a`, (link) =>
			link.click(),
		);
		await run(800);
		expect(await activeOf(page, "videos")).toBe(id);
		expect(
			await classes(page, `.et_pb_carousel_item[data-slide-id="${id}"]`),
		).toContain("et-pb-active-control");
	},
);

/** Markup's own description of what it shows by width. */
const multiView = (slug, schema) =>
	`data-et-multi-view="${JSON.stringify({ slug, schema }).replaceAll('"', "&quot;")}"`;

const resize = async (page, run, width) => {
	await page.setViewportSize({ width, height: 800 });
	await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
	// The window keeps its size for 200 ms.
	await run(400);
};

screens(
	"6.3 6.19 a video slider has thumbnails on one device and dots on another",
	async ({ open, width }) => {
		const THUMBNAILS = ["et_pb_slider_carousel", "et_pb_slider_no_pagination"];
		const DOTS = ["et_pb_slider_dots"];
		const schema = {
			classes: {
				desktop: { add: THUMBNAILS, remove: DOTS },
				phone: { add: DOTS, remove: THUMBNAILS },
			},
		};
		const { page, run } = await open("/modulos/video-deslizante/", {
			clock: true,
			ready: "#videos .et-pb-arrow-next",
			html: withModules(
				`<div id="videos" class="et_pb_module et_pb_video_slider"><div class="et_pb_slider et_pb_preload ${THUMBNAILS.join(" ")}" ${multiView("et_pb_video_slider", schema)}><div class="et_pb_slides">${[0, 1, 2].map(video).join("")}</div></div></div>`,
			),
		});
		const state = () =>
			page.$eval("#videos", (module) => ({
				thumbnails: module.querySelectorAll(".et_pb_carousel_item").length,
				carousels: module.querySelectorAll(".et_pb_carousel").length,
				dots: module.querySelectorAll(".et-pb-controllers > a").length,
				arrows: module.querySelectorAll(
					".et_pb_slider > .et-pb-slider-arrows > a",
				).length,
				shown: [...module.querySelectorAll(".et_pb_slide")].map(
					(slide) => slide.offsetHeight > 0,
				),
				active: module.querySelectorAll(".et-pb-active-slide").length,
			}));
		const first = { shown: [true, false, false], active: 1, arrows: 2 };
		const wide = { thumbnails: 3, carousels: 1, dots: 0, ...first };
		const narrow = { thumbnails: 0, carousels: 0, dots: 3, ...first };
		const expected = (width) => (width < 768 ? narrow : wide);
		await expect.poll(state).toEqual(expected(width));
		const press = (what) =>
			page.$eval(`#videos ${what}`, (link) => link.click());
		/** The second video, by the control that there is. */
		const choose = async (width) => {
			await press(
				width < 768
					? ".et-pb-controllers > a:nth-child(2)"
					: '.et_pb_carousel_item[data-slide-id="1"] a',
			);
			await run(900);
			expect((await state()).shown).toEqual([false, true, false]);
		};
		await choose(width);
		for (const other of [width < 768 ? 1440 : 390, width, 700]) {
			await resize(page, run, other);
			const { thumbnails, carousels, dots } = expected(other);
			await expect.poll(state).toMatchObject({ thumbnails, carousels, dots });
			// A rebuilt slider starts from its first slide; one video shows.
			expect((await state()).active).toBe(1);
			await choose(other);
		}
	},
);

screens(
	"6.19 a slider's arrows and dots show on the devices that have them",
	async ({ open, width }) => {
		const NONE = ["et_pb_slider_no_arrows", "et_pb_slider_no_pagination"];
		const schema = {
			classes: { desktop: { remove: NONE }, phone: { add: NONE } },
		};
		const { page, run } = await openSliders(
			open,
			[
				slider("partes").replace(
					'id="partes"',
					`$& ${multiView("et_pb_slider", schema)}`,
				),
			],
			{ viewport: { width: 1440, height: 800 } },
		);
		const parts = () =>
			each(
				page,
				"#partes > .et-pb-slider-arrows, #partes > .et-pb-controllers",
				(part) => [
					part.classList.contains("et_multi_view_hidden"),
					getComputedStyle(part).display === "none",
				],
			);
		for (const other of [1440, 390, width]) {
			await resize(page, run, other);
			const isNone = other < 768;
			await expect.poll(parts).toEqual(Array(2).fill([isNone, isNone]));
		}
	},
);

screens(
	"6.19 a slide's video changes with the width only when it is another; its image is measured",
	async ({ open, width }) => {
		const video = (name) =>
			`<iframe src="/robots.txt?${name}" title="v"></iframe>`;
		const box = (more) =>
			`<div class="et_pb_slide_video" ${multiView("et_pb_slide", { content: { desktop: video("ancho"), tablet: video("ancho"), phone: video("estrecho") } })}>${video("ancho")}</div>${more}`;
		const { page, run } = await openSliders(
			open,
			[
				slider("video").replace(
					'<div class="et_pb_slider_container_inner">',
					`$&${box("")}`,
				),
			],
			{ ready: "#video .et-pb-arrow-next" },
		);
		await run(400);
		const src = () =>
			page.$eval("#video .et_pb_slide_video iframe", (frame) =>
				frame.getAttribute("src"),
			);
		const expected = (width) =>
			`/robots.txt?${width < 768 ? "estrecho" : "ancho"}`;
		expect(await src()).toBe(expected(width));
		const swapped = async () =>
			(await classes(page, "#video .et_pb_slide_video")).includes(
				"et_multi_view_swapped",
			);
		expect(await swapped()).toBe(width < 768);
		// The same video goes on: it is the same node.
		const note = () =>
			page.$eval("#video .et_pb_slide_video iframe", (frame) => {
				window.video = frame;
			});
		const isTheSame = () =>
			page.$eval(
				"#video .et_pb_slide_video iframe",
				(frame) => window.video === frame,
			);
		const measured = () =>
			page.evaluate(() => {
				window.resizes = 0;
				addEventListener("resize", ({ isTrusted }) => {
					if (!isTrusted) window.resizes += 1;
				});
			});
		await note();
		await resize(page, run, width < 768 ? 700 : 1000);
		expect(await isTheSame()).toBe(true);
		await measured();
		await resize(page, run, width < 768 ? 900 : 600);
		expect(await isTheSame()).toBe(false);
		expect(await src()).toBe(expected(width < 768 ? 900 : 600));
		expect(await swapped()).toBe(true);
		// Heights are taken now and after 100 ms.
		await run(200);
		expect(await page.evaluate(() => window.resizes)).toBeGreaterThanOrEqual(2);
	},
);
