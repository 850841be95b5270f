/**
 * The short pass of the Preact build (`site.modules = "preact"`): every module that draws does so once. The same sources
 * run the whole suite with React; adopted forms and the home page are tested with both builds.
 */

import { expect, test } from "vitest";
import { openPage } from "./browser.js";
import { ownSite, shareSite } from "./shared-site.js";

const shared = shareSite(() => ownSite("preact"));

/** Page, an element that the module renders, and the element to click before. */
const DRAWN = [
	["/modulos/deslizante/", ".et-pb-slider-arrows + .et-pb-controllers a"],
	["/modulos/galeria-rejilla/", ".et_pb_gallery_pagination a.page-next"],
	[
		"/modulos/portafolio-filtrable/",
		".et_pb_portofolio_pagination a.page-next",
	],
	["/opiniones/", "a.review-more-link"],
	["/contacto/", ".wpcf7.js .wpcf7-spinner"],
	[
		"/",
		".gdpr_lightbox-opened #moove_gdpr_cookie_modal",
		"[data-href*=moove_gdpr_cookie_modal]",
	],
	["/modulos/galeria-rejilla/", ".mfp-wrap .mfp-img", ".et_pb_gallery_image a"],
];

test.each(DRAWN)("%s draws %s", async (path, drawn, clicked) => {
	const { page, said, close } = await openPage(shared.browser);
	await page.goto(shared.site.base + path, { waitUntil: "load" });
	if (clicked) {
		// Before its chunk has come, a click is the link's own.
		await page.waitForLoadState("networkidle");
		await page.locator(clicked).first().click();
	}
	await page.waitForSelector(drawn, { state: "attached" });
	expect(said).toEqual([]);
	await close();
});
