/** Contract "divi-client-plan", rows 40 to 52 of section D; "divi-client", sections 6.7 and 6.8. */

import { expect } from "vitest";
import { classes, each, tabTo, testScreens, withModules } from "./visit.js";

const screens = testScreens();

const item = (n, tokens) =>
	`<div id="post-${n}" class="et_pb_portfolio_item et_pb_grid_item ${tokens}"><div class="et_pb_portfolio_image landscape">
	<a href="#"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="" width="400" height="284"></a></div>
	<h2 class="et_pb_module_header"><a href="/x">P${n}</a></h2></div>`;
const all = (count, tokensOf) =>
	Array.from({ length: count }, (_, n) => item(n + 1, tokensOf(n + 1))).join(
		"",
	);

/** Five projects: 1, 2 and 4 in a; 2, 3 and 5 in b. */
const filterable = (perPage) =>
	withModules(`<div id="fp" class="et_pb_module et_pb_filterable_portfolio et_pb_portfolio et_pb_filterable_portfolio_grid clearfix" data-posts-number="${perPage}">
	<div class="et_pb_portfolio_filters clearfix"><ul class="clearfix">
	${["all", "a", "b"].map((slug) => `<li class="et_pb_portfolio_filter ${slug === "all" ? "et_pb_portfolio_filter_all" : ""}"><a href="#" ${slug === "all" ? 'class="active"' : ""} data-category-slug="${slug}">${slug}</a></li>`).join("")}
	</ul></div><div class="et_pb_portfolio_items_wrapper clearfix"><div class="et_pb_portfolio_items">
	${all(5, (n) => ["", "a", "a b", "b", "a", "b"][n].replace(/\b(?=[ab])/g, "project_category_"))}
	</div></div><div class="et_pb_portofolio_pagination"></div></div>`);

const FILTERABLE = "/modulos/portafolio-filtrable/";
const FULLWIDTH = "/modulos/portafolio-completo/";
const ids = (page, selector) => each(page, selector, ({ id }) => id.slice(5));
const shown = (page) =>
	page.$$eval("#fp .et_pb_portfolio_item", (items) =>
		items.flatMap(({ id, offsetHeight }) => (offsetHeight ? id.slice(5) : [])),
	);
const links = async (page) =>
	(
		await each(page, "#fp .et_pb_portofolio_pagination li", (link) =>
			link.style.display === "none" ? "" : link.textContent,
		)
	).filter(Boolean);
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));

screens.mirrored(
	"40 41 42 43 a portfolio's filters and pages, by keyboard alone",
	async ({ open }) => {
		const { page, run } = await open(FILTERABLE, {
			clock: true,
			ready: "#fp .et_pb_portofolio_pagination li",
			html: filterable(2),
		});
		await run(100);
		expect(await shown(page)).toEqual(["1", "2"]);
		expect(await links(page)).toEqual(["1", "2", "3", "Siguiente"]);
		expect(await page.$$("#fp .et_pb_portfolio_item.active")).toHaveLength(5);
		await tabTo(page, '#fp [data-category-slug="a"]');
		await page.keyboard.press("Enter");
		await run(50);
		expect(await ids(page, "#fp .et_pb_portfolio_item")).toEqual([
			"1",
			"2",
			"4",
		]);
		expect(await shown(page)).toEqual(["1", "2"]);
		expect(await links(page)).toEqual(["1", "2", "Siguiente"]);
		expect(await hash(page)).toBe("");
		await run(500);
		expect(await hash(page)).toBe("#fp|a|1");
		await tabTo(page, '#fp [data-page="2"]');
		await page.keyboard.press("Enter");
		await run(1500);
		expect(await shown(page)).toEqual(["4"]);
		expect(await hash(page)).toBe("#fp|a|2");
		await tabTo(page, '#fp [data-category-slug="all"]', "Shift+Tab");
		await page.keyboard.press("Enter");
		await run(600);
		expect(await shown(page)).toEqual(["1", "2"]);
		expect(await hash(page)).toBe("#fp|all|1");
		await page.evaluate(() => {
			location.hash = "fp|b|2";
		});
		await page.waitForSelector('#fp [data-category-slug="b"].active');
		await run(400);
		expect(await shown(page)).toEqual(["5"]);
		expect(await links(page)).toEqual(["Anterior", "1", "2"]);
	},
);

