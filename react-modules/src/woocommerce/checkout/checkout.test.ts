import { beforeEach, expect, test, vi } from "vitest";
import { PAGE, review } from "../../testing/checkout";
import {
	actions,
	answers,
	calls,
	change,
	count,
	heard,
	hearEvents,
	newBody,
	one,
	sent,
	shopPage,
	story,
	tellOf,
	type,
} from "../../testing/shop";
import { go, reload } from "../navigation";
import { mount } from ".";

shopPage();

vi.mock("../navigation", () => ({ go: vi.fn(), reload: vi.fn() }));

hearEvents(
	"init_checkout",
	"update_checkout",
	"updated_checkout",
	"payment_method_selected",
	"checkout_error",
	"checkout_place_order",
	"checkout_place_order_bacs",
	"checkout_place_order_success",
	"applied_coupon_in_checkout",
	"removed_coupon_in_checkout",
);

const form = () => one<HTMLFormElement>("form.checkout");
const hidden = (selector: string) => one(selector).style.display === "none";
const updated = (times: number) =>
	vi.waitFor(() =>
		expect(story().filter((name) => name === "updated_checkout")).toHaveLength(
			times,
		),
	);
const submit = () => tellOf(form(), "submit");

function open(isCheckout = "1", more = ""): void {
	Object.assign(window, {
		wc_checkout_params: {
			wc_ajax_url: "/?wc-ajax=%%endpoint%%",
			update_order_review_nonce: "u1",
			apply_coupon_nonce: "a1",
			remove_coupon_nonce: "r1",
			option_guest_checkout: "yes",
			checkout_url: "/?wc-ajax=checkout",
			is_checkout: isCheckout,
			i18n_checkout_error: "Algo falló.",
		},
	});
	document.body.innerHTML = PAGE + more;
	mount(form());
}

beforeEach(() => {
	vi.mocked(go).mockClear();
	vi.mocked(reload).mockClear();
	// Listeners of the last test's page end with its body.
	newBody();
	answers.update_order_review = review("11");
});

test("the checkout starts, asks for its totals and keeps what is ticked and typed", async () => {
	open();
	expect(story().slice(0, 3)).toEqual([
		"payment_method_selected",
		"init_checkout",
		"update_checkout",
	]);
	expect(hidden(".shipping_address")).toBe(true);
	expect(hidden("div.create-account")).toBe(true);
	expect(form().noValidate).toBe(true);
	one<HTMLInputElement>("#terms").checked = true;
	one<HTMLInputElement>("#cod-card").value = "4242";
	one("#terms").focus();
	await updated(1);
	expect(calls[0]?.fields.map(([name]) => name)).toEqual([
		"security",
		"payment_method",
		"country",
		"state",
		"postcode",
		"city",
		"address",
		"address_2",
		"s_country",
		"s_state",
		"s_postcode",
		"s_city",
		"s_address",
		"s_address_2",
		"has_full_address",
		"post_data",
		"shipping_method[0]",
	]);
	expect(sent()).toMatchObject({
		security: "u1",
		payment_method: "bacs",
		country: "ES",
		s_country: "ES",
		has_full_address: "false",
		"shipping_method[0]": "flat_rate:1",
	});
	expect(sent().post_data).toContain("billing_first_name=&billing_country=ES");
	expect(one("td").textContent).toContain("11");
	expect(one<HTMLInputElement>("#terms").checked).toBe(true);
	expect(one<HTMLInputElement>("#cod-card").value).toBe("4242");
	expect(document.activeElement).toBe(one("#terms"));
	expect(heard.find(([name]) => name === "updated_checkout")?.[1]).toEqual({
		data: review("11"),
	});
});

test("parts of the same text stay; the newest call counts", async () => {
	open();
	await updated(1);
	const table = one("table");
	answers.update_order_review = review("11", "n3");
	change("#billing_country", "FR");
	change("#billing_country", "ES");
	await updated(2);
	expect(one("table")).toBe(table);
	expect(one<HTMLInputElement>("[name*=nonce]").value).toBe("n3");
	expect(actions()).toHaveLength(2);
});

test("B4: another address is asked for and sent", async () => {
	open();
	await updated(1);
	const box = one<HTMLInputElement>("[name=ship_to_different_address]");
	one<HTMLInputElement>("#shipping_city").value = "Baza";
	box.checked = true;
	tellOf(box, "change");
	expect(hidden(".shipping_address")).toBe(false);
	await updated(2);
	expect(sent()).toMatchObject({ city: "", s_city: "Baza" });
});

