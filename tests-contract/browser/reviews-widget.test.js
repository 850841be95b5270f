import { expect, test } from "vitest";
import { openPage } from "./browser.js";
import { startRecordedSite } from "./recorded-site.js";
import { shareSite } from "./shared-site.js";

const shared = shareSite(startRecordedSite);

// Contract "reviews-widget", sections 8 and 9.
test("widgets of the recorded page open, slide, and keep their nodes", async () => {
	const { page, close } = await openPage(shared.browser);
	await page.addInitScript(() => {
		addEventListener("DOMContentLoaded", () => {
			window.served = [...document.querySelectorAll(".gmbrr li, .gmbrr .star")];
		});
	});
	await page.goto(`${shared.site.base}/opiniones/`);
	await page.waitForSelector(".review-more-link");
	const shown = (id) =>
		page.$$eval(`#${id} .listing > .visible`, (items) =>
			items.map((item) => item.dataset.index),
		);
	await page.click("#carrusel-casa .bullet:nth-child(2) a");
	expect(await shown("carrusel-casa")).toEqual(["3", "4", "5"]);
	await page.hover("#google-business-reviews-rating-3 .visible");
	await page.keyboard.press("ArrowRight");
	expect(await shown("google-business-reviews-rating-3")).toEqual(["2", "3"]);
	await page.evaluate(() => window.google_business_reviews_rating(0, 0));
	const rest = "#google-business-reviews-rating .review-full-text";
	expect(await page.isVisible(rest)).toBe(true);
	expect(
		await page.evaluate(() => window.served.every((node) => node.isConnected)),
	).toBe(true);
	expect(page.url()).toBe(`${shared.site.base}/opiniones/`);
	await close();
});
