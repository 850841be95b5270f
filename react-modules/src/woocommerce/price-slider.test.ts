import { beforeEach, expect, test, vi } from "vitest";
import { heard, hearEvents, one, shopPage } from "../testing/shop";
import { mount } from "./price-slider";

shopPage();
hearEvents(
	"price_slider_create",
	"price_slider_slide",
	"price_slider_change",
	"price_slider_updated",
);

const PAGE = `<form><div class="price_slider_wrapper"><div class="price_slider" style="display:none;"></div>
<div class="price_slider_amount" data-step="10"><label for="min_price">Mínimo</label><input type="text" id="min_price" name="min_price" value="20" data-min="0" placeholder="Mín."><input type="text" id="max_price" name="max_price" value="1200" data-max="1200" placeholder="Máx.">
<div class="price_label" style="display:none;">Precio: <span class="from"></span> — <span class="to"></span></div></div></div></form>`;

const handles = () => [
	...document.querySelectorAll<HTMLElement>(".ui-slider-handle"),
];
const values = () => [
	one<HTMLInputElement>("#min_price").value,
	one<HTMLInputElement>("#max_price").value,
];
const press = (n: number, key: string) =>
	handles()[n]?.dispatchEvent(
		new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
	);
const point = (type: string, clientX: number) =>
	one(".price_slider").dispatchEvent(
		new MouseEvent(type, { clientX, bubbles: true, cancelable: true }),
	);

beforeEach(() => {
	vi.stubGlobal("woocommerce_price_slider_params", {
		currency_format_num_decimals: "0",
		currency_format_symbol: "&euro;",
		currency_format_decimal_sep: ",",
		currency_format_thousand_sep: ".",
		currency_format: "%v %s",
	});
	document.body.innerHTML = PAGE;
	mount(one(".price_slider"));
});

test("two handles take the place of the fields, in the plugin's markup", () => {
	const place = one(".price_slider");
	expect(place.className).toBe(
		"price_slider ui-slider ui-corner-all ui-slider-horizontal ui-widget ui-widget-content",
	);
	expect(place.style.display).toBe("");
	expect(one(".price_label").style.display).toBe("");
	expect(one("#min_price").style.display).toBe("none");
	expect(handles().map(({ style }) => style.left)).toEqual([
		`${(20 / 1200) * 100}%`,
		"100%",
	]);
	expect(one(".from").textContent).toBe("20 €");
	expect(one(".to").textContent).toBe("1.200 €");
	expect(handles().map((handle) => handle.getAttribute("aria-label"))).toEqual([
		"Mínimo",
		"Máx.",
	]);
	expect(heard).toEqual([
		["price_slider_create", { min: 20, max: 1200 }],
		["price_slider_updated", { min: 20, max: 1200 }],
	]);
});

test("keys move a handle by steps, not past the other", () => {
	heard.length = 0;
	press(0, "ArrowRight");
	expect(values()).toEqual(["30", "1200"]);
	expect(one(".from").textContent).toBe("30 €");
	expect(heard.map(([type]) => type)).toEqual([
		"price_slider_slide",
		"price_slider_updated",
		"price_slider_change",
	]);
	press(1, "PageDown");
	expect(values()).toEqual(["30", "960"]);
	press(1, "Home");
	expect(values()).toEqual(["30", "30"]);
	expect(handles()[1]?.getAttribute("aria-valuetext")).toBe("30 €");
	press(0, "ArrowLeft");
	press(0, "End");
	expect(values()).toEqual(["30", "30"]);
	press(0, "x");
});

test("the pointer draws the nearest handle until it is released", () => {
	vi.spyOn(one(".price_slider"), "getBoundingClientRect").mockReturnValue({
		left: 0,
		width: 120,
	} as DOMRect);
	heard.length = 0;
	point("pointerdown", 90);
	point("pointermove", 60);
	point("pointerup", 60);
	point("pointermove", 10);
	expect(values()).toEqual(["20", "600"]);
	expect(heard.at(-1)).toEqual(["price_slider_change", { min: 20, max: 600 }]);
	point("pointerdown", 1);
	point("pointerup", 1);
	expect(values()).toEqual(["10", "600"]);
});
