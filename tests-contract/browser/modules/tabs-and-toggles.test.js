/** Contract "divi-client-plan", rows 24 to 39 of section D; "divi-client", sections 3, 6.5 and 6.6. */

import { expect } from "vitest";
import {
	classes,
	each,
	endTransitions,
	isFocused,
	tabTo,
	testScreens,
} from "./visit.js";

const screens = testScreens();

const TABS = "/modulos/pestanas/";
const ROOT = ".et_pb_tabs_0";
const READY = { clock: true, ready: `${ROOT} [role=tab]` };

/** The demo page's tabs, the second of which an address may name. */
const named = (html) =>
	html
		.replace('id="casa-pestanas"', 'id="tb"')
		.replace('tab_1"><a href="#"', 'tab_1"><a href="#tab-dos"');

const panel = (n) => `${ROOT} .et_pb_tab:nth-child(${n})`;
const active = (page, root = ROOT) =>
	page.$$eval(`${root} .et_pb_tabs_controls li`, (all) =>
		all.findIndex((item) => item.classList.contains("et_pb_tab_active")),
	);
const click = (page, n) =>
	page.click(`${ROOT} .et_pb_tabs_controls li:nth-child(${n}) a`);
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const styleOf = (page, selector) =>
	page.$eval(selector, ({ style: { display, opacity } }) => ({
		display,
		opacity: Number(opacity),
	}));

screens(
	"24 25 26 27 28 32 a tab opens when the one before has left",
	async ({ open, width }) => {
		const { page, run } = await open(TABS, { ...READY, html: named });
		const heights = () =>
			each(
				page,
				`${ROOT} .et_pb_tabs_controls li`,
				(item) => item.style.height,
			);
		const isStacked = width < 768;
		expect((await classes(page, ROOT)).join(" ")).toBe(
			`et_pb_module et_pb_tabs et_pb_tabs_0${isStacked ? " et_pb_tabs_vertically_stacked" : ""}`,
		);
		const [height] = await heights();
		if (isStacked) expect(height).toBe("");
		else expect(height).toMatch(/px$/);
		expect(new Set(await heights()).size).toBe(1);
		expect(await classes(page, panel(2))).toEqual([
			"et_pb_tab",
			"et_pb_tab_1",
			"clearfix",
		]);
		await page.evaluate(() => {
			window.resizes = 0;
			addEventListener("resize", () => window.resizes++);
		});
		await click(page, 2);
		expect(await active(page)).toBe(1);
		expect(await hash(page)).toBe("#tb|1");
		await run(250);
		expect(await classes(page, panel(1))).toContain("et_slide_transition");
		const half = await styleOf(page, panel(1));
		expect(half.display).toBe("block");
		expect(half.opacity).toBeGreaterThan(0.4);
		expect(half.opacity).toBeLessThan(0.6);
		expect((await styleOf(page, panel(2))).display).toBe("none");
		await click(page, 3);
		expect(await active(page)).toBe(1);
		await run(1000);
		expect((await styleOf(page, panel(1))).display).toBe("none");
		expect(await styleOf(page, panel(2))).toEqual({
			display: "block",
			opacity: 1,
		});
		// As the server marked it.
		expect(await classes(page, panel(1))).toContain("et_pb_active_content");
		expect(await classes(page, ROOT)).toContain("et_slide_transition_to_1");
		expect(await page.evaluate(() => window.resizes)).toBe(1);
		await click(page, 1);
		await run(1100);
		expect(await hash(page)).toBe("#tb|0");
		expect(await page.isVisible(panel(1))).toBe(true);
	},
);

screens("29 30 31 33 what an address says of tabs", async ({ open }) => {
	const first = await open(`${TABS}#dos`, { ...READY, html: named });
	await first.run(1200);
	expect(await active(first.page)).toBe(1);
	expect(await hash(first.page)).toBe("#dos||tb|1");
	await first.page.evaluate(() => {
		location.hash = "otro|5||tb|2";
	});
	await expect.poll(() => active(first.page)).toBe(2);
	await first.run(1200);
	expect(await hash(first.page)).toBe("#otro|5||tb|2");

	const second = await open(`${TABS}#tb|2`, { ...READY, html: named });
	await second.run(1200);
	expect(await active(second.page)).toBe(2);
	expect(await second.page.isVisible(panel(3))).toBe(true);
	expect(await second.page.evaluate(() => history.scrollRestoration)).toBe(
		"auto",
	);

	const third = await open(TABS, {
		...READY,
		html: (html) => html.replace('id="casa-pestanas"', ""),
	});
	await click(third.page, 2);
	await third.run(1200);
	expect(await active(third.page)).toBe(1);
	expect(await hash(third.page)).toBe("");
});

