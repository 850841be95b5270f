import { beforeEach, expect, test, vi } from "vitest";
import { emit } from "../../runtime/events";
import {
	actions,
	answers,
	calls,
	change,
	count,
	heard,
	hearEvents,
	one,
	sent,
	shopPage,
	story,
	type,
} from "../../testing/shop";
import { reload } from "../navigation";
import { mount } from ".";

shopPage();

vi.mock("../navigation", () => ({ go: vi.fn(), reload: vi.fn() }));

const row = (key: string, quantity: number) =>
	`<tr class="woocommerce-cart-form__cart-item cart_item"><td class="product-remove"><a role="button" href="/carrito/?remove_item=${key}" class="remove" data-product_id="14">×</a></td>
<td class="product-quantity"><input type="number" class="input-text qty text" name="cart[${key}][qty]" value="${quantity}" min="0" id="q-${key}"></td></tr>`;
const form = (rows: string) =>
	`<form class="woocommerce-cart-form" action="/carrito/" method="post"><table class="shop_table cart woocommerce-cart-form__contents"><tbody>${rows}
<tr><td class="actions"><div class="coupon"><input type="text" name="coupon_code" id="coupon_code" value=""><button type="submit" name="apply_coupon" value="Aplicar">Aplicar</button></div>
<button type="submit" class="button" name="update_cart" value="Actualizar">Actualizar</button><input type="hidden" name="woocommerce-cart-nonce" value="n1"></td></tr></tbody></table></form>`;
const totals = (sum: string, chosen = "flat_rate:1") =>
	`<div class="cart_totals"><p>${sum}</p><a href="/carrito/?remove_coupon=diez" class="woocommerce-remove-coupon" data-coupon="diez">[x]</a>
<input type="radio" name="shipping_method[0]" data-index="0" id="m1" value="flat_rate:1" class="shipping_method"${chosen === "flat_rate:1" ? " checked" : ""}><input type="radio" name="shipping_method[0]" data-index="0" id="m2" value="flat_rate:2" class="shipping_method"${chosen === "flat_rate:2" ? " checked" : ""}>
<form class="woocommerce-shipping-calculator" action="/carrito/" method="post"><a href="#" class="shipping-calculator-button" aria-expanded="false" role="button">Cambiar</a>
<section class="shipping-calculator-form" style="display:none;"><input name="calc_shipping_postcode" value="18500"><button type="submit" name="calc_shipping" value="1">Ir</button></section></form></div>`;
const page = (notice: string, rows: string, sum: string) =>
	`<div class="woocommerce"><div class="woocommerce-notices-wrapper">${notice}</div>${form(rows)}<div class="cart-collaterals">${totals(sum)}</div></div>`;
const message = (text: string) =>
	`<div class="woocommerce-message" role="alert">${text}</div>`;
const EMPTY = `<div class="woocommerce"><div class="woocommerce-notices-wrapper">${message("Quitado")}</div><div class="wc-empty-cart-message"><div class="cart-empty woocommerce-info" role="status">Vacío</div></div><p class="return-to-shop"><a>Tienda</a></p></div>`;

hearEvents(
	"updated_cart_totals",
	"updated_wc_div",
	"wc_cart_emptied",
	"updated_shipping_method",
	"item_removed_from_classic_cart",
	"applied_coupon",
	"removed_coupon",
);

const button = () => one<HTMLButtonElement>("[name=update_cart]");
const click = (selector: string) => one(selector).click();
const notices = () => one(".woocommerce-notices-wrapper").innerHTML;

beforeEach(() => {
	vi.mocked(reload).mockClear();
	Object.assign(window, {
		wc_cart_params: {
			wc_ajax_url: "/?wc-ajax=%%endpoint%%",
			update_shipping_method_nonce: "s1",
			apply_coupon_nonce: "a1",
			remove_coupon_nonce: "r1",
		},
	});
	document.body.innerHTML = page("", row("k1", 2) + row("k2", 1), "10");
	for (const each of document.querySelectorAll("[name=update_cart]")) {
		each.removeAttribute("disabled");
	}
	mount();
	button().disabled = true;
});

