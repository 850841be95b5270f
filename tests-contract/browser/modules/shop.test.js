/**
 * Contract "divi-client-plan", rows 136 to 140 of section D; "divi-client", section 6.30; "woocommerce", section 15.4. The
 * shop's own scripts are replaced by their events.
 */

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { classes, each, testScreens, withModules } from "./visit.js";

const screens = testScreens();

/** The last thing that the module does at its start. */
const READY = ".et_pb_wc_meta_empty";
const IMAGE =
	"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** The modules of a page that the shop printed, in a page of ours. */
function recorded(name) {
	const file = new URL(
		`../../../fixtures/recordings/woocommerce/${name}.json`,
		import.meta.url,
	);
	const { body } = JSON.parse(readFileSync(file)).response;
	const [, main] =
		/<div id="main-content">([\s\S]*?)<span class="et_pb_scroll_top/.exec(body);
	return withModules(
		`${main.replace(/ src="[^"]*"/g, ` src="${IMAGE}"`)}<div class="et_pb_wc_meta"></div>`,
	);
}

const BILLING = {
	billing_first_name: "",
	billing_last_name: "",
	billing_company: "",
	billing_country: "ES",
	billing_address_1: "",
	billing_address_2: "",
	billing_postcode: "18500",
	billing_city: "Guadix",
	billing_state: "GR",
	billing_phone: "",
	billing_email: "",
	account_password: "",
};
const FORM = ".et_pb_wc_checkout_payment_info form.checkout";
const ADDRESS = ".et_pb_wc_checkout_shipping .shipping_address";
const ELSEWHERE = "#ship-to-different-address-checkbox";
/** What the server printed into the form itself. */
const OWN = /^(payment_method|woocommerce-process-checkout-nonce|_wp_http)/;

const tell = (page, type) =>
	page.evaluate(
		(type) => document.body.dispatchEvent(new CustomEvent(type)),
		type,
	);

/** What the payment's form sends of the other forms: each name once, before its own. */
async function sent(page) {
	const pairs = await page.$eval(FORM, (form) => [...new FormData(form)]);
	const names = pairs.map(([name]) => name);
	const own = names.findIndex((name) => OWN.test(name));
	expect(names.slice(own).filter((name) => !OWN.test(name))).toEqual([]);
	expect(names).toHaveLength(new Set(names).size);
	return Object.fromEntries(pairs.slice(0, own));
}

const openCheckout = (open, options = {}) =>
	open("/modulos/botones/", {
		html: recorded("checkout-divi"),
		clock: true,
		events: ["update_checkout"],
		ready: READY,
		...options,
	});

