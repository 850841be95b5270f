import { expect, test } from "vitest";
import { openPage } from "./browser.js";
import { holdSite } from "./held.js";
import { startOwnSite } from "./own-site.js";

const held = holdSite(startOwnSite);

/** A page as a site in Arabic or Hebrew has it. */
async function openMirrored(path, ready) {
	const visit = await openPage(held.browser);
	await visit.page.route("**/*", async (route) => {
		const request = route.request();
		if (request.resourceType() !== "document") return route.fallback();
		const answer = await route.fetch();
		const body = (await answer.text())
			.replace(/<html /, '<html dir="rtl" ')
			.replace(/<body class="/, '<body class="rtl ');
		await route.fulfill({ response: answer, body });
	});
	await visit.page.goto(held.site.base + path, { waitUntil: "load" });
	await visit.page.waitForSelector(ready, { state: "attached" });
	return visit;
}

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
