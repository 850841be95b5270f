import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { shiftsByScripts } from "./home-page-figures.js";
import { openBrowser, ownSite } from "./shared-site.js";

/** Pages of modules that scripts lay out: the base sheet reserves the place that each has afterwards. */
const PAGES = [
	"/modulos/deslizante/",
	"/modulos/deslizante-completo/",
	"/modulos/entradas-deslizantes/",
	"/modulos/video-deslizante/",
	"/modulos/portafolio-filtrable/",
	"/modulos/portafolio-completo/",
	"/modulos/galeria-rejilla/",
	"/modulos/contador-numerico/",
];

let browser;
let site;
beforeAll(async () => {
	browser = await openBrowser();
	site = ownSite();
});
afterAll(async () => {
	await browser.close();
});

test.each(PAGES)("%s: no module moves another", async (path) => {
	for (const width of [390, 1280]) {
		const { page, close } = await openPage(browser, {
			viewport: { width, height: 900 },
		});
		expect(await shiftsByScripts(page, site.base + path)).toEqual([]);
		await close();
	}
});
