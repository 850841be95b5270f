import { expect, test } from "vitest";
import { startProducts } from "./products";

const product = `<li class="product"><a><span class="et_shop_image"><img alt=""><span class="et_overlay"></span></span>
<h2 class="woocommerce-loop-product__title">Miel</h2><span class="price">6,90 €</span></a></li>`;

const names = (selector: string) =>
	[...document.querySelectorAll(selector)].map(({ className }) => className);

test("products have names, icons and the pointer's class", () => {
	document.body.className = "woocommerce-order-received";
	document.body.innerHTML = `<div class="et_pb_shop" data-shortcode_index="2" data-icon="P" data-icon-phone="Q"><div class="woocommerce"><ul>${product.repeat(2)}</ul></div></div>
<ul id="other">${product}</ul><div class="et_pb_wc_meta"><div> </div></div><div class="et_pb_wc_meta"><i>SKU</i></div>
<div class="et_pb_row"><div class="et_pb_column"><i></i></div><div class="et_pb_column"> </div></div><div class="et_pb_row"><div class="et_pb_column"><i></i></div></div>`;
	startProducts();
	expect(names("li")).toEqual([
		"product et_pb_shop_item_2_0",
		"product et_pb_shop_item_2_1",
		"product",
	]);
	const overlays = [...document.querySelectorAll<HTMLElement>(".et_overlay")];
	expect(
		overlays.map(({ className, dataset }) => [className, { ...dataset }]),
	).toEqual([
		...Array(2).fill([
			"et_overlay et_pb_inline_icon et_pb_inline_icon_phone",
			{ icon: "P", iconPhone: "Q" },
		]),
		["et_overlay", {}],
	]);
	const image = document.querySelector("#other .et_shop_image");
	const parts = () =>
		[...document.querySelectorAll(".hover")].map(
			(part) => part.textContent ?? "",
		);
	image?.dispatchEvent(new MouseEvent("mouseenter"));
	expect(parts()).toEqual(["Miel", "6,90 €"]);
	image?.dispatchEvent(new MouseEvent("mouseleave"));
	expect(parts()).toEqual([]);
	expect(names(".et_pb_wc_meta")).toEqual([
		"et_pb_wc_meta et_pb_wc_meta_empty",
		"et_pb_wc_meta",
	]);
	expect(names(".et_pb_row")).toEqual([
		"et_pb_row et_pb_no_top_bottom_padding",
		"et_pb_row",
	]);
});

test("a variable product's lists stand in elements of their own, once", () => {
	document.body.innerHTML =
		'<form class="variations_form"><table class="variations"><tbody><tr><td class="value"><select></select><a class="reset_variations"></a></td></tr></tbody></table></form>';
	startProducts();
	startProducts();
	expect(document.querySelector("td")?.outerHTML).toBe(
		'<td class="value" data-is-span-added="1"><span><select></select></span><a class="reset_variations"></a></td>',
	);
});
