/**
 * Contract "woocommerce", sections 6, 7, 9, 12 and 19.1: the shop's pages as the PHP server printed them, with recorded
 * answers behind the calls.
 */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openPage } from "../browser.js";
import { shareSite } from "../shared-site.js";

const shared = shareSite();
const RECORDED = "http://127.0.0.1:8081";
const IMAGE =
	"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='600' height='400'/>";

const bytes = (path) => readFileSync(new URL(path, import.meta.url));
const own = (name) =>
	JSON.parse(
		gunzipSync(bytes(`../recordings/woocommerce/${name}.json.gz`)).toString(),
	).response.body;
const catalogue = (name) =>
	JSON.parse(
		bytes(
			`../../../fixtures/recordings/woocommerce/catalogue/${name}.json`,
		).toString(),
	).response.body;

/** The shop's globals of a recorded page. */
const globalsOf = (body) =>
	[...body.matchAll(/^var (wc_\w+|woocommerce_params|DIVI) = .*;$/gm)]
		.map(([line]) => line)
		.join("\n");

/** A recorded page's content and globals, in a page of the demo site; addresses are the demo site's. */
const recorded = (body, base) => (html) => {
	const [, main] =
		/<div id="main-content">([\s\S]*?)<footer id="main-footer"/.exec(body);
	const content = main
		.replace(/<script\b(?![^>]*text\/template)[\s\S]*?<\/script>/g, "")
		.replace(/ src="[^"]*\.(jpg|png)"/g, ` src="${IMAGE}"`)
		.replace(/ srcset="[^"]*"/g, "");
	return html
		.replace(
			/<div id="main-content">[\s\S]*?(?=<footer|<span class="et_pb_scroll_top)/,
			() => `<div id="main-content">${content}`,
		)
		.replace("</head>", () => `<script>${globalsOf(body)}</script></head>`)
		.replaceAll(RECORDED, base)
		.replaceAll(RECORDED.replaceAll("/", "\\/"), base.replaceAll("/", "\\/"));
};

const axe = bytes(
	"../../../react-modules/node_modules/axe-core/axe.min.js",
).toString();

/** What axe finds serious below a selector. Colours are the style sheets', which are not here. */
async function findingsOf(page, selector) {
	await page.evaluate(axe);
	const { violations } = await page.evaluate(
		(selector) =>
			window.axe.run(selector, {
				rules: {
					"color-contrast": { enabled: false },
					"link-in-text-block": { enabled: false },
				},
			}),
		selector,
	);
	return violations
		.filter(({ impact }) => /serious|critical/.test(impact))
		.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

/** Visits a recorded page; `answers` are by action or by path. */
async function open(body, answers = {}, options = {}) {
	const { base } = shared.site;
	const visit = await openPage(shared.browser, {
		viewport: { width: 1440, height: 800 },
		reducedMotion: "reduce",
		...options,
	});
	const { page } = visit;
	const sent = [];
	await page.context().addCookies([
		{
			name: "moove_gdpr_popup",
			value: encodeURIComponent('{"strict":"1","thirdparty":"0"}'),
			domain: "127.0.0.1",
			path: "/",
		},
	]);
	await page.route(
		(url) => url.origin === base,
		async (route) => {
			const request = route.request();
			const url = new URL(request.url());
			if (request.isNavigationRequest()) {
				const answer = await route.fetch();
				const html = recorded(body, base)(await answer.text());
				return route.fulfill({ response: answer, body: html });
			}
			const action = url.searchParams.get("wc-ajax") ?? url.pathname;
			const answer = answers[action];
			if (answer === undefined) return route.fallback();
			sent.push({
				action,
				method: request.method(),
				fields: Object.fromEntries(
					new URLSearchParams(request.postData() ?? ""),
				),
			});
			return route.fulfill({
				status: 200,
				contentType: "text/html; charset=UTF-8",
				body: answer.replaceAll(RECORDED, base),
			});
		},
	);
	await page.goto(`${base}/modulos/botones/`);
	return { ...visit, sent };
}

test("B8 B9 the cart is updated in its place, and a coupon's error stands at its field", async () => {
	const { page, sent, close } = await open(own("cart"), {
		"/carrito/": own("cart-update"),
		apply_coupon: own("coupon-unknown"),
	});
	const update = page.locator('[name="update_cart"]');
	await expect.poll(() => update.isDisabled()).toBe(true);
	await page.locator(".cart_item .qty").first().fill("3");
	expect(await update.isDisabled()).toBe(false);
	await page.locator(".cart_item .qty").first().press("Enter");
	await page.waitForSelector(".woocommerce-message");
	expect(sent.map(({ action, method }) => [action, method])).toEqual([
		["/carrito/", "POST"],
	]);
	expect(sent[0].fields.update_cart).toBe("Update Cart");
	expect(await update.isDisabled()).toBe(true);
	expect(await page.locator(".woocommerce-cart-form").count()).toBe(1);
	expect(await page.locator(".cart_totals").count()).toBe(1);
	await page.fill("#coupon_code", "nohay");
	await page.click('[name="apply_coupon"]');
	await expect.poll(() => sent.length).toBe(3);
	await page.waitForSelector(".cart_totals:not(.processing)");
	const error = page.locator("#coupon-error-notice");
	expect(await error.getAttribute("role")).toBe("alert");
	expect(await page.getAttribute("#coupon_code", "aria-describedby")).toBe(
		"coupon-error-notice",
	);
	expect(await page.locator(".woocommerce-error").count()).toBe(0);
	await page.click(".shipping-calculator-button");
	expect(await page.isVisible("#calc_shipping_postcode")).toBe(true);
	await page.selectOption("#calc_shipping_country", "FR");
	expect(await page.isVisible("#calc_shipping_state")).toBe(false);
	expect(await findingsOf(page, "#main-content")).toEqual([]);
	await close();
});

test("B6 B7 the checkout follows the country, and its errors lead to their fields", async () => {
	const { page, sent, close } = await open(own("checkout"), {
		update_order_review: own("review-bacs"),
		checkout: own("checkout-empty-fields"),
		get_refreshed_fragments: own("second-add"),
	});
	const asked = () =>
		sent.filter(({ action }) => action === "update_order_review").length;
	await expect.poll(asked).toBe(1);
	await page.waitForSelector("#payment:not(.processing)");
	expect(await page.isVisible(".shipping_address")).toBe(false);
	const country = "#billing_country_field .select2-selection";
	expect(await page.textContent(country)).toBe("España");
	await page.focus("#billing_country");
	await page.keyboard.press("Enter");
	await page.waitForSelector("input.select2-search__field");
	expect(await findingsOf(page, "body > .select2-container")).toEqual([]);
	expect(await findingsOf(page, "#billing_country_field")).toEqual([]);
	await page.keyboard.type("fran");
	expect(
		await page.locator(".select2-results__option").allTextContents(),
	).toEqual(["Francia"]);
	await page.keyboard.press("Enter");
	await page.waitForSelector(".select2-dropdown", { state: "detached" });
	expect(await page.inputValue("#billing_country")).toBe("FR");
	expect(await page.textContent(country)).toBe("Francia");
	await expect.poll(asked).toBe(2);
	expect(sent.at(-1).fields).toMatchObject({ country: "FR", state: "" });
	expect(await page.isVisible("#billing_state_field")).toBe(false);
	expect(
		await page.$eval(country, (list) => list === document.activeElement),
	).toBe(true);
	await page.waitForSelector("#payment:not(.processing)");
	await page.click("label[for=payment_method_cod]");
	expect(await page.isVisible("div.payment_method_cod")).toBe(true);
	expect(await page.isVisible("div.payment_method_bacs")).toBe(false);
	await page.click("#place_order");
	await page.waitForSelector(".woocommerce-NoticeGroup-checkout");
	expect(await page.locator(".woocommerce-NoticeGroup-checkout").count()).toBe(
		1,
	);
	const items = await page.locator(".woocommerce-error li[data-id]").count();
	expect(items).toBe(7);
	expect(await page.locator(".checkout-inline-error-message").count()).toBe(
		items,
	);
	const top = await page.$eval(
		".woocommerce-NoticeGroup-checkout",
		(group) => group.getBoundingClientRect().top,
	);
	expect(top).toBeGreaterThanOrEqual(0);
	expect(top).toBeLessThan(400);
	expect(await findingsOf(page, "form.checkout")).toEqual([]);
	await page.click(".woocommerce-error li:last-child a");
	expect(await page.evaluate(() => document.activeElement?.id)).toBe(
		"billing_email",
	);
	await close();
});

test("a product's tabs, stars and pictures", async () => {
	const slide = (n) =>
		`<div data-thumb="${IMAGE}" data-thumb-alt="Vista ${n}" class="woocommerce-product-gallery__image"><a href="${IMAGE}"><img src="${IMAGE}" width="600" height="${300 + 100 * n}" alt="Foto ${n}" style="width:100%;height:${300 + 100 * n}px" data-large_image="${IMAGE}" data-large_image_width="1800" data-large_image_height="1200"></a></div>`;
	const body = catalogue("producto-miel-de-romero").replace(
		/<div class="woocommerce-product-gallery__wrapper">[\s\S]*?<\/div>\s*<\/div>\s*<\/div>/,
		`<div class="woocommerce-product-gallery__wrapper">${slide(0)}${slide(1)}${slide(2)}</div></div>`,
	);
	const { page, close } = await open(body, {
		get_refreshed_fragments: own("second-add"),
	});
	await page.waitForSelector(".flex-control-thumbs");
	// The shop's own style sheets are not there: what follows would lie over the thumbnails.
	await page.addStyleTag({ content: ".related { display: none }" });
	const box = (selector) => page.locator(selector).first().boundingBox();
	const viewport = await box(".flex-viewport");
	expect(viewport.height).toBeCloseTo(300, -1);
	const shown = () =>
		page.$$eval(".woocommerce-product-gallery__image", (slides) => {
			const { left } = document
				.querySelector(".flex-viewport")
				.getBoundingClientRect();
			return slides.findIndex(
				(each) => Math.abs(each.getBoundingClientRect().left - left) < 2,
			);
		});
	expect(await shown()).toBe(0);
	await page.locator(".flex-control-thumbs img").nth(2).click();
	await expect.poll(shown).toBe(2);
	await expect
		.poll(async () => (await box(".flex-viewport")).height)
		.toBeCloseTo(500, -1);
	// The larger copy follows the pointer from one corner to the other.
	await page
		.locator(".flex-active-slide")
		.evaluate((slide) => slide.scrollIntoView({ block: "center" }));
	const at = await box(".flex-active-slide");
	await page.mouse.move(at.x + 5, at.y + 5);
	await page.waitForSelector(".flex-active-slide .zoomImg");
	const left = () =>
		page.$eval(".flex-active-slide .zoomImg", ({ style }) =>
			Number.parseFloat(style.left),
		);
	await page.mouse.move(at.x + 6, at.y + 6);
	expect(await left()).toBeGreaterThan(-40);
	await page.mouse.move(at.x + at.width - 5, at.y + at.height - 5);
	expect(await left()).toBeLessThan(-(1800 - at.width) * 0.9);
	await page.click(".woocommerce-product-gallery__trigger");
	await page.waitForSelector("[role=dialog] img");
	await page.keyboard.press("Escape");
	await page.waitForSelector(".mfp-wrap", { state: "detached" });

	expect(await findingsOf(page, ".woocommerce-product-gallery")).toEqual([]);
	await page.click(".reviews_tab a");
	expect(await page.isVisible("#tab-reviews")).toBe(true);
	expect(await page.isVisible("#tab-description")).toBe(false);
	await page.click("p.stars a.star-4");
	expect(await page.inputValue("#rating")).toBe("4");
	await page.keyboard.press("ArrowRight");
	expect(await page.inputValue("#rating")).toBe("5");
	expect(await findingsOf(page, ".wc-tabs-wrapper")).toEqual([]);
	await close();
});
