import { beforeEach, expect, test, vi } from "vitest";
import { controlPage } from "../testing/controlled-page";
import { newBody } from "../testing/shop";
import { startCheckout } from "./checkout";
import { startNotices } from "./notices";

controlPage();

const row = (field: string) => `<p class="form-row">${field}</p>`;
const text = (name: string, value = "") =>
	row(`<input type="text" name="${name}" id="${name}" value="${value}">`);
const country = (kind: string) =>
	row(
		`<select name="${kind}_country" id="${kind}_country"><option>ES</option><option>FR</option></select>`,
	);

const PAGE = `<div class="et_pb_wc_checkout_billing"><form>${text("billing_first_name", "Ana")}${country("billing")}
${text("billing_postcode", "18500")}${row('<input type="hidden" name="billing_state" value="GR">')}
${row('<input type="checkbox" id="createaccount" name="createaccount" value="1">')}</form></div>
<div class="et_pb_wc_checkout_shipping"><form><h3 id="ship-to-different-address">
<input type="checkbox" name="ship_to_different_address" value="1"></h3><div class="shipping_address">
${text("shipping_first_name", "Luz")}${country("shipping")}${text("shipping_postcode", "18510")}</div>
<textarea name="order_comments">Hola</textarea></form></div>
<div class="et_pb_wc_checkout_order_details"><input type="radio" name="shipping_method[0]" value="flat"></div>
<div class="et_pb_wc_checkout_payment_info"><form name="checkout" class="checkout woocommerce-checkout">
<li class="wc_payment_method"><input type="radio" name="payment_method" value="bacs" checked></li>
<li class="wc_payment_method et_pb_checked"><input type="radio" name="payment_method" value="cod"></li>
<input type="hidden" name="nonce" value="n"></form></div>
<ul class="woocommerce-error"><li data-id="shipping_city"></li></ul>`;

const one = <T extends HTMLElement>(selector: string) =>
	document.querySelector(selector) as T;
const tell = (type: string, target: Element = document.body) =>
	target.dispatchEvent(new Event(type, { bubbles: true }));
const sent = () =>
	Object.fromEntries(
		[
			...document.querySelectorAll<HTMLInputElement>(
				".et_pb_wc_checkout_payment_info input[type=hidden]",
			),
		].map(({ name, value }) => [name, value]),
	);
const names = () =>
	[
		...document.querySelectorAll<HTMLInputElement>(
			".et_pb_wc_checkout_payment_info form > input",
		),
	].map(({ name }) => name);

beforeEach(() => {
	newBody();
	document.body.className = "et_pb_pagebuilder_layout";
	document.body.innerHTML = PAGE;
});

test("where the shop starts no checkout nothing is copied", () => {
	startCheckout();
	tell("change", one("#billing_first_name"));
	const box = one<HTMLInputElement>("[name=ship_to_different_address]");
	box.checked = true;
	tell("change", box);
	expect(sent()).toEqual({ nonce: "n" });
	expect(one(".shipping_address").getAttribute("style")).toBeNull();
});

test("a page that the builder did not make marks no method of payment", () => {
	document.body.className = "";
	const method = one(".wc_payment_method:not(.et_pb_checked)");
	startCheckout();
	tell("updated_checkout");
	expect(method.className).toBe("wc_payment_method");
});

const BILL = {
	nonce: "n",
	billing_first_name: "Ana",
	billing_country: "ES",
	billing_postcode: "18500",
	billing_state: "GR",
};
const set = (selector: string, value: string) => {
	one<HTMLInputElement>(selector).value = value;
	tell("change", one(selector));
};
const turn = (selector: string, isOn: boolean) => {
	one<HTMLInputElement>(selector).checked = isOn;
	tell("change", one(selector));
	vi.advanceTimersByTime(500);
};
const ELSEWHERE = "[name=ship_to_different_address]";

/** The shop starts its checkout. Gives back what hears of updates. */
function start() {
	const asked = vi.fn();
	document.body.addEventListener("update_checkout", asked);
	startCheckout();
	startNotices();
	tell("init_checkout");
	return asked;
}