test("an account's fields open with their box, in the builder's forms too", async () => {
	open("0", '<form><div class="create-account"></div></form>');
	expect(
		[...document.querySelectorAll(".create-account")].map(
			(part) => (part as HTMLElement).style.display,
		),
	).toEqual(["none", "none"]);
	const box = one<HTMLInputElement>("#createaccount");
	box.checked = true;
	tellOf(box, "change");
	expect(hidden(".create-account")).toBe(false);
	box.checked = false;
	tellOf(box, "change");
	expect(hidden(".create-account")).toBe(true);
});

test("typing in an address waits until it is complete", async () => {
	open();
	await updated(1);
	change("#billing_city", "Guadix");
	for (const name of ["address_1", "postcode"]) {
		one<HTMLInputElement>(`#billing_${name}`).value = "x";
	}
	expect(story().filter((name) => name === "update_checkout")).toHaveLength(1);
	change("#billing_city", "Baza");
	await updated(2);
	expect(sent()).toMatchObject({ city: "Baza", has_full_address: "true" });
});

test("an update that fails says so and reloads where it must", async () => {
	answers.update_order_review = review("11", "n2", {
		result: "failure",
		messages:
			'<ul class="woocommerce-error" role="alert"><li>Sin envío</li></ul>',
	});
	open();
	await updated(1);
	const group = one(".woocommerce-NoticeGroup-updateOrderReview");
	expect(form().firstElementChild).toBe(group);
	expect(group.textContent).toBe("Sin envío");
	answers.update_order_review = { result: "failure", reload: true };
	tellOf(document.body, "update_checkout");
	await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});

test("methods of payment open their boxes and name the button", async () => {
	open();
	expect(hidden("div.payment_method_cod")).toBe(true);
	one("#payment_method_cod").click();
	expect(hidden("div.payment_method_cod")).toBe(false);
	expect(hidden("div.payment_method_bacs")).toBe(true);
	expect(one("#place_order").textContent).toBe("Pagar luego");
	one("#payment_method_bacs").click();
	expect(one("#place_order").textContent).toBe("Realizar el pedido");
});

test("links open who has an account, a coupon, the terms", async () => {
	open();
	one(".showlogin").click();
	expect(hidden("form.login")).toBe(false);
	expect(document.activeElement).toBe(one("[name=username]"));
	one(".showcoupon").click();
	expect(hidden(".checkout_coupon")).toBe(false);
	expect(one(".showcoupon").getAttribute("aria-expanded")).toBe("true");
	one(".showcoupon").click();
	expect(hidden(".checkout_coupon")).toBe(true);
	one(".woocommerce-terms-and-conditions-link").click();
	expect(hidden(".woocommerce-terms-and-conditions")).toBe(false);
	const box = one<HTMLInputElement>("#createaccount");
	box.click();
	expect(hidden("div.create-account")).toBe(false);
});

test("fields are looked at when they are left, and told apart", async () => {
	open();
	const classes = (name: string) =>
		one(`#${name}_field`).className.replace("form-row ", "");
	change("#billing_email", "mal");
	expect(classes("billing_email")).toBe(
		"validate-required validate-email woocommerce-invalid woocommerce-invalid-email",
	);
	expect(one("#billing_email").getAttribute("aria-invalid")).toBe("true");
	change("#billing_email", "a@b.example");
	expect(classes("billing_email")).toBe(
		"validate-required validate-email woocommerce-validated",
	);
	expect(one("#billing_email").hasAttribute("aria-invalid")).toBe(false);
	change("#billing_phone", "600 x");
	expect(classes("billing_phone")).toContain("woocommerce-invalid-phone");
	type("#billing_phone", "600");
	expect(classes("billing_phone")).toBe("validate-phone");
	change("#billing_first_name", "");
	expect(classes("billing_first_name")).toContain(
		"woocommerce-invalid-required-field",
	);
});

const item = (id: string, text: string) =>
	`<li${id ? ` data-id="${id}"` : ""}>\n<strong>${text}</strong> falta.\n</li>`;

