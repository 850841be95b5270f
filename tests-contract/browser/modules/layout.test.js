/** Contract "divi-client", rows 4.9, 4.11 and 4.12 of section 4: images on an edge, wrappers, lists in columns. */

import { expect } from "vitest";
import { each, testScreens, withModules } from "./visit.js";

const screens = testScreens();

const image = (more = "et_pb_image_sticky") =>
	`<div class="et_pb_module et_pb_image ${more}"><span class="et_pb_image_wrap"><img alt="" width="100" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></span></div>`;
const text = '<div class="et_pb_module et_pb_text"><p>t</p></div>';
const row = (...columns) =>
	`<div class="et_pb_row">${columns.map((inner) => `<div class="et_pb_column et_pb_column_1_2">${inner}</div>`).join("")}</div>`;
const section = (id, inner) =>
	`<div id="${id}" class="et_pb_section">${inner}</div>`;

screens(
	"4.9 images that stand on the lower edge of their section",
	async ({ open }) => {
		const { page } = await open("/modulos/filas/", {
			clock: true,
			ready: "#ultima.et_pb_section_sticky",
			html: withModules(
				[
					section("primera", row(text, text) + row(text + image(), text)),
					section("ultima", row(text, image())),
					section("encima", row(image(), text) + row(text, text)),
					section("seguida", row(text, image() + text)),
					section("usual", row(text, image(""))),
				].join(""),
			),
		});
		const marks = (id) =>
			each(page, `#${id}, #${id} .et_pb_row, #${id} .et_pb_column`, (element) =>
				[...element.classList]
					.filter((name) => /sticky|last-child/.test(name))
					.join(" "),
			);
		expect(await marks("primera")).toEqual([
			"et_pb_section_sticky",
			"",
			"",
			"",
			"et-last-child",
			"et_pb_row_sticky",
			"",
		]);
		expect(await marks("ultima")).toEqual([
			"et_pb_section_sticky et_pb_section_sticky_mobile",
			"et-last-child",
			"",
			"et_pb_row_sticky",
		]);
		for (const id of ["encima", "seguida", "usual"]) {
			expect((await marks(id)).join("")).toBe("");
		}
	},
);

screens(
	"4.11 what the builder made has its wrapper where a plugin's kind of post asks for it",
	async ({ open }) => {
		const out =
			'<aside id="lado"><div class="et_pb_row" id="fila"><div class="et_pb_module" id="dentro">d</div></div><div class="et_pb_module" id="solo">s</div><div id="et-boc" class="et-boc"><div class="et-l"><div class="et_pb_section" id="servida"><div class="et_pb_row"></div></div></div></div></aside>';
		const options = {
			clock: true,
			html: (html) => html.replace(/<footer id="main-footer"/, `${out}$&`),
		};
		const asked =
			'<script>var et_modules_wrapper = {"builderCssContainerPrefix":"#et-boc","builderCssLayoutPrefix":"#et-boc .et-l"};</script>';
		const { page } = await open("/modulos/filas/", {
			...options,
			html: (html) => options.html(html).replace("</body>", `${asked}$&`),
			ready: "#lado .et-l > #fila",
		});
		const around = (visit, selector) =>
			visit.$eval(selector, (element) => {
				const names = [];
				for (
					let parent = element.parentElement;
					parent && parent !== document.body && parent.id !== "page-container";
					parent = parent.parentElement
				) {
					names.push(parent.id || parent.className);
				}
				return names.join(" < ");
			});
		expect(await around(page, "#fila")).toMatch(/^et-l < et-boc < lado/);
		expect(await around(page, "#dentro")).toMatch(
			/^fila < et-l < et-boc < lado/,
		);
		expect(await around(page, "#solo")).toMatch(/^et-l < et-boc < lado/);
		// What the server wrapped keeps its one wrapper.
		expect(await around(page, "#servida")).toMatch(/^et-l < et-boc < lado/);
		expect(await each(page, "#lado .et-l")).toHaveLength(3);
		// Pages have no such setting.
		const other = await open("/modulos/filas/", {
			...options,
			ready: "body.chrome",
		});
		expect(await around(other.page, "#fila")).toMatch(/^lado/);
	},
);

const LIST = ".et_pb_salvattore_content";
const COLUMNS = [
	[981, 3],
	[768, 2],
	[0, 1],
];