test("B1: the payment's form holds one copy of each billing field", () => {
	start();
	expect(sent()).toEqual(BILL);
	// What was there stands last.
	expect(names().at(-1)).toBe("nonce");
	expect(names()).toHaveLength(new Set(names()).size);
	expect(document.querySelectorAll("form.checkout")).toHaveLength(1);
	expect(one(".shipping_address").style.display).toBe("none");
	tell("updated_checkout");
	expect(one(".et_pb_checked input")).toHaveProperty("value", "bacs");
	expect(document.querySelectorAll(".et_pb_checked")).toHaveLength(1);
});

test("B2: copies of changed fields move to the front, still one of each", () => {
	const asked = start();
	set("#billing_first_name", "Eva");
	expect(asked).not.toHaveBeenCalled();
	set("#billing_postcode", "75001");
	expect(asked).toHaveBeenCalledOnce();
	expect(names().slice(0, 2)).toEqual([
		"billing_postcode",
		"billing_first_name",
	]);
	expect(names()).toHaveLength(new Set(names()).size);
	expect(sent()).toEqual({
		...BILL,
		billing_first_name: "Eva",
		billing_postcode: "75001",
	});
});

test("B3: the order's notes are sent", () => {
	start();
	set("[name=order_comments]", "Gracias");
	expect(sent()).toMatchObject({ order_comments: "Gracias" });
	set("[name=order_comments]", "Nada");
	expect(sent()).toMatchObject({ order_comments: "Nada" });
});

test("B4: another address opens and is sent, each name once (section 7, D18)", () => {
	start();
	turn(ELSEWHERE, true);
	expect(one(".shipping_address").style.display).toBe("block");
	expect(sent()).toEqual({
		...BILL,
		ship_to_different_address: "1",
		shipping_first_name: "Luz",
		shipping_country: "ES",
		shipping_postcode: "18510",
	});
	expect(names()).toHaveLength(new Set(names()).size);
	set("#shipping_first_name", "Sol");
	expect(sent()).toMatchObject({ shipping_first_name: "Sol" });
});

test("B5: without another address the flag goes, the address stays and closes", () => {
	start();
	turn(ELSEWHERE, true);
	turn(ELSEWHERE, false);
	expect(one(".shipping_address").style.display).toBe("none");
	expect(sent()).not.toHaveProperty("ship_to_different_address");
	expect(sent()).toMatchObject({
		shipping_first_name: "Luz",
		shipping_postcode: "18510",
	});
});

test("B6: another country is one copy, and one update of the totals", () => {
	const asked = start();
	// What stands in the place of a country's states.
	one("#billing_country").insertAdjacentHTML(
		"afterend",
		'<input type="hidden" name="billing_country" value="ES">',
	);
	set("#billing_country", "FR");
	expect(asked).toHaveBeenCalledOnce();
	const copies = document.querySelectorAll<HTMLInputElement>(
		"input[type=hidden][name=billing_country]",
	);
	expect([...copies].map(({ value }) => value)).toEqual(["FR"]);
	tell("change", one("[name^=shipping_method]"));
	expect(asked).toHaveBeenCalledTimes(2);
});

test("B7: one group of errors is shown, and none about an address that is not asked for", () => {
	start();
	const group = '<div class="woocommerce-NoticeGroup-checkout"></div>';
	document.body.insertAdjacentHTML("beforeend", group + group);
	tell("checkout_error");
	const shown = () =>
		[
			...document.querySelectorAll<HTMLElement>(
				".woocommerce-NoticeGroup-checkout, .woocommerce-error li",
			),
		].map(({ style }) => style.display);
	expect(shown()).toEqual(["", "", "none"]);
	one(".et_pb_wc_checkout_shipping").remove();
	tell("checkout_error");
	expect(shown()).toEqual(["none", "", "none"]);
});

test("an account that is not wanted any more is not sent", () => {
	start();
	turn("#createaccount", true);
	expect(sent()).toMatchObject({ createaccount: "1" });
	turn("#createaccount", false);
	expect(sent()).not.toHaveProperty("createaccount");
});
