import { beforeEach, expect, test, vi } from "vitest";
import {
	actions,
	answers,
	change,
	count,
	heard,
	hearEvents,
	one,
	sent,
	shopPage,
	story,
} from "../../testing/shop";
import { mount } from ".";
import { match, type Variation, valuesOf } from "./match";
import { fill } from "./view";

shopPage();

const variation = (
	id: number,
	color: string,
	size: string,
	more: Partial<Variation> = {},
): Variation => ({
	attributes: { attribute_color: color, attribute_talla: size },
	variation_id: id,
	variation_is_active: true,
	variation_is_visible: true,
	is_in_stock: true,
	is_purchasable: true,
	is_sold_individually: "no",
	min_qty: 1,
	max_qty: "",
	price_html: `<span class="price">${id} €</span>`,
	availability_html: "",
	variation_description: "",
	...more,
});
const ALL = [
	variation(1, "azul", "M", {
		sku: "AZUL-M",
		max_qty: 3,
		image: {
			src: "/azul.jpg",
			src_w: 600,
			srcset: false,
			full_src: "/azul-full.jpg",
			full_src_w: 1200,
			gallery_thumbnail_src: "/azul-100.jpg",
			alt: "Azul",
		},
	}),
	variation(2, "azul", "L", { is_in_stock: false }),
	variation(3, "rojo", "M", { is_sold_individually: "yes" }),
	variation(4, "verde", "", { variation_is_visible: false }),
];
const list = (name: string, values: string[]) =>
	`<select id="${name}" name="attribute_${name}" data-attribute_name="attribute_${name}"><option value="">Elige</option>${values.map((value) => `<option value="${value}">${value}</option>`).join("")}</select>`;
const page = (data: string) =>
	`<div class="product"><div class="woocommerce-product-gallery"><div class="woocommerce-product-gallery__image" data-thumb="/t.jpg"><a href="/full.jpg"><img src="/600.jpg" srcset="/600.jpg 600w" class="wp-post-image" alt="Manta"></a></div></div>
<form class="variations_form cart" data-product_id="22" data-product_variations='${data}'><table class="variations"><tbody><tr><td>${list("color", ["azul", "rojo", "verde"])}${list("talla", ["M", "L"])}<a class="reset_variations" href="#">Limpiar</a></td></tr></tbody></table>
<div class="reset_variations_alert screen-reader-text" role="alert"></div><div class="single_variation_wrap"><div class="woocommerce-variation single_variation" role="alert"></div>
<div class="woocommerce-variation-add-to-cart variations_button"><div class="quantity"><input type="number" class="qty" name="quantity" value="5" min="1"></div><button type="submit" class="single_add_to_cart_button button">Añadir</button><input type="hidden" name="variation_id" class="variation_id" value="0"></div></div></form>
<div class="product_meta"><span class="sku">PADRE</span></div></div>
<script type="text/template" id="tmpl-variation-template"><div class="woocommerce-variation-price">{{{ data.variation.price_html }}}</div></script>
<script type="text/template" id="tmpl-unavailable-variation-template"><p role="alert">No disponible</p></script>`;

const EVENTS = [
	"woocommerce_variation_select_change",
	"woocommerce_variation_has_changed",
	"check_variations",
	"found_variation",
	"show_variation",
	"hide_variation",
	"reset_data",
	"update_variation_values",
	"wc_variation_form",
];
hearEvents(...EVENTS);

const show = (data = JSON.stringify(ALL)) => {
	document.body.innerHTML = page(data);
	mount(one("form"));
};
const values = (name: string) =>
	[...one<HTMLSelectElement>(`#${name}`).options].map(({ value }) => value);
const id = () => one<HTMLInputElement>(".variation_id").value;
const button = () => one(".single_add_to_cart_button");
const press = () =>
	button().dispatchEvent(
		new MouseEvent("click", { bubbles: true, cancelable: true }),
	);

beforeEach(() => {
	Object.assign(window, {
		wc_add_to_cart_variation_params: {
			wc_ajax_url: "/?wc-ajax=%%endpoint%%",
			i18n_no_matching_variations_text: "Ninguna",
			i18n_make_a_selection_text: "Elige opciones",
			i18n_unavailable_text: "No la hay",
			i18n_reset_alert_text: "Vuelve a elegir",
		},
	});
});

test("variations fit by what is chosen; an empty attribute is any", () => {
	const chosen = { attribute_color: "verde", attribute_talla: "L" };
	expect(match(ALL, chosen)?.variation_id).toBe(4);
	expect(match(ALL, { attribute_color: "rojo", attribute_talla: "L" })).toBe(
		undefined,
	);
	const rojo = { attribute_color: "rojo", attribute_talla: "" };
	expect([...(valuesOf(ALL, rojo, "attribute_talla") ?? [])]).toEqual(["M"]);
	expect(valuesOf(ALL, chosen, "attribute_talla")).toBe(undefined);
});

test("templates take values as HTML and as text, and know no others", () => {
	const own = variation(7, "", "", { price_html: "<b>7</b>" });
	expect(
		fill(
			"{{{ data.variation.price_html }}}|{{data.variation.price_html}}|{{{ data.variation.nothing }}}",
			own,
		),
	).toBe("<b>7</b>|&lt;b&gt;7&lt;/b&gt;|");
});

