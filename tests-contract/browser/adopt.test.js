import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdChunk, keepNodes, openPage, places } from "./browser.js";
import { startRecordedSite } from "./recorded-site.js";
import { openBrowser } from "./shared-site.js";

const PAGES = [
	"/contacto/",
	"/en/contact/",
	"/fr/contactez-nous/",
	"/formulario-completo/",
];
const WIDTHS = [390, 820, 1440];

let browser;
beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(() => browser.close());

const ready = (page) =>
	page.waitForSelector(".wpcf7.js .wpcf7-spinner", { state: "attached" });

describe.each(["react", "preact"])("%s on recorded pages", (modules) => {
	let site;
	beforeAll(async () => {
		site = await startRecordedSite({ modules });
	});
	afterAll(() => site.stop());

	test.each(PAGES.flatMap((path) => WIDTHS.map((width) => [path, width])))(
		"%s at %i px: every node stays, nothing moves, nothing is said",
		async (path, width) => {
			const { page, said, close } = await openPage(browser, {
				viewport: { width, height: 900 },
			});
			await keepNodes(page, ".wpcf7");
			const release = await holdChunk(page, "contact-form-7");
			await page.goto(site.base + path);
			const before = await places(page, ".wpcf7 *");
			release();
			await ready(page);
			const { all, lost } = await page.evaluate(() => window.kept());
			expect(all).toBeGreaterThan(50);
			expect(lost).toBe(0);
			const printed = ".wpcf7 :not(.wpcf7-spinner)";
			expect(await places(page, printed)).toEqual(before);
			expect(said).toEqual([]);
			await close();
		},
	);

	test("what a visitor typed before the chunk came is still there", async () => {
		const { page, close } = await openPage(browser);
		const release = await holdChunk(page, "contact-form-7");
		await page.goto(`${site.base}/formulario-completo/`, {
			waitUntil: "commit",
		});
		await page.fill("[name=texto-req]", "a medias");
		await page.fill("[name=area-cont]", "otro texto");
		await page.check("[name='chk[]'][value=pan]");
		await page.selectOption("[name=sel]", "dos");
		await page.focus("[name=area-cont]");
		release();
		await ready(page);
		expect(
			await page.evaluate(() => [
				document.querySelector("[name=texto-req]").value,
				document.querySelector("[name=area-cont]").value,
				document.querySelector("[name='chk[]'][value=pan]").checked,
				document.querySelector("[name=sel]").value,
				document.activeElement.name,
			]),
		).toEqual(["a medias", "otro texto", true, "dos", "area-cont"]);
		await close();
	});
});
