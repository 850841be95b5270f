import { expect, test } from "vitest";
import { startCartParts } from "./cart-parts";

const FORM = '<form class="woocommerce-cart-form"></form>';
const TOTALS = '<div class="cart_totals"></div>';

const tell = (type: string) =>
	document.body.dispatchEvent(new CustomEvent(type));
const count = (selector: string) => document.querySelectorAll(selector).length;

test("B8, B12: each part of the cart is there once, and no totals of an empty cart", () => {
	document.body.innerHTML = `<div class="et_pb_wc_cart_notice et_animated fade"></div>
<div class="et_pb_wc_cart_products woocommerce">${FORM}${FORM}</div><div class="woocommerce" id="other">${FORM}</div>
<div class="et_pb_wc_cart_totals">${TOTALS}${TOTALS}</div>`;
	startCartParts();
	tell("updated_wc_div");
	expect([
		count(".et_pb_wc_cart_products form"),
		count("#other form"),
		count(".cart_totals"),
		count(".et_animated"),
	]).toEqual([1, 1, 1, 0]);
	const totals = document.querySelector(".et_pb_wc_cart_totals") as HTMLElement;
	expect(totals.style.display).toBe("");
	tell("wc_cart_emptied");
	expect(totals.style.display).toBe("none");
});
