/**
 * Contract "divi-client-plan", rows 99 to 109, 126 to 135, 141 to 145, 147 and 150 of section D; "divi-client", sections 4
 * and 6.17 to 6.27.
 */

import { expect } from "vitest";
import { classes, each, testScreens, withModules } from "./visit.js";

const screens = testScreens();

const text = (n, more = "", inside = "<p>Texto.</p>") =>
	`<div class="et_pb_module et_pb_text et_pb_text_${n} ${more}"><div class="et_pb_text_inner">${inside}</div></div>`;
/** The page's data for its effects: its own, or none, give way to these. */
const withData = (data) => (html) =>
	html.replace(
		"</body>",
		`<script>${Object.entries(data)
			.map(([name, value]) => `window.${name} = ${JSON.stringify(value)};`)
			.join("")}</script></body>`,
	);
/** Before the modules start, which come in a script of their own. */
const both = (modules, data) => (html) => {
	const page = withModules(modules)(html);
	const at = page.indexOf('<script type="module"');
	const script = `<script>${Object.entries(data)
		.map(([name, value]) => `window.${name} = ${JSON.stringify(value)};`)
		.join("")}</script>`;
	const cleaned = Object.keys(data).reduce(
		(all, name) => all.replace(new RegExp(`var ${name} = .*;`), ""),
		page,
	);
	return at < 0
		? withData(data)(cleaned)
		: cleaned.replace(/<\/head>/, `${script}</head>`);
};

screens("99 100 101 102 how modules come in", async ({ open, width }) => {
	const entry = (name, more) => ({
		class: name,
		style: "slideLeft",
		repeat: "once",
		duration: "600ms",
		delay: "200ms",
		intensity: "30%",
		starting_opacity: "10%",
		speed_curve: "weird",
		...more,
	});
	const { page, run } = await open("/modulos/animaciones/", {
		clock: true,
		ready: ".et_pb_text_0",
		html: both(
			`<div style="height:2500px"></div>${[0, 1, 2, 3].map((n) => text(n, "et_animated")).join("")}`,
			{
				et_animation_data: [
					entry("et_pb_text_0"),
					entry("et_pb_text_1", {
						style: "foldTop",
						repeat: "loop",
						intensity: "50%",
					}),
					entry("et_pb_text_2", { delay: "" }),
					entry("et_pb_text_3", { style_tablet: "zoom", duration: "5000ms" }),
				],
			},
		),
	});
	const of = (n) =>
		page.$eval(`.et_pb_text_${n}`, ({ style, classList }) => ({
			transform: style.transform,
			opacity: style.opacity,
			curve: style.animationTimingFunction,
			tokens: [...classList].filter((name) =>
				/^et_(animated|is|had)|infinite|slide|fold|zoom/.test(name),
			),
		}));
	await page.$eval(".et_pb_text_3", (module) =>
		module.scrollIntoView({ behavior: "instant", block: "end" }),
	);
	await expect
		.poll(async () => {
			await run(17);
			return (await of(0)).tokens;
		})
		.toContain("et_is_animating");
	expect(await of(0)).toEqual({
		transform: "translate3d(-60%, 0px, 0px)",
		opacity: "0.1",
		curve: "ease-in-out",
		tokens: ["et_animated", "et_is_animating", "slideLeft"],
	});
	expect((await of(1)).transform).toBe("perspective(2000px) rotateX(-45deg)");
	expect((await of(1)).tokens).toContain("infinite");
	expect((await of(2)).transform).toBe("");
	// The tablet's is not the phone's.
	expect((await of(3)).tokens).toContain(width === 820 ? "zoom" : "slideLeft");
	await run(900);
	expect(await of(0)).toEqual({
		transform: "",
		opacity: "",
		curve: "",
		tokens: ["et_had_animation"],
	});
	expect((await of(1)).tokens).toContain("infinite");
	expect(await page.$eval("body", ({ style }) => style.overflowX)).toBe(
		"hidden",
	);
});

const multiView = (data) => JSON.stringify(data).replaceAll('"', "&quot;");