screens.mirrored(
	"136 137 138 the form that is sent has what the others hold",
	async ({ open }) => {
		const { page, run, heard } = await openCheckout(open);
		expect(await sent(page)).toEqual({});
		await tell(page, "init_checkout");
		expect(await sent(page)).toEqual(BILLING);
		const display = () => page.$eval(ADDRESS, ({ style }) => style.display);
		expect(await display()).toBe("none");

		await page.fill("#billing_first_name", "Lucía");
		await page.press("#billing_first_name", "Tab");
		expect(await heard()).toEqual([]);
		expect((await sent(page)).billing_first_name).toBe("Lucía");
		await page.fill("#billing_postcode", "18510");
		await page.press("#billing_postcode", "Tab");
		await page.selectOption("#billing_country", "PT");
		expect((await heard()).map(({ type }) => type)).toEqual(
			Array(2).fill("update_checkout"),
		);
		const bill = {
			...BILLING,
			billing_first_name: "Lucía",
			billing_postcode: "18510",
			billing_country: "PT",
		};
		expect(await sent(page)).toEqual(bill);

		await page.evaluate(
			(box) => document.querySelector(box).click(),
			ELSEWHERE,
		);
		await run(200);
		const [height, overflow] = await page.$eval(ADDRESS, ({ style }) => [
			Number.parseFloat(style.height),
			style.overflow,
		]);
		expect(overflow).toBe("hidden");
		await run(300);
		expect(await display()).toBe("block");
		const whole = await page.$eval(ADDRESS, (each) => each.offsetHeight);
		expect(height).toBeGreaterThan(whole * 0.3);
		expect(height).toBeLessThan(whole * 0.7);
		const parcel = {
			shipping_first_name: "",
			shipping_last_name: "",
			shipping_company: "",
			shipping_country: "ES",
			shipping_address_1: "",
			shipping_address_2: "",
			shipping_postcode: "18500",
			shipping_city: "Guadix",
			shipping_state: "GR",
		};
		expect(await sent(page)).toEqual({
			...bill,
			...parcel,
			ship_to_different_address: "1",
		});
		await page.fill("#shipping_city", "Purullena");
		await page.press("#shipping_city", "Tab");
		expect((await sent(page)).shipping_city).toBe("Purullena");
		await page.evaluate(
			(box) => document.querySelector(box).click(),
			ELSEWHERE,
		);
		await run(500);
		expect(await display()).toBe("none");
		// Only the flag goes.
		expect(await sent(page)).toEqual({
			...bill,
			...parcel,
			shipping_city: "Purullena",
		});
		await page.evaluate(() => document.querySelector("#createaccount").click());
		expect((await sent(page)).createaccount).toBe("1");
		await page.evaluate(() => document.querySelector("#createaccount").click());
		expect(await sent(page)).not.toHaveProperty("createaccount");
		await page.evaluate(() =>
			document.querySelector("#shipping_method_0_flat_rate1").click(),
		);
		expect(await heard()).toHaveLength(3);
		const method = ".wc_payment_method";
		await tell(page, "updated_checkout");
		expect(await classes(page, `${method}.payment_method_bacs`)).toContain(
			"et_pb_checked",
		);
		await page.$eval("#payment_method_cod", (radio) => radio.click());
		await tell(page, "updated_checkout");
		expect(
			await each(page, ".et_pb_checked", ({ className }) => className),
		).toEqual(["wc_payment_method payment_method_cod et_pb_checked"]);
	},
);

screens(
	"6.30 a checkout that is not the builder's; errors come in sight once",
	async ({ open, width }) => {
		const { page, run } = await openCheckout(open, {
			html: (html) =>
				recorded("checkout-divi")(html).replace(
					/(<body class="[^"]*)et_pb_pagebuilder_layout/,
					"$1",
				),
		});
		await tell(page, "init_checkout");
		expect(await sent(page)).toEqual({});
		await page.evaluate((form) => {
			const group =
				'<div class="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout"><ul class="woocommerce-error"><li data-id="shipping_city">Ciudad</li></ul></div>';
			document.querySelector(form).insertAdjacentHTML("afterbegin", group);
			document.querySelector("form").insertAdjacentHTML("beforebegin", group);
		}, FORM);
		await tell(page, "checkout_error");
		await run(1100);
		const shown = () =>
			each(
				page,
				".woocommerce-NoticeGroup-checkout li",
				(item) => item.offsetHeight > 0,
			);
		expect(await shown()).toEqual([true, false]);
		const top = await page.$eval(
			FORM,
			(form) => form.getBoundingClientRect().top,
		);
		const header = await page.$eval(
			"#main-header",
			({ offsetHeight }) => offsetHeight,
		);
		const scrolled = await page.evaluate(() => scrollY);
		if (width > 980) {
			expect(scrolled).toBeGreaterThan(0);
			expect(Math.abs(top - 100 - header)).toBeLessThan(60);
		} else expect(scrolled).toBe(0);
		// Errors of fields that the page does not have are not shown.
		await page.$eval(".et_pb_wc_checkout_shipping", (part) => part.remove());
		await tell(page, "checkout_error");
		expect(await shown()).toEqual([false, false]);
		await tell(page, "updated_checkout");
		expect(await page.locator(".et_pb_checked").count()).toBe(0);
	},
);

