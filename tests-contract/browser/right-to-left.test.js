import { expect, test } from "vitest";
import { openPage } from "./browser.js";
import { shareSite } from "./shared-site.js";

const shared = shareSite();

/** A page from right to left, as on a site in Arabic or Hebrew. */
async function openMirrored(path, ready) {
	const visit = await openPage(shared.browser);
	await visit.page.route("**/*", async (route) => {
		const request = route.request();
		if (request.resourceType() !== "document") return route.fallback();
		const answer = await route.fetch();
		const body = (await answer.text())
			.replace(/<html /, '<html dir="rtl" ')
			.replace(/<body class="/, '<body class="rtl ');
		await route.fulfill({ response: answer, body });
	});
	await visit.page.goto(shared.site.base + path, { waitUntil: "load" });
	await visit.page.waitForSelector(ready, { state: "attached" });
	return visit;
}

// Contract "divi-client", section 1.6: swipes and arrows of sliders are never reversed.
test("a slider's next is next", async () => {
	const { page, said, close } = await openMirrored(
		"/modulos/deslizante/",
		".et_pb_slider_0 .et-pb-arrow-next",
	);
	await page.evaluate(() =>
		document.querySelector(".et_pb_slider_0 .et-pb-arrow-next").click(),
	);
	await page.waitForSelector(
		".et_pb_slider_0 .et_pb_slide_1.et-pb-active-slide",
	);
	expect(said).toEqual([]);
	await close();
});

test("arrow keys lead through tabs as they are seen", async () => {
	const { page, close } = await openMirrored(
		"/modulos/pestanas/",
		"[role=tab]",
	);
	await page.focus(".et_pb_tabs_0 [role=tab]");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("Enter");
	const second = page.locator(".et_pb_tabs_0 [role=tab]").nth(1);
	await expect.poll(() => second.getAttribute("aria-selected")).toBe("true");
	await close();
});

test("nothing leaves the home page at its sides; the header keeps the logo clear", async () => {
	const { page, said, close } = await openMirrored("/", ".et-pb-arrow-next");
	for (const width of [390, 820, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		await page.waitForTimeout(400);
		const wide = await page.evaluate(() => ({
			page: document.documentElement.scrollWidth,
			logo: document.querySelector("#logo").getBoundingClientRect().right,
			menu: document
				.querySelector("#top-menu-nav, #et_mobile_nav_menu")
				.getBoundingClientRect().right,
		}));
		expect(wide.page).toBeLessThanOrEqual(width);
		// The logo stands at the right.
		expect(wide.logo).toBeGreaterThan(width / 2);
	}
	expect(
		await page.evaluate(
			() => document.querySelector("#et-top-navigation").style.paddingRight,
		),
	).toMatch(/^\d+(\.\d+)?px$/);
	expect(said).toEqual([]);
	await close();
});
