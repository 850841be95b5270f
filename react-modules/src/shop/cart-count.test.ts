import { expect, test } from "vitest";
import { addCartRegion } from "../chrome/cart-region";
import { startCartCount } from "./cart-count";

const PAGE = `<div id="top-header"><a href="/carrito/" class="et-cart-info"><span>2 artículos</span></a></div>
	<form class="woocommerce-cart-form"><table class="shop_table cart"><tbody>
	<tr><td class="product-quantity"><input type="number" class="qty" value="2"></td></tr>
	<tr><td class="product-quantity"><input type="number" class="qty" value="3"></td></tr></tbody></table></form>`;

const text = () => document.querySelector("a.et-cart-info span")?.textContent;

test("the header says how much the cart holds now, in the owner's words", () => {
	document.body.innerHTML = PAGE;
	document.body.className = "woocommerce-js";
	addCartRegion(document.body);
	addCartRegion(document.body);
	const regions = document.querySelectorAll('body > [role="status"]');
	expect(regions).toHaveLength(1);
	window.DIVI = { item_count: "%d artículo", items_count: "%d artículos" };
	startCartCount();
	const told = () =>
		document.body.dispatchEvent(
			new CustomEvent("updated_wc_div", { bubbles: true }),
		);
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
});