screens.mirrored("tabs by keyboard alone", async ({ open, isRtl }) => {
	const { page, run } = await open(TABS, { ...READY, html: named });
	await tabTo(page, `${ROOT} [role=tab]`);
	const tab = (n) => `${ROOT} li:nth-child(${n}) [role=tab]`;
	const next = isRtl ? "ArrowLeft" : "ArrowRight";
	const before = isRtl ? "ArrowRight" : "ArrowLeft";
	for (const [key, n] of [
		[next, 2],
		["End", 3],
		[next, 1],
		[before, 3],
		["Home", 1],
		[next, 2],
	]) {
		await page.keyboard.press(key);
		expect(await isFocused(page, tab(n))).toBe(true);
	}
	expect(await active(page)).toBe(0);
	const scrolled = await page.evaluate(() => scrollY);
	for (const [key, n] of [
		["Enter", 2],
		["Space", 3],
	]) {
		await page.focus(tab(n));
		await page.keyboard.press(key);
		await run(1100);
		expect(await active(page)).toBe(n - 1);
		expect(await isFocused(page, tab(n))).toBe(true);
		expect(await page.isVisible(panel(n))).toBe(true);
	}
	expect(await page.evaluate(() => scrollY)).toBe(scrolled);
	expect(
		await each(page, `${ROOT} [role=tab]`, (link) => link.ariaSelected),
	).toEqual(["false", "false", "true"]);
	expect(await page.$$(`${ROOT} [role=tablist]`)).toHaveLength(1);
	expect(await page.$$(`${ROOT} [role=tabpanel][aria-label]`)).toHaveLength(3);
});

const ACCORDION = ".et_pb_accordion_0";
const title = (n) => `.et_pb_accordion_item_${n} .et_pb_toggle_title`;
const content = (n) => `.et_pb_accordion_item_${n} .et_pb_toggle_content`;
const opened = (page) =>
	each(page, `${ACCORDION} .et_pb_toggle`, (item) =>
		["open", "close"]
			.filter((state) => item.classList.contains(`et_pb_toggle_${state}`))
			.join(),
	);

screens("34 35 36 37 39 an accordion keeps one item open", async ({ open }) => {
	const { page, run } = await open("/modulos/acordeon/", {
		clock: true,
		ready: `${title(2)}[aria-expanded]`,
		html: (html) =>
			html.replace("</article>", '<div style="height:2000px"></div></article>'),
	});
	await tabTo(page, title(1));
	await page.keyboard.press("Space");
	await run(300);
	expect(await classes(page, ACCORDION)).toContain("et_pb_accordion_toggling");
	expect(await opened(page)).toEqual(["open", "close", "close"]);
	for (const n of [0, 1]) {
		expect(await page.$eval(content(n), ({ style }) => style.overflow)).toBe(
			"hidden",
		);
	}
	await page.click(title(2));
	await run(700);
	expect(await opened(page)).toEqual(["close", "open", "close"]);
	expect(await classes(page, ACCORDION)).not.toContain(
		"et_pb_accordion_toggling",
	);
	expect(await page.getAttribute(content(0), "style")).toBe("display: none;");
	expect(await page.getAttribute(content(1), "style")).toBe("display: block;");
	await page.focus(title(1));
	await page.keyboard.press("Enter");
	await run(800);
	expect(await opened(page)).toEqual(["close", "open", "close"]);

	// What is opened above the window's top comes down under the header.
	await page.$eval(title(2), async (heading) => {
		const { top } = heading.getBoundingClientRect();
		const isScrolled = new Promise((done) => {
			addEventListener("scroll", done, { once: true });
		});
		scrollTo({ top: scrollY + top + 150, behavior: "instant" });
		await isScrolled;
	});
	// The header gets its height of a scrolled page by a transition, whose time is not the clock's.
	await run(100);
	await endTransitions(page);
	await page.$eval(title(2), (heading) => heading.click());
	await run(1300);
	const place = await page.$eval(".et_pb_accordion_item_2", (item) => {
		const heights = ["#wpadminbar", "#top-header", "#main-header"].map(
			(selector) => document.querySelector(selector)?.offsetHeight ?? 0,
		);
		return [
			item.getBoundingClientRect().top,
			heights.reduce((sum, height) => sum + height, 50),
		];
	});
	expect(Math.abs(place[0] - place[1])).toBeLessThan(2);
	expect(
		await each(page, `${ACCORDION} [aria-expanded]`, (item) =>
			item.getAttribute("aria-expanded"),
		),
	).toEqual(["false", "false", "true"]);
});

screens("38 a toggle flips when its content has slid", async ({ open }) => {
	const { page, run } = await open("/modulos/conmutadores/", {
		clock: true,
		ready: ".et_pb_toggle_1 [aria-expanded]",
	});
	const heading = ".et_pb_toggle_0 .et_pb_toggle_title";
	await page.click(heading);
	await run(400);
	await page.click(heading);
	expect(await classes(page, ".et_pb_toggle_0")).toContain(
		"et_pb_toggle_close",
	);
	await run(500);
	expect(await classes(page, ".et_pb_toggle_0")).toContain("et_pb_toggle_open");
	expect(await page.isVisible(".et_pb_toggle_0 p")).toBe(true);
	await tabTo(page, heading);
	await page.keyboard.press("Enter");
	await run(800);
	expect(await page.getAttribute(heading, "aria-expanded")).toBe("false");
	expect(await page.isVisible(".et_pb_toggle_0 p")).toBe(false);
});