screens(
	"103 104 105 what a module shows by width and under the pointer",
	async ({ open, width }) => {
		const markup = text(
			0,
			"",
			`<h2 id="vista" class="uno" data-et-multi-view="${multiView({
				slug: "et_pb_text",
				schema: {
					content: {
						desktop: "Ancho",
						tablet: "Medio",
						hover: "<b>Encima</b>",
					},
					classes: { desktop: { remove: ["dos"] }, hover: { add: ["dos"] } },
					visibility: { desktop: true, phone: false },
				},
			})}">Ancho</h2>`,
		);
		const normal = width > 980 ? "Ancho" : "Medio";
		const { page, run } = await open("/modulos/multivista/", {
			clock: true,
			ready: ".et_multi_view__hover_selector",
			html: withModules(markup),
		});
		const module = ".et_pb_text_0";
		const state = () =>
			page.$eval("#vista", (element) => [
				element.innerHTML,
				element.classList.contains("dos"),
				element.classList.contains("et_multi_view_hidden"),
			]);
		await run(300);
		expect(await state()).toEqual([normal, false, width < 768]);
		await page.dispatchEvent(module, "mouseenter");
		expect((await state()).slice(0, 2)).toEqual(["<b>Encima</b>", true]);
		expect(await classes(page, module)).toContain("et_multi_view__hovered");
		expect(await classes(page, "#vista")).toContain("et_multi_view_swapped");
		await page.dispatchEvent(module, "mouseleave");
		expect((await state()).slice(0, 2)).toEqual([normal, false]);
		await page.setViewportSize({ width: 700, height: 800 });
		await expect
			.poll(async () => {
				await run(250);
				return state();
			})
			.toEqual(["Medio", false, true]);

		const touch = await open("/modulos/multivista/", {
			clock: true,
			ready: ".et_multi_view__hover_selector",
			hasTouch: true,
			html: withModules(
				markup.replace("&quot;phone&quot;:false", "&quot;phone&quot;:true"),
			),
		});
		await touch.run(300);
		const content = () => touch.page.textContent("#vista");
		await touch.page.tap("#vista");
		expect(await content()).toBe("Encima");
		await touch.page.tap("#vista");
		expect(await content()).toBe(normal);
	},
);

screens(
	"106 107 108 109 modules that lead somewhere",
	async ({ open, site }) => {
		const { page, run } = await open("/modulos/enlaces/", {
			clock: true,
			ready: ".et_pb_text_3",
			html: both(
				[
					text(0, "et_clickable", "<p>a</p>"),
					text(
						1,
						"et_clickable",
						'<p>b <a id="dentro" href="#lb">dentro</a></p>',
					),
					text(2, "et_clickable", "<p>c</p>"),
					`<div class="et_pb_module et_pb_accordion et_pb_accordion_0 et_clickable"><div class="et_pb_toggle et_pb_module et_pb_accordion_item et_pb_accordion_item_0 et_pb_toggle_close"><h5 class="et_pb_toggle_title">T</h5><div class="et_pb_toggle_content clearfix">x</div></div></div>`,
					'<div style="height:2000px"></div><div id="lb" style="height:900px">lb</div>',
					text(3),
				].join(""),
				{
					et_link_options_data: [
						{ class: "et_pb_text_0", url: "#lb", target: "_self" },
						{ class: "et_pb_text_1", url: "/tienda/", target: "_self" },
						{
							class: "et_pb_text_2",
							url: "/contacto/?x=&#91;1&#93;",
							target: "_self",
						},
						{ class: "et_pb_accordion_0", url: "/tienda/", target: "_self" },
					],
				},
			),
		});
		await page.waitForSelector(".et_pb_toggle_title[aria-expanded]");
		const click = (selector) =>
			page.$eval(selector, (element) => element.click());
		await click(".et_pb_text_0 p");
		await run(900);
		expect(new URL(page.url()).hash).toBe("#lb");
		expect(
			Math.abs(
				await page.$eval("#lb", (place) => place.getBoundingClientRect().top),
			),
		).toBeLessThan(200);
		await click("#dentro");
		await click(".et_pb_toggle_title");
		await run(900);
		expect(await page.isVisible(".et_pb_toggle_content")).toBe(true);
		expect(new URL(page.url()).pathname).toBe("/modulos/enlaces/");
		await click(".et_pb_text_2 p");
		await page.waitForURL(`${site.base}/contacto/?x=[1]`);
	},
);