test("B8: a quantity changes; the update replaces form, totals and notices", async () => {
	answers["/carrito/"] = page(
		message("Actualizado.") + message("Actualizado."),
		row("k1", 3) + row("k2", 1),
		"15",
	);
	expect(button().disabled).toBe(true);
	change("#q-k1", "3");
	expect(button().disabled).toBe(false);
	click("[name=update_cart]");
	expect(one("form").getAttribute("aria-busy")).toBe("true");
	await vi.waitFor(() => expect(story()).toContain("updated_wc_div"));
	expect(calls[0]?.fields).toEqual([
		["cart[k1][qty]", "3"],
		["cart[k2][qty]", "1"],
		["coupon_code", ""],
		["woocommerce-cart-nonce", "n1"],
		["update_cart", "Update Cart"],
	]);
	expect(notices()).toBe(
		'<div class="woocommerce-message" role="alert" tabindex="-1">Actualizado.</div>',
	);
	expect(one(".cart_totals p").textContent).toBe("15");
	expect([count(".woocommerce-cart-form"), count(".cart_totals")]).toEqual([
		1, 1,
	]);
	expect(button().disabled).toBe(true);
	expect(document.activeElement).toBe(one(".woocommerce-message"));
	expect(story()).toEqual(["updated_cart_totals", "updated_wc_div"]);
	expect(one("form").hasAttribute("aria-busy")).toBe(false);
});

test("Enter in a quantity is the update, not the coupon's button", async () => {
	answers["/carrito/"] = page("", row("k1", 5), "50");
	type("#q-k1", "5");
	one("#q-k1").focus();
	const event = new KeyboardEvent("keydown", {
		key: "Enter",
		bubbles: true,
		cancelable: true,
	});
	expect(one("#q-k1").dispatchEvent(event)).toBe(false);
	await vi.waitFor(() => expect(story()).toContain("updated_wc_div"));
	expect(sent()).toMatchObject({ update_cart: "Update Cart" });
	// The field of the same line has the focus again.
	expect(document.activeElement?.id).toBe("q-k1");
});

test("B9: a coupon's error stands at its field and survives the new form", async () => {
	answers.apply_coupon =
		'<ul class="woocommerce-error" role="alert"><li>No existe.</li></ul>';
	answers["/carrito/"] = page("", row("k1", 2), "10");
	type("#coupon_code", "nada");
	click("[name=apply_coupon]");
	await vi.waitFor(() => expect(story()).toContain("updated_wc_div"));
	expect(actions()).toEqual(["apply_coupon", "/carrito/"]);
	expect(sent(0)).toEqual({ security: "a1", coupon_code: "nada" });
	expect(sent(1)).toMatchObject({ coupon_code: "nada" });
	expect(sent(1)).not.toHaveProperty("apply_coupon");
	expect(sent(1)).not.toHaveProperty("update_cart");
	const field = one<HTMLInputElement>("#coupon_code");
	expect(field.nextElementSibling?.outerHTML).toBe(
		'<p id="coupon-error-notice" class="coupon-error-notice" role="alert">No existe.</p>',
	);
	expect(field.getAttribute("aria-invalid")).toBe("true");
	expect(field.getAttribute("aria-describedby")).toBe("coupon-error-notice");
	expect(notices()).toBe("");
	expect(count(".woocommerce-error")).toBe(0);
	type("#coupon_code", "nad");
	expect(count(".coupon-error-notice")).toBe(0);
	expect(field.hasAttribute("aria-invalid")).toBe(false);
});

test("B10: a coupon is applied and removed, each with its notice", async () => {
	answers.apply_coupon = message("Aplicado.");
	answers.remove_coupon = message("Retirado.");
	answers["/carrito/"] = page(message("Otra"), row("k1", 2), "9");
	type("#coupon_code", "diez");
	click("[name=apply_coupon]");
	await vi.waitFor(() => expect(story()).toContain("updated_wc_div"));
	expect(one(".woocommerce-notices-wrapper").textContent).toContain(
		"Aplicado.",
	);
	expect(heard[0]).toEqual(["applied_coupon", { code: "diez" }]);
	expect(one<HTMLInputElement>("#coupon_code").value).toBe("");
	click(".woocommerce-remove-coupon");
	await vi.waitFor(() => expect(actions()).toHaveLength(4));
	expect(sent(2)).toEqual({ security: "r1", coupon: "diez" });
	await vi.waitFor(() =>
		expect(heard.map(([name]) => name)).toContain("removed_coupon"),
	);
});

