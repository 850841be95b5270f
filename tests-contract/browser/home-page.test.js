import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { scriptsOf, shiftsByScripts } from "./home-page-figures.js";
import { openBrowser, ownSite } from "./shared-site.js";

/**
 * Bytes of script after gzip that the home page may load. The legacy scripts are 148,155 (contract "divi-client-plan",
 * section B). The libraries are bundled as published (`react-modules/sizes.js`).
 */
const BUDGETS = [
	["react", 104_060],
	["preact", 44_970],
];

let browser;
beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each(BUDGETS)("%s on the home page", (modules, budget) => {
	let site;
	beforeAll(async () => {
		site = ownSite(modules);
	});

	test(`loads at most ${budget} bytes of script`, async () => {
		const { page, close } = await openPage(browser);
		const scripts = await scriptsOf(page, site.base);
		const sizes = [...scripts.values()];
		expect(Math.min(...sizes)).toBeGreaterThan(0);
		expect(scripts.has("loader.js")).toBe(true);
		const sum = sizes.reduce((sum, size) => sum + size, 0);
		expect(sum).toBeLessThanOrEqual(budget);
		await close();
	});

	test.each([390, 820, 1440])(
		"at %i px our scripts move nothing",
		async (width) => {
			const { page, close, said } = await openPage(browser, {
				viewport: { width, height: 900 },
			});
			expect(await shiftsByScripts(page, site.base)).toEqual([]);
			expect(said).toEqual([]);
			await close();
		},
	);
});