test("B7: errors stand above the form and at their fields", async () => {
	open();
	await updated(1);
	answers.checkout = {
		result: "failure",
		messages: `\n<ul class="woocommerce-error" role="alert">${item("billing_first_name", "Nombre")}${item("billing_email", "Correo")}${item("foreign", "Otro")}${item("", "Nada")}</ul>\n`,
		refresh: false,
		reload: false,
	};
	submit();
	expect(form().classList.contains("processing")).toBe(true);
	submit();
	await vi.waitFor(() => expect(story()).toContain("checkout_error"));
	expect(actions().filter((name) => name === "checkout")).toHaveLength(1);
	expect(sent().payment_method).toBe("bacs");
	expect(sent()).not.toHaveProperty("woocommerce_checkout_place_order");
	const groups = document.querySelectorAll(".woocommerce-NoticeGroup");
	expect(groups).toHaveLength(1);
	expect(groups[0]?.className).toBe(
		"woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout",
	);
	expect(groups[0]?.firstElementChild?.getAttribute("role")).toBe("alert");
	const list = one("ul.woocommerce-error");
	expect([list.getAttribute("role"), list.tabIndex]).toEqual([null, -1]);
	expect(document.activeElement).toBe(list);
	const items = [...list.querySelectorAll("li")];
	expect(items.map((li) => li.firstElementChild?.getAttribute("href"))).toEqual(
		["#billing_first_name", "#billing_email", "#foreign", null],
	);
	expect(count(".checkout-inline-error-message")).toBe(2);
	const field = one("#billing_first_name");
	expect(field.getAttribute("aria-describedby")).toBe(
		"billing_first_name_description",
	);
	expect(one("#billing_first_name_field").lastElementChild?.outerHTML).toBe(
		'<p id="billing_first_name_description" class="checkout-inline-error-message">Nombre falta.</p>',
	);
	expect(one("#billing_first_name_field").className).toContain(
		"woocommerce-invalid-required-field",
	);
	items[1]?.querySelector("a")?.click();
	expect(document.activeElement).toBe(one("#billing_email"));
	type("#billing_first_name", "Ana");
	expect(count(".checkout-inline-error-message")).toBe(1);
	expect(field.hasAttribute("aria-describedby")).toBe(false);
	expect(form().classList.contains("processing")).toBe(false);
});

test("an order is placed; gateways are asked before", async () => {
	open();
	await updated(1);
	answers.checkout = {
		result: "success",
		redirect: "http://tienda.example/gracias/?key=a%20b",
		order_id: 29,
	};
	const refuse = (event: Event) => event.preventDefault();
	form().addEventListener("checkout_place_order_bacs", refuse);
	submit();
	expect(actions()).not.toContain("checkout");
	form().removeEventListener("checkout_place_order_bacs", refuse);
	submit();
	await vi.waitFor(() =>
		expect(go).toHaveBeenCalledWith("http://tienda.example/gracias/?key=a%20b"),
	);
	expect(story().slice(-3)).toEqual([
		"checkout_place_order",
		"checkout_place_order_bacs",
		"checkout_place_order_success",
	]);
});

test.each([
	["no answer", undefined, "Algo falló."],
	["an answer that is no JSON", "<b>Fatal</b>", "Algo falló."],
	[
		"a nonce that is too old",
		{ result: "failure", messages: "", refresh: true },
		"Algo falló.",
	],
])("%s is an error to the visitor", async (_, answer, text) => {
	open();
	await updated(1);
	if (answer !== undefined) answers.checkout = answer;
	submit();
	await vi.waitFor(() => expect(story()).toContain("checkout_error"));
	expect(one(".woocommerce-error").textContent).toBe(text);
	const isAsked = typeof answer === "object";
	if (isAsked) await updated(2);
});

test("a checkout that must be read anew is", async () => {
	open();
	answers.checkout = { result: "failure", messages: "", reload: true };
	submit();
	await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});

test("coupons: an error at the field, a notice above the form, new totals", async () => {
	open();
	await updated(1);
	one(".showcoupon").click();
	one<HTMLInputElement>("#billing_email").value = "a@b.example";
	answers.apply_coupon =
		'<ul class="woocommerce-error" role="alert"><li>No.</li></ul>';
	type("#coupon_code", "nada");
	one("[name=apply_coupon]").click();
	await vi.waitFor(() => expect(count(".coupon-error-notice")).toBe(1));
	expect(sent()).toEqual({
		security: "a1",
		coupon_code: "nada",
		billing_email: "a@b.example",
	});
	expect(document.activeElement).toBe(one("#coupon_code"));
	answers.apply_coupon =
		'<div class="woocommerce-message" role="alert">Sí.</div>';
	type("#coupon_code", "diez");
	one("[name=apply_coupon]").click();
	await vi.waitFor(() => expect(count(".woocommerce-message")).toBe(1));
	expect(hidden(".checkout_coupon")).toBe(true);
	expect(one(".showcoupon").getAttribute("aria-expanded")).toBe("false");
	await updated(2);
	expect(sent()).not.toHaveProperty("shipping_method[0]");
	answers.remove_coupon =
		'<div class="woocommerce-message" role="alert">Fuera.</div>';
	one(".woocommerce-remove-coupon").click();
	await updated(3);
	expect(form().previousElementSibling?.textContent).toBe("Fuera.");
	expect(story()).toContain("removed_coupon_in_checkout");
});

test("without the checkout's own form nothing is asked", async () => {
	open("0");
	await new Promise((done) => setTimeout(done, 20));
	expect(actions()).toEqual([]);
	expect(story()).not.toContain("init_checkout");
	expect(hidden(".shipping_address")).toBe(false);
	answers.checkout = { result: "failure", messages: "" };
	submit();
	await vi.waitFor(() => expect(actions()).toEqual(["checkout"]));
});