screens(
	"44 45 what an address says of a portfolio; all on one page",
	async ({ open }) => {
		const first = await open(`${FILTERABLE}#fp|b|2`, {
			clock: true,
			ready: "#fp .et_pb_portofolio_pagination li",
			html: filterable(2),
		});
		await first.run(1000);
		expect(await shown(first.page)).toEqual(["5"]);
		expect(await classes(first.page, '#fp [data-category-slug="b"]')).toContain(
			"active",
		);
		const second = await open(FILTERABLE, {
			clock: true,
			ready: "#fp .et_pb_portofolio_pagination ul",
			html: filterable(0),
		});
		await second.run(100);
		expect(await shown(second.page)).toHaveLength(5);
		expect(await links(second.page)).toEqual([]);
	},
);

const fullwidth =
	(count, more = "") =>
	(html) =>
		withModules(
			`<div id="fw" class="et_pb_module et_pb_fullwidth_portfolio et_pb_fullwidth_portfolio_carousel" ${more}>
	<div class="et_pb_portfolio_items clearfix" data-portfolio-columns="">${all(count, () => "")}</div></div>`,
		)(html).replace(/(id="main-content")/, '$1 style="overflow:hidden"');
const COLUMNS = [
	[1600, 5],
	[1024, 4],
	[768, 3],
	[480, 2],
	[0, 1],
];

screens.mirrored(
	"46 47 48 49 51 a carousel as wide as its place",
	async ({ open }) => {
		const { page, run } = await open(FULLWIDTH, {
			clock: true,
			ready: "#fw .et_pb_carousel_group",
			html: fullwidth(7),
		});
		await run(200);
		const items = "#fw .et_pb_portfolio_items";
		const width = await page.$eval(items, (box) => box.clientWidth);
		const columns = COLUMNS.find(([least]) => width >= least)[1];
		expect(await classes(page, items)).toContain(`columns-${columns}`);
		const heights = await each(page, "#fw .et_pb_portfolio_item", ({ style }) =>
			Number.parseFloat(style.height),
		);
		const expected = (width / columns) * 0.75;
		for (const height of heights) {
			expect(Math.abs(height - expected)).toBeLessThan(1.5);
		}
		const groups = () =>
			each(page, "#fw .et_pb_carousel_group", (group) =>
				[
					...["active", "next", "prev"].filter((name) =>
						group.classList.contains(name),
					),
					[...group.querySelectorAll(".et_pb_portfolio_item")].map(({ id }) =>
						id.slice(5),
					),
				].join(" "),
			);
		const from = (first) =>
			Array.from({ length: columns }, (_, n) => String(((first + n) % 7) + 1));
		expect(await groups()).toEqual([`active ${from(0)}`]);
		await tabTo(page, "#fw .et-pb-arrow-next");
		await page.keyboard.press("Enter");
		await run(200);
		expect(await groups()).toHaveLength(2);
		await run(900);
		expect(await groups()).toEqual([`active ${from(columns)}`]);
		expect(await page.$("[id$=-dup]")).toBe(null);
		await page.keyboard.press("Enter");
		await run(1100);
		expect(await groups()).toEqual([`active ${from(2 * columns)}`]);
		await tabTo(page, "#fw .et-pb-arrow-prev", "Shift+Tab");
		await page.keyboard.press("Enter");
		await run(1100);
		expect(await groups()).toEqual([`active ${from(columns)}`]);
	},
);

screens(
	"50 52 no arrows where all is shown; what turns by itself",
	async ({ open }) => {
		const one = await open(FULLWIDTH, {
			clock: true,
			ready: "#fw .et_pb_carousel_group",
			html: fullwidth(1),
		});
		await one.run(200);
		expect(await one.page.isVisible("#fw .et-pb-arrow-next")).toBe(false);
		const { page, run } = await open(FULLWIDTH, {
			clock: true,
			ready: "#fw .et_pb_carousel_group",
			html: fullwidth(7, 'data-auto-rotate="on" data-auto-rotate-speed="600"'),
		});
		const first = () =>
			page.getAttribute("#fw .active .et_pb_portfolio_item", "id");
		const seen = new Set();
		for (let times = 0; times < 4; times++) {
			seen.add(await first());
			await run(1500);
		}
		expect(seen.size).toBeGreaterThan(1);
		await page.dispatchEvent("#fw", "mouseenter");
		await run(1000);
		const held = await first();
		await run(4000);
		expect(await first()).toBe(held);
	},
);