test("at first nothing is chosen and the button waits", () => {
	show();
	expect(button().className).toBe(
		"single_add_to_cart_button button disabled wc-variation-selection-needed",
	);
	expect(one(".woocommerce-variation-add-to-cart").className).toContain(
		"woocommerce-variation-add-to-cart-disabled",
	);
	expect(one(".reset_variations").style.visibility).toBe("hidden");
	expect(story()).toContain("wc_variation_form");
	expect(press()).toBe(false);
	const message = one(".wc-variation-message");
	expect(message.textContent).toBe("Elige opciones");
	expect(one("#color").getAttribute("aria-describedby")).toBe(message.id);
	expect(one("#talla").getAttribute("aria-invalid")).toBe("true");
	expect(document.activeElement).toBe(one("#color"));
	change("#color", "azul");
	expect(count(".wc-variation-message")).toBe(0);
	expect(one("#talla").hasAttribute("aria-invalid")).toBe(false);
});

test("a variation is shown with its price, picture, quantity and number", () => {
	show();
	change("#color", "azul");
	expect(values("talla")).toEqual(["", "M", "L"]);
	heard.length = 0;
	change("#talla", "M");
	expect(story()).toEqual([
		"woocommerce_variation_select_change",
		"check_variations",
		"update_variation_values",
		"found_variation",
		"show_variation",
		"woocommerce_variation_has_changed",
	]);
	expect(heard[4]?.[1]).toEqual({ variation: ALL[0], purchasable: true });
	expect(id()).toBe("1");
	expect(one(".single_variation").innerHTML).toBe(
		'<div class="woocommerce-variation-price"><span class="price">1 €</span></div>',
	);
	expect(one(".sku").textContent).toBe("AZUL-M");
	const quantity = one<HTMLInputElement>(".qty");
	expect([quantity.max, quantity.value]).toEqual(["3", "3"]);
	expect(button().className).toBe("single_add_to_cart_button button");
	const image = one("img");
	expect(image.getAttribute("src")).toBe("/azul.jpg");
	expect(image.hasAttribute("srcset")).toBe(false);
	expect(one(".woocommerce-product-gallery a").getAttribute("href")).toBe(
		"/azul-full.jpg",
	);
	expect(one(".reset_variations").style.visibility).toBe("visible");
	one(".reset_variations").click();
	expect(image.getAttribute("src")).toBe("/600.jpg");
	expect(image.getAttribute("srcset")).toBe("/600.jpg 600w");
	expect(image.hasAttribute("width")).toBe(false);
	expect(one(".sku").textContent).toBe("PADRE");
	expect(id()).toBe("");
	expect(one(".reset_variations_alert").textContent).toBe("Vuelve a elegir");
	expect(one(".single_variation").style.display).toBe("none");
});

test("lists offer only what leads to a variation", () => {
	show();
	change("#color", "rojo");
	expect(values("talla")).toEqual(["", "M"]);
	change("#talla", "M");
	expect(values("color")).toEqual(["", "azul", "rojo", "verde"]);
	expect(one(".quantity").style.display).toBe("none");
	expect(one<HTMLInputElement>(".qty").value).toBe("1");
	change("#talla", "");
	change("#color", "azul");
	expect(values("talla")).toEqual(["", "M", "L"]);
});

test.each([
	["out of stock", "azul", "L", "2"],
	["not shown", "verde", "M", ""],
])("what is %s cannot be added", (_, color, size, number) => {
	show();
	change("#color", color);
	change("#talla", size);
	expect(id()).toBe(number);
	expect(button().className).toContain("disabled wc-variation-is-unavailable");
	expect(press()).toBe(false);
	expect(one(".wc-variation-message").textContent).toBe("No la hay");
	if (number === "") {
		expect(one(".single_variation").textContent).toBe("No disponible");
	}
});

test("with many variations the server is asked", async () => {
	show("false");
	change("#color", "azul");
	expect(values("talla")).toEqual(["", "M", "L"]);
	expect(actions()).toEqual([]);
	answers.get_variation = ALL[0] as object;
	change("#talla", "M");
	await vi.waitFor(() => expect(id()).toBe("1"));
	expect(sent()).toEqual({
		product_id: "22",
		attribute_color: "azul",
		attribute_talla: "M",
	});
	answers.get_variation = "false";
	change("#talla", "L");
	expect(id()).toBe("");
	await vi.waitFor(() =>
		expect(one(".wc-no-matching-variations").textContent).toBe("Ninguna"),
	);
	expect(button().className).toContain("wc-variation-selection-needed");
	change("#talla", "");
	expect(count(".wc-no-matching-variations")).toBe(0);
});

test("what the server has chosen already is shown at once", () => {
	document.body.innerHTML = page(JSON.stringify(ALL));
	one<HTMLSelectElement>("#color").value = "azul";
	one<HTMLSelectElement>("#talla").value = "M";
	mount(one("form"));
	expect(id()).toBe("1");
});
