import { expect, test } from "vitest";
import { startButtonIcons } from "./button-icons";

const CART = `<form class="woocommerce-cart-form"><input class="qty">
<button class="button" name="apply_coupon">a</button><button class="button" name="update_cart">b</button></form>`;

test("buttons have their icons, also when the shop draws them anew", () => {
	document.body.innerHTML = `<div class="et_pb_wc_cart_products et_pb_woo_custom_button_icon" data-button-names='["apply_coupon","update_cart"]' data-update_cart-icon="5" data-update_cart-icon-phone="6">${CART}</div>
<div class="et_pb_woo_custom_button_icon" data-button-class="checkout-button" data-button-icon="%%3"><a class="checkout-button">c</a></div>`;
	startButtonIcons();
	const shown = () =>
		[...document.querySelectorAll("button, a")].map(
			(button) =>
				`${button.className}|${button.getAttribute("data-icon")}|${button.getAttribute("data-icon-phone")}`,
		);
	const all = [
		"button|null|null",
		"button et_pb_custom_button_icon et_pb_button|5|6",
		"checkout-button et_pb_custom_button_icon et_pb_button|%%3|null",
	];
	expect(shown()).toEqual(all);
	for (const [type, target] of [
		["updated_wc_div", "body"],
		["change", ".qty"],
	] as const) {
		const form = document.querySelector("form") as Element;
		form.innerHTML = CART.replace(/<\/?form[^>]*>/g, "");
		expect(shown()[1]).toBe("button|null|null");
		document
			.querySelector(target)
			?.dispatchEvent(new Event(type, { bubbles: true }));
		expect(shown()).toEqual(all);
	}
});
