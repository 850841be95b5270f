import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { openBrowser, ownSite } from "./shared-site.js";

let browser;
beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(() => browser.close());

/** The consent cookie of a visitor who has chosen: the page shows no banner. */
const CHOSEN = {
	name: "moove_gdpr_popup",
	value: encodeURIComponent('{"strict":"1","thirdparty":"0","advanced":"0"}'),
};

const isFocused = (page, selector) =>
	page.evaluate(
		(selector) => document.activeElement?.matches(selector) === true,
		selector,
	);

/** Presses Tab until an element of the selector has the focus. */
async function tabTo(page, selector) {
	for (let presses = 0; presses < 80; presses++) {
		await page.keyboard.press("Tab");
		if (await isFocused(page, selector)) return;
	}
	throw new Error(`${selector} cannot be reached by Tab`);
}

describe("by keyboard alone", () => {
	let site;
	beforeAll(async () => {
		site = ownSite();
	});

	async function open(
		path,
		{ ready, until = "load", consent = true, ...options },
	) {
		const visit = await openPage(browser, options);
		const { page } = visit;
		if (consent) {
			await page.context().addCookies([{ ...CHOSEN, url: site.base }]);
		}
		await page.goto(site.base + path, { waitUntil: until });
		await page.waitForSelector(ready, { state: "attached" });
		return visit;
	}

	test("menus open for who comes to them, and close with Escape", async () => {
		const { page, close } = await open("/", {
			ready: "#top-menu [aria-expanded]",
		});
		const parent = "#top-menu > li.menu-item-has-children > a";
		await tabTo(page, parent);
		const list = page.locator(`${parent} + .sub-menu`).first();
		await expect.poll(() => list.isVisible()).toBe(true);
		expect(await page.getAttribute(parent, "aria-expanded")).toBe("true");
		await page.keyboard.press("Tab");
		expect(await isFocused(page, `${parent} + .sub-menu > li > a`)).toBe(true);
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		expect(await isFocused(page, parent)).toBe(true);
		await expect.poll(() => list.isVisible()).toBe(false);
		await close();
	});

	test("the phone's menu opens with Enter; Escape closes it where it was opened", async () => {
		const { page, close } = await open("/", {
			ready: ".mobile_menu_bar[aria-expanded]",
			viewport: { width: 390, height: 844 },
		});
		await tabTo(page, ".mobile_menu_bar");
		await page.keyboard.press("Enter");
		await page.waitForSelector(".mobile_nav.opened #mobile_menu");
		await tabTo(page, "#mobile_menu a");
		await page.keyboard.press("Escape");
		await page.waitForSelector(".mobile_nav.closed", { state: "attached" });
		expect(await isFocused(page, ".mobile_menu_bar")).toBe(true);
		await close();
	});

	test("arrows lead from tab to tab", async () => {
		const { page, close } = await open("/modulos/pestanas/", {
			ready: ".et_pb_tabs_0 [role=tab]",
		});
		await tabTo(page, ".et_pb_tabs_0 [role=tab]");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("Enter");
		const second = page.locator(".et_pb_tabs_0 [role=tab]").nth(1);
		await expect.poll(() => second.getAttribute("aria-selected")).toBe("true");
		expect(
			await page.evaluate(() => document.activeElement.closest("li").className),
		).toContain("et_pb_tab_active");
		const panel = page.locator(".et_pb_tabs_0 [role=tabpanel]").nth(1);
		await expect.poll(() => panel.isVisible()).toBe(true);
		await close();
	});

	test.each([
		["/modulos/conmutadores/", ".et_pb_toggle_0", "Enter"],
		["/modulos/acordeon/", ".et_pb_accordion_item_1", "Space"],
	])("%s: %s opens with %s", async (path, module, key) => {
		const title = `${module} .et_pb_toggle_title`;
		const { page, close } = await open(path, {
			ready: `${title}[aria-expanded]`,
		});
		const before = await page.getAttribute(title, "aria-expanded");
		await tabTo(page, title);
		const scrolled = await page.evaluate(() => scrollY);
		await page.keyboard.press(key);
		await expect
			.poll(() => page.getAttribute(title, "aria-expanded"))
			.toBe(before === "true" ? "false" : "true");
		// The space bar did not scroll the page down as well.
		expect(await page.evaluate(() => scrollY)).toBeLessThanOrEqual(scrolled);
		await close();
	});

	test("a slider goes on by its arrow and its dots, and waits for who is in it", async () => {
		const { page, close } = await open("/modulos/deslizante/", {
			ready: ".et_pb_slider_0 .et-pb-arrow-next",
		});
		const slides = ".et_pb_slider_0 .et_pb_slide";
		const isShown = (n) =>
			expect
				.poll(() => page.locator(slides).nth(n).getAttribute("class"))
				.toContain("et-pb-active-slide");
		await tabTo(page, ".et_pb_slider_0 .et-pb-arrow-next");
		await page.keyboard.press("Enter");
		await isShown(1);
		await tabTo(page, ".et_pb_slider_0 .et-pb-controllers a:nth-child(3)");
		await page.waitForTimeout(800);
		await page.keyboard.press("Enter");
		await isShown(2);
		expect(new URL(page.url()).hash).toBe("");
		await close();
	});

	test("the gallery's lightbox keeps the focus, and gives it back", async () => {
		const { page, close } = await open("/modulos/galeria-rejilla/", {
			ready: ".et_pb_gallery_pagination a",
			until: "networkidle",
		});
		const link = ".et_pb_gallery_item_0_0 .et_pb_gallery_image a";
		await tabTo(page, link);
		await page.keyboard.press("Enter");
		await page.waitForSelector(".mfp-ready img.mfp-img");
		const counter = () => page.textContent(".mfp-counter");
		expect(await counter()).toMatch(/^1 /);
		await page.keyboard.press("ArrowRight");
		await expect.poll(counter).toMatch(/^2 /);
		for (let presses = 0; presses < 5; presses++) {
			await page.keyboard.press("Tab");
			expect(await isFocused(page, ".mfp-wrap, .mfp-wrap *")).toBe(true);
		}
		await page.keyboard.press("Escape");
		await page.waitForSelector(".mfp-wrap", { state: "detached" });
		expect(await isFocused(page, link)).toBe(true);
		await close();
	});

	test("consent: the dialog opens, chooses, closes; the banner goes", async () => {
		const { page, close } = await open("/aviso-legal/", {
			ready: "#moove_gdpr_cookie_info_bar:not(.moove-gdpr-info-bar-hidden)",
			consent: false,
		});
		await tabTo(page, ".moove-gdpr-infobar-settings-btn");
		await page.keyboard.press("Enter");
		const dialog = ".gdpr_lightbox";
		await page.waitForSelector(`${dialog} #moove_gdpr_cookie_modal`);
		await expect.poll(() => isFocused(page, dialog)).toBe(true);
		for (let presses = 0; presses < 12; presses++) {
			await page.keyboard.press("Tab");
			expect(await isFocused(page, `${dialog}, ${dialog} *`)).toBe(true);
		}
		await page.keyboard.press("Escape");
		await page.waitForSelector(dialog, { state: "hidden" });
		expect(await isFocused(page, ".moove-gdpr-infobar-settings-btn")).toBe(
			true,
		);
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Shift+Tab");
		expect(await isFocused(page, ".moove-gdpr-infobar-allow-all")).toBe(true);
		await page.keyboard.press("Enter");
		await expect
			.poll(async () =>
				(await page.context().cookies()).map(({ name }) => name),
			)
			.toContain("moove_gdpr_popup");
		await page.waitForSelector("#moove_gdpr_cookie_info_bar", {
			state: "hidden",
		});
		await close();
	});
});