screens.mirrored(
	"4.12 posts are dealt into as many columns as the sheet says",
	async ({ open, width, isRtl }) => {
		const late = `<style id="tarde">${LIST}::before{content:none!important}</style>`;
		const more = [1, 2, 3, 4]
			.map(
				(n) => `<article id="otra${n}" class="et_pb_post">Otra ${n}</article>`,
			)
			.join("");
		const ids =
			'<script>window.served = [...document.querySelectorAll(".et_pb_salvattore_content > article")].map(({ id }) => id)</script>';
		const { page, run } = await open("/modulos/blog-rejilla/", {
			clock: true,
			ready: LIST,
			events: [],
			html: (html) =>
				html
					.replace("</head>", `${late}</head>`)
					.replace(/<div class="et_pb_salvattore_content"[^>]*>/, `$&${more}`)
					.replace("</body>", `${ids}</body>`),
		});
		const served = await page.evaluate(() => window.served);
		expect(served.length).toBeGreaterThan(3);
		const dealt = () =>
			each(page, `${LIST} > *`, (column) => [
				column.className,
				[...column.children].map(({ id }) => id),
			]);
		// Nothing is laid out before the style sheet has loaded.
		await run(4000);
		expect((await dealt()).flatMap(([, inner]) => inner)).toEqual(
			expect.not.arrayContaining(served),
		);
		await page.evaluate((list) => {
			window.changes = 0;
			document.querySelector(list).addEventListener("columnsChange", () => {
				window.changes += 1;
			});
			document.querySelector("#tarde").remove();
		}, LIST);
		await run(200);
		const expected = (width) => {
			const [, count] = COLUMNS.find(([least]) => width >= least);
			return Array.from({ length: count }, (_, place) => [
				`column size-1of${count}`,
				served.filter((_, n) => n % count === place),
			]);
		};
		expect(await dealt()).toEqual(expected(width));
		expect(await page.evaluate(() => window.changes)).toBe(0);
		const lefts = await each(
			page,
			`${LIST} > .column`,
			(column) => column.getBoundingClientRect().left,
		);
		expect(lefts).toEqual([...lefts].sort((a, b) => (isRtl ? b - a : a - b)));
		let changes = 0;
		for (const other of [1440, 820, 390, 1200].filter((w) => w !== width)) {
			await page.setViewportSize({ width: other, height: 800 });
			await expect.poll(() => page.evaluate(() => innerWidth)).toBe(other);
			await run(300);
			const before = changes;
			await expect.poll(dealt).toEqual(expected(other));
			changes = await page.evaluate(() => window.changes);
			expect(changes).toBeGreaterThanOrEqual(before);
			expect(await page.getAttribute(LIST, "data-columns")).toBe(
				String(expected(other).length),
			);
		}
		expect(changes).toBeGreaterThan(0);
	},
);

const quote = (column) =>
	`<div class="et_pb_column et_pb_column_${column}"><div class="et_pb_module et_pb_testimonial">
	<div class="et_pb_testimonial_portrait" style="width:140px;height:140px;margin-right:30px;float:left"></div>
	<div class="et_pb_testimonial_description"><p>x</p></div></div></div>`;

screens(
	"6.27 a testimonial's text stands beside its portrait, by window and column, after each resize",
	async ({ open, width }) => {
		const { page } = await open("/modulos/filas/", {
			ready: ".et_pb_testimonial",
			html: withModules(["1_2", "1_3", "1_4"].map(quote).join("")),
		});
		const places = () =>
			each(page, ".et_pb_testimonial", (module) => {
				const [portrait, text] = module.children;
				return [
					portrait.offsetWidth,
					portrait.offsetHeight,
					text.getAttribute("style"),
				].join(" ");
			});
		const beside = (size, ...margins) =>
			margins.map((margin) => `${size} ${size} margin-left: ${margin}px;`);
		const below = (size) => Array(3).fill(`${size} ${size} `);
		const starts = {
			390: below(140),
			820: beside(140, 170, 170, 0),
			1440: beside(90, 120, 0, 0),
		};
		await expect.poll(places).toEqual(starts[width]);
		for (const [window, wanted] of [
			[960, beside(90, 120, 0, 0)],
			[959, beside(90, 120, 120, 0)],
			[767, below(90)],
			[768, beside(90, 120, 120, 0)],
		]) {
			await page.setViewportSize({ width: window, height: 800 });
			await expect.poll(places).toEqual(wanted);
		}
	},
);