screens(
	"139 140 the cart's number, its parts once, no totals of an empty one",
	async ({ open }) => {
		const { page } = await open("/modulos/botones/", {
			html: (html) =>
				recorded("cart-divi")(html).replace(
					"</body>",
					'<a class="et-cart-info" href="/carrito/"><span>0</span></a><script>window.DIVI={item_count:"%d artículo",items_count:"%d artículos"}</script></body>',
				),
			clock: true,
			ready: READY,
		});
		const totals = ".et_pb_wc_cart_totals";
		const count = (selector) =>
			each(page, selector, (part) => part.offsetHeight > 0);
		await page.evaluate((totals) => {
			for (const selector of [".woocommerce-cart-form", ".cart_totals"]) {
				const part = document.querySelector(selector);
				part.after(part.cloneNode(true));
			}
			document.querySelector(".qty").value = "1";
			document.querySelector(totals).style.minHeight = "10px";
		}, totals);
		expect(await count(".cart_totals")).toEqual([true, true]);
		await tell(page, "updated_wc_div");
		expect(await count(".woocommerce-cart-form")).toEqual([true]);
		expect(await count(".cart_totals")).toEqual([true]);
		await tell(page, "updated_wc_div");
		const said = await page.textContent(".et-cart-info:last-of-type span");
		expect(said).toBe("4 artículos");
		await tell(page, "wc_cart_emptied");
		expect(await count(totals)).toEqual([false]);
	},
);

screens.mirrored(
	"6.30 products know their place and the pointer; an order's page has no empty rows",
	async ({ open }) => {
		const { page } = await open("/modulos/botones/", {
			html: (html) =>
				recorded("shop-divi")(html)
					.replace(
						'data-shortcode_index="0"',
						'$& data-icon="P" data-icon-phone="Q"',
					)
					.replace(/(<body class=")/, "$1woocommerce-order-received ")
					// The shop's own style sheet positions overlays on images.
					.replace(
						"</head>",
						"<style>.et_shop_image{display:block;position:relative}</style></head>",
					)
					.replace(
						"<footer",
						`<div class="et_pb_row" id="sin"><div class="et_pb_column"></div></div>
						<div class="et_pb_row" id="con"><div class="et_pb_column"><p>x</p></div></div>
						<div class="et_pb_wc_meta" id="lleno"><i>SKU</i></div>$&`,
					),
			clock: true,
			ready: READY,
		});
		const items = await each(page, ".et_pb_shop li.product", ({ classList }) =>
			[...classList].find((name) => /shop_item/.test(name)),
		);
		expect(items.length).toBeGreaterThan(2);
		expect(items).toEqual(items.map((_, n) => `et_pb_shop_item_0_${n}`));
		expect(
			await each(page, ".et_pb_shop .et_overlay", (overlay) => [
				overlay.dataset.icon,
				overlay.dataset.iconPhone,
				overlay.className,
			]),
		).toEqual(
			items.map(() => [
				"P",
				"Q",
				"et_overlay et_pb_inline_icon et_pb_inline_icon_phone",
			]),
		);
		const lit = () =>
			each(page, ".hover", (part) => [
				part.className,
				part.closest("li").className.includes("et_pb_shop_item_0_1"),
			]);
		const [x, y] = await page.$eval(
			".et_pb_shop_item_0_1 .et_shop_image img",
			(image) => {
				image.scrollIntoView({ behavior: "instant", block: "center" });
				const { left, top, width, height } = image.getBoundingClientRect();
				return [left + width / 2, top + height / 2];
			},
		);
		await page.mouse.move(x, y);
		expect(await lit()).toEqual([
			["woocommerce-loop-product__title hover", true],
			["price hover", true],
		]);
		await page.mouse.move(1, 1);
		expect(await lit()).toEqual([]);
		expect(await classes(page, "#lleno")).toEqual(["et_pb_wc_meta"]);
		expect(await classes(page, "#sin")).toContain(
			"et_pb_no_top_bottom_padding",
		);
		expect(await classes(page, "#con")).toEqual(["et_pb_row"]);
	},
);