screens(
	"126 127 128 pages of a list come without the page",
	async ({ open }) => {
		const { page, run, asked } = await open("/modulos/blog-completo/", {
			clock: true,
			ready: "#lista-blog",
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		const list = "#lista-blog";
		const pages = () => asked("page/2").length;
		const first = () => page.getAttribute(`${list} article`, "id");
		const opacity = () =>
			page.$eval(list, ({ style }) => Number(style.opacity || 1));
		const turn = (place) =>
			page.$eval(`${list} .pagination .align${place} a`, (link) =>
				link.click(),
			);
		const before = await first();
		const url = page.url();
		await turn("left");
		await expect
			.poll(async () => {
				await run(50);
				return opacity();
			})
			.toBeLessThan(1);
		await run(400);
		expect(await opacity()).toBeLessThan(0.8);
		expect(pages()).toBe(0);
		await run(300);
		await expect.poll(first).not.toBe(before);
		await run(800);
		expect(pages()).toBe(1);
		expect(page.url()).toBe(url);
		expect(await opacity()).toBe(1);
		const second = await first();
		await turn("right");
		await run(1500);
		await expect.poll(first).toBe(before);
		await run(800);
		await turn("left");
		await run(1500);
		await expect.poll(first).toBe(second);
		expect(pages()).toBe(1);

		const broken = await open("/modulos/blog-completo/", {
			clock: true,
			ready: "#lista-blog",
			stubs: [
				[
					/page\/2\/.*et_blog/,
					(route) =>
						route.request().resourceType() === "document"
							? route.fulfill({
									body: "<p id=llegado>",
									contentType: "text/html",
								})
							: route.fulfill({ status: 500, body: "" }),
				],
			],
		});
		await broken.page.waitForFunction(() => window.et_load_event_fired);
		await broken.page.$eval(`${list} .pagination a`, (link) => link.click());
		await expect
			.poll(async () => {
				await broken.run(200);
				return broken.page.$("#llegado");
			})
			.toBeTruthy();
	},
);

screens("132 133 what sticks", async ({ open }) => {
	const { page, run } = await open("/modulos/fijos/", {
		clock: true,
		ready: ".et_pb_text_1",
		html: both(
			`${text(0)}<div style="height:300px"></div>${text(1)}<div style="height:3000px"></div>`,
			{
				et_pb_sticky_elements: {
					et_pb_text_1: {
						id: "et_pb_text_1",
						selector: ".et_pb_text_1",
						position: "top",
						topOffset: "10px",
						bottomOffset: "0px",
						topLimit: "none",
						bottomLimit: "none",
						offsetSurrounding: "off",
						transition: "off",
						styles: {},
						stickyStyles: {},
					},
				},
			},
		),
		start: () => {
			window.told = [];
			for (const end of ["Start", "End"]) {
				addEventListener(`ETBuilderSticky${end}`, ({ detail }) =>
					window.told.push([end, detail.stickyId]),
				);
			}
		},
	});
	await run(1500);
	const before = await page.$eval(
		".et_pb_text_1",
		(element) => element.getAttribute("style") ?? "",
	);
	const scroll = async (top) => {
		await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
		await run(300);
	};
	await expect
		.poll(async () => {
			await scroll(900);
			return classes(page, ".et_pb_text_1");
		})
		.toEqual(expect.arrayContaining(["et_pb_sticky", "et_pb_sticky--top"]));
	expect(
		await page.$eval(".et_pb_text_1.et_pb_sticky", ({ style }) => [
			style.position,
			style.zIndex,
			style.top !== "",
		]),
	).toEqual(["fixed", "10000", true]);
	expect(await page.$$(".et_pb_sticky_placeholder")).toHaveLength(1);
	await expect
		.poll(async () => {
			await scroll(0);
			return page.$$(".et_pb_sticky_placeholder");
		})
		.toHaveLength(0);
	await run(500);
	expect(await page.$(".et_pb_sticky")).toBe(null);
	expect(
		await page.$eval(
			".et_pb_text_1",
			(element) => element.getAttribute("style") ?? "",
		),
	).toBe(before);
	expect((await page.evaluate(() => window.told)).map(([end]) => end)).toEqual([
		"Start",
		"End",
	]);
});

screens("134 135 what moves as the page scrolls", async ({ open }) => {
	const list = [
		{
			id: ".et_pb_text_0",
			start: 0,
			midStart: 50,
			midEnd: 50,
			end: 100,
			startValue: 4,
			midValue: 0,
			endValue: -4,
			resolver: "translateY",
			module_type: "et_pb_text",
			trigger_start: "middle",
			trigger_end: "middle",
		},
	];
	const { page, run } = await open("/modulos/desplazamiento/", {
		clock: true,
		ready: "#et-pb-motion-effects-offset-tracker",
		html: both(
			`<div style="height:2000px"></div>${text(0)}<div style="height:2000px"></div>`,
			{ et_pb_motion_elements: { desktop: list, tablet: list, phone: list } },
		),
	});
	const moved = () =>
		page.$eval(".et_pb_text_0", (element) => {
			const { transform } = getComputedStyle(element);
			return transform === "none" ? 0 : new DOMMatrix(transform).f;
		});
	await run(1000);
	const names = await classes(page, ".et_pb_text_0");
	expect(names).not.toContain("et-pb-before-scroll-animation");
	expect(names).toContain("et_had_animation");
	await expect.poll(moved).toBe(400);
	// Where its middle stands in the window, and which way it went.
	for (const [middle, sign] of [
		[400, 0],
		[-300, -1],
	]) {
		await page.$eval(
			".et_pb_text_0",
			(element, middle) => {
				let top = element.offsetHeight / 2;
				for (let at = element; at; at = at.offsetParent) top += at.offsetTop;
				scrollTo({ top: top - middle, behavior: "instant" });
			},
			middle,
		);
		await expect
			.poll(async () => {
				await run(100);
				const y = await moved();
				return Math.abs(y) < 120 ? 0 : Math.sign(y);
			})
			.toBe(sign);
	}
});

screens("129 130 131 what a split test counts", async ({ open }) => {
	const recorded = [];
	const stub = [
		/admin-ajax\.php/,
		(route) => {
			const body = new URLSearchParams(route.request().postData() ?? "");
			const action = body.get("action");
			if (action === "et_pb_update_stats_table") {
				recorded.push(JSON.parse(body.get("stats_data_array")));
			}
			if (action !== "et_pb_ab_get_subject_id") {
				return route.fulfill({ body: "" });
			}
			const content = text(1, "et_pb_ab_subject et_pb_ab_subject_id-7_3");
			return route.fulfill({ json: { id: "3", content } });
		},
	];
	const goal =
		'<div class="et_pb_button_module_wrapper et_pb_module et_pb_ab_goal et_pb_ab_goal_id-7"><a class="et_pb_button" href="#">Ir</a></div>';
	const withTest = (subject, cached) => (html) =>
		withModules(`${subject}${goal}`)(html)
			.replace('"is_ab_testing_active":""', '"is_ab_testing_active":"1"')
			.replace('"ab_tests":[]', '"ab_tests":[{"post_id":7,"test_id":9}]')
			.replace('"ab_bounce_rate":"5"', '"ab_bounce_rate":"1"')
			.replace(
				'"is_cache_plugin_active":"no"',
				`"is_cache_plugin_active":"${cached}"`,
			);
	const { page, run } = await open("/modulos/botones/", {
		clock: true,
		ready: ".et_pb_ab_goal",
		stubs: [stub],
		html: withTest(text(0, "et_pb_ab_subject et_pb_ab_subject_id-7_3"), "no"),
	});
	const types = () => recorded.map(({ record_type }) => record_type).sort();
	await expect
		.poll(async () => {
			await run(1000);
			return types();
		})
		.toEqual(["read_goal", "read_page", "view_goal"]);
	await page.$eval(".et_pb_ab_goal a", (link) => link.click());
	await expect
		.poll(types)
		.toEqual(["click_goal", "read_goal", "read_page", "view_goal"]);
	expect(recorded[0]).toMatchObject({ test_id: 7, subject_id: "3" });
	const names = (await page.context().cookies()).map(({ name }) => name);
	expect(names.filter((name) => name.startsWith("et_pb_ab_")).sort()).toEqual([
		"et_pb_ab_click_goal_79",
		"et_pb_ab_read_goal_793",
		"et_pb_ab_read_page_793",
		"et_pb_ab_view_goal_793",
	]);
	recorded.length = 0;
	await page.reload();
	await page.waitForSelector(".et_pb_ab_goal");
	await run(6000);
	expect(recorded).toEqual([]);

	const place = (n) =>
		`<div class="et_pb_subject_placeholder et_pb_subject_placeholder_id_7_${n}"></div>`;
	const cached = await open("/modulos/botones/", {
		ready: ".et_pb_ab_subject_id-7_3",
		stubs: [stub],
		html: withTest(`${place(2)}${place(3)}`, "yes"),
	});
	await expect
		.poll(() => cached.page.$$(".et_pb_subject_placeholder"))
		.toHaveLength(0);
});

screens(
	"141 142 143 144 145 147 small helps of the layout",
	async ({ open, width }) => {
		const columns = (...all) =>
			`<div class="et_pb_row fila">${all.map((name) => `<div class="et_pb_column et_pb_column_${name}"></div>`).join("")}</div>`;
		const { page, run } = await open("/modulos/filas/", {
			clock: true,
			ready: ".fila",
			html: (html) =>
				withModules(`${columns("1_4", "3_4")}${columns("1_4", "1_4", "1_4", "1_4")}${columns("1_2", "1_2")}
			<div class="et_pb_row" id="con-menu"><div class="et_pb_module et_pb_menu"><ul></ul></div></div>
			<div class="et_pb_module et_pb_testimonial"><div class="et_pb_testimonial_portrait" style="width:140px;height:140px;margin-right:30px;float:left"></div>
			<div class="et_pb_testimonial_description"><p>x</p></div></div>
			<div class="et_pb_widget_area"><div class="et_pb_widget widget_search" style="width:120px"><form><input type="text" name="s"><input type="submit" value=""></form></div></div>
			<div id="tono" class="et_pb_module et_pb_cta_0 et_pb_bg_layout_dark" data-background-layout="dark" data-background-layout-hover="light">x</div>
			<div id="cerrado" style="display:none"><div class="et_pb_section et_pb_section_9"><p>x</p></div></div>`)(
					html,
				),
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		await run(500);
		expect(
			await each(page, ".fila", ({ className }) =>
				className.replace("et_pb_row fila", "").trim(),
			),
		).toEqual(["et_pb_row_1-4_3-4", "et_pb_row_4col", ""]);
		expect(await page.$eval("#con-menu", ({ style }) => style.zIndex)).toBe(
			"3",
		);
		const widget = await classes(page, ".widget_search");
		expect(widget).toEqual(
			expect.arrayContaining(["et-narrow-wrapper", "et-no-submit-button"]),
		);
		expect(await page.$(".widget_search [type=submit]")).toBe(null);
		await page.evaluate(() => dispatchEvent(new Event("resize")));
		await run(300);
		const quote = await page.evaluate(() => {
			const portrait = document.querySelector(".et_pb_testimonial_portrait");
			const description = document.querySelector(
				".et_pb_testimonial_description",
			);
			return [portrait.offsetWidth, description.style.marginLeft];
		});
		if (width > 959) expect(quote).toEqual([90, "120px"]);
		else if (width > 767) expect(quote[1]).not.toBe("");
		else expect(quote[1]).toBe("");
		const tone = async () =>
			(await classes(page, "#tono")).filter((name) => /bg_layout/.test(name));
		await page.dispatchEvent("#tono", "mouseenter");
		expect(await tone()).toEqual(["et_pb_bg_layout_light"]);
		await page.dispatchEvent("#tono", "mouseleave");
		expect(await tone()).toEqual(["et_pb_bg_layout_dark"]);
		// A section that a script shows.
		await page.evaluate(() => {
			window.resizes = 0;
			addEventListener("resize", () => window.resizes++);
			document.querySelector("#cerrado").style.display = "block";
		});
		await expect
			.poll(async () => {
				await run(250);
				return page.evaluate(() => window.resizes);
			})
			.toBeGreaterThan(0);
	},
);

screens("150 without script everything can be read", async ({ open }) => {
	for (const path of [
		"/modulos/animaciones/",
		"/modulos/portafolio-filtrable/",
	]) {
		const { page } = await open(path, { javaScriptEnabled: false });
		const hidden = await page
			.locator("#main-content :is(p, h1, h2, h3, h4, li)")
			.evaluateAll((all) =>
				all
					.filter((element) => element.textContent.trim())
					.filter((element) => {
						for (let at = element; at; at = at.parentElement) {
							const { opacity, visibility } = getComputedStyle(at);
							if (opacity === "0" || visibility === "hidden") return true;
						}
						return element.getClientRects().length === 0;
					})
					.map((element) => element.outerHTML.slice(0, 80)),
			);
		expect(hidden).toEqual([]);
	}
});