test("B11: another rate replaces the totals only", async () => {
	answers.update_shipping_method = totals("20", "flat_rate:2");
	const kept = one("form.woocommerce-cart-form");
	const rate = one<HTMLInputElement>("#m2");
	rate.focus();
	rate.checked = true;
	rate.dispatchEvent(new Event("change", { bubbles: true }));
	await vi.waitFor(() => expect(story()).toContain("updated_shipping_method"));
	expect(sent()).toEqual({
		security: "s1",
		"shipping_method[0]": "flat_rate:2",
	});
	expect(story()).toEqual(["updated_cart_totals", "updated_shipping_method"]);
	expect(one("form.woocommerce-cart-form")).toBe(kept);
	expect(one(".cart_totals p").textContent).toBe("20");
	expect(document.activeElement).toBe(one("#m2"));
});

test("the calculator opens and sends its address", async () => {
	answers["/carrito/"] = page("", row("k1", 2), "12");
	click(".shipping-calculator-button");
	expect(one(".shipping-calculator-button").getAttribute("aria-expanded")).toBe(
		"true",
	);
	expect(one(".shipping-calculator-form").hasAttribute("style")).toBe(false);
	click("[name=calc_shipping]");
	await vi.waitFor(() => expect(story()).toContain("updated_wc_div"));
	expect(sent()).toEqual({
		calc_shipping_postcode: "18500",
		calc_shipping: "x",
	});
});

test("a line is removed and put back", async () => {
	answers["/carrito/"] = page(
		message(
			'Quitado. <a href="/carrito/?undo_item=k2" class="restore-item">¿Deshacer?</a>',
		),
		row("k1", 2),
		"8",
	);
	click('.product-remove a[href*="k2"]');
	await vi.waitFor(() =>
		expect(story()).toContain("item_removed_from_classic_cart"),
	);
	expect(calls[0]).toEqual({ action: "/carrito/", method: "GET", fields: [] });
	expect(count(".cart_item")).toBe(1);
	answers["/carrito/"] = page("", row("k1", 2) + row("k2", 1), "10");
	click(".restore-item");
	await vi.waitFor(() => expect(count(".cart_item")).toBe(2));
	expect(count(".woocommerce-message")).toBe(0);
});

test("B12: the last line goes: the empty cart and the notice take the place of all", async () => {
	answers["/carrito/"] = EMPTY;
	click(".product-remove a");
	await vi.waitFor(() =>
		expect(story()).toEqual([
			"wc_cart_emptied",
			"updated_wc_div",
			"item_removed_from_classic_cart",
		]),
	);
	expect(count("form.woocommerce-cart-form")).toBe(0);
	expect(count(".return-to-shop")).toBe(1);
	expect(
		[...one(".woocommerce-notices-wrapper").children].map(
			({ className }) => className,
		),
	).toEqual(["woocommerce-message", "cart-empty woocommerce-info"]);
	expect(document.activeElement).toBe(one(".woocommerce-message"));
	expect(one(".cart-empty").hasAttribute("tabindex")).toBe(false);
	expect(reload).not.toHaveBeenCalled();
});

test("others may ask for the cart anew; a cart that is gone needs a new page", async () => {
	answers["/carrito/"] = page("", row("k1", 4), "40");
	one(".woocommerce-notices-wrapper").innerHTML = message("Se queda");
	emit(document, "wc_update_cart", {}, [true]);
	await vi.waitFor(() => expect(story()).toContain("updated_wc_div"));
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	answers["/carrito/"] = () => Promise.reject(new TypeError("offline"));
	emit(document, "wc_update_cart");
	await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
	expect(reload).not.toHaveBeenCalled();
	delete answers["/carrito/"];
	emit(document, "wc_update_cart");
	await vi.waitFor(() => expect(reload).toHaveBeenCalled());
	expect(one("form").hasAttribute("aria-busy")).toBe(false);
});
