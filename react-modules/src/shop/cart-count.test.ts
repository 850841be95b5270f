import { expect, test } from "vitest";
import { addCartRegion } from "../chrome/cart-region";
import { newBody } from "../testing/shop";
import { startCartCount } from "./cart-count";

const PAGE = `<div id="et-secondary-menu"><a href="/carrito/" class="et-cart-info"><span>2 artículos</span></a></div>
	<div id="et-top-navigation"><a href="/carrito/" class="et-cart-info"><span></span></a></div>
	<form class="woocommerce-cart-form"><table class="shop_table cart"><tbody>
	<tr><td class="product-quantity"><input type="number" class="qty" value="2"></td></tr>
	<tr><td class="product-quantity"><input type="number" class="qty" value="3"></td></tr></tbody></table></form>`;

const told = () =>
	document.body.dispatchEvent(
		new CustomEvent("updated_wc_div", { bubbles: true }),
	);
const text = () => document.querySelector("a.et-cart-info span")?.textContent;

test("B8, B12, 115: the header says how much the cart holds now, in the owner's words", () => {
	document.body.innerHTML = PAGE;
	document.body.className = "woocommerce-js";
	addCartRegion(document.body);
	addCartRegion(document.body);
	const regions = document.querySelectorAll('body > [role="status"]');
	expect(regions).toHaveLength(1);
	window.DIVI = { item_count: "%d artículo", items_count: "%d artículos" };
	startCartCount();
	told();
	expect(text()).toBe("5 artículos");
	expect(regions[0]?.textContent).toBe("5 artículos");
	document.querySelector("tr")?.remove();
	const input = document.querySelector("input") as HTMLInputElement;
	input.value = "1";
	told();
	expect(text()).toBe("1 artículo");
	input.closest("table")?.remove();
	told();
	expect(text()).toBe("0 artículos");
	// The main menu's link has no text.
	expect(document.querySelector("#et-top-navigation span")?.innerHTML).toBe("");
});

test("on a page without the cart's table the header says what the server said", () => {
	newBody();
	document.body.innerHTML = PAGE;
	document.querySelector("form")?.remove();
	startCartCount();
	told();
	expect(text()).toBe("2 artículos");
});
