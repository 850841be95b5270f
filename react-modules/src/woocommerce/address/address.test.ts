import { beforeEach, expect, test } from "vitest";
import { emit } from "../../runtime/events";
import { change, heard, hearEvents, one, shopPage } from "../../testing/shop";
import { mount } from ".";

shopPage();

const REQUIRED = '<span class="required" aria-hidden="true">*</span>';
const row = (name: string, priority: number, label: string, field: string) =>
	`<p class="form-row form-row-wide address-field validate-required" id="billing_${name}_field" data-priority="${priority}"><label for="billing_${name}" class="required_field">${label}&nbsp;${REQUIRED}</label><span class="woocommerce-input-wrapper">${field}</span></p>`;
const text = (name: string) =>
	`<input type="text" class="input-text " name="billing_${name}" id="billing_${name}" value="" aria-required="true">`;
const STATE =
	'<select name="billing_state" id="billing_state" class="state_select " aria-required="true" autocomplete="address-level1" data-placeholder="Elige…" data-input-classes="" data-label="Provincia"><option value="">Elige…</option><option value="GR" selected>Granada</option><option value="M">Madrid</option></select>';
const PAGE = `<form><div class="woocommerce-billing-fields"><div class="woocommerce-billing-fields__field-wrapper">
${row("country", 40, "País", '<select name="billing_country" id="billing_country" class="country_to_state country_select"><option value="ES" selected>ES</option><option value="FR">FR</option><option value="DE">DE</option><option value="XX">XX</option></select>')}
${row("postcode", 65, "Código postal", text("postcode"))}${row("city", 70, "Población", text("city"))}${row("state", 80, "Provincia", STATE)}
${row("address_1", 50, "Dirección", text("address_1"))}</div></div></form>`;
const usual = (label: string, priority: number) => ({
	label,
	required: true,
	priority,
	class: ["form-row-wide", "address-field"],
});

const order = () =>
	[...document.querySelectorAll("[data-priority]")].map(({ id }) =>
		id.replace(/^billing_|_field$/g, ""),
	);
const state = () => one<HTMLInputElement>("#billing_state");
const label = (name: string) => one(`#billing_${name}_field label`).innerHTML;

hearEvents(
	"country_to_state_changed",
	"country_to_state_changing",
	"wc_address_i18n_ready",
);

beforeEach(() => {
	Object.assign(window, {
		wc_country_select_params: {
			countries: JSON.stringify({
				ES: { GR: "Granada", M: "Madrid" },
				DE: { "DE-BE": "Berlín" },
				FR: [],
			}),
			i18n_select_state_text: "Elige una opción",
		},
		wc_address_i18n_params: {
			locale: JSON.stringify({
				default: {
					address_1: {
						...usual("Dirección", 50),
						placeholder: "Calle y número",
					},
					postcode: usual("Código postal", 90),
					city: usual("Población", 70),
					state: usual("Región", 80),
				},
				ES: { postcode: { priority: 65 }, state: { label: "Provincia" } },
				FR: {
					postcode: { priority: 65 },
					state: { required: false, hidden: true },
				},
				DE: { state: { required: false } },
				XX: {
					postcode: { hidden: true, required: false },
					city: { class: ["form-row-first"] },
				},
			}),
			locale_fields: JSON.stringify({
				address_1: "#billing_address_1_field, #shipping_address_1_field",
				postcode: "#billing_postcode_field",
				city: "#billing_city_field",
				state: "#billing_state_field",
			}),
			i18n_optional_text: "opcional",
		},
	});
	document.body.innerHTML = PAGE;
	mount();
	heard.length = 0;
	emit(document.body, "wc_address_i18n_ready");
});

test("at first the rules of the printed country stand, in their order", () => {
	expect(heard.map(([name]) => name)).toEqual([
		"wc_address_i18n_ready",
		"country_to_state_changed",
		"country_to_state_changing",
	]);
	expect(heard[2]?.[1]).toEqual({
		country: "ES",
		wrapper: one(".woocommerce-billing-fields"),
	});
	expect(order()).toEqual([
		"country",
		"address_1",
		"postcode",
		"city",
		"state",
	]);
	expect(one("#billing_address_1").getAttribute("placeholder")).toBe(
		"Calle y número",
	);
	expect(one("#billing_address_1").dataset.placeholder).toBe("Calle y número");
	expect(one("#billing_state_field").dataset.o_class).toBe(
		"form-row form-row-wide address-field validate-required",
	);
	expect(state().value).toBe("GR");
	expect(label("city")).toBe(`Población&nbsp;${REQUIRED}`);
});

test("B6: a country without states hides them and sends none", () => {
	expect(one("#billing_state_field .select2")).not.toBeNull();
	change("#billing_country", "FR");
	expect(one("#billing_state_field .select2")).toBeNull();
	expect(one("#billing_state_field").style.display).toBe("none");
	expect(state().outerHTML).toBe(
		'<input id="billing_state" name="billing_state" data-input-classes="" type="hidden" class="hidden">',
	);
	expect(one("#billing_state_field").className).toBe(
		"form-row form-row-wide address-field",
	);
	expect(label("state")).toBe(
		'Región&nbsp;<span class="optional">(opcional)</span>',
	);
	change("#billing_country", "ES");
	expect(one("#billing_state_field").style.display).toBe("");
	expect(state().localName).toBe("select");
	expect(state().value).toBe("");
	expect(state().getAttribute("autocomplete")).toBe("address-level1");
	expect(state().getAttribute("aria-required")).toBe("true");
	expect(
		[...state().querySelectorAll("option")].map(
			({ textContent }) => textContent,
		),
	).toEqual(["Elige…", "Granada", "Madrid"]);
	expect(label("state")).toBe(`Provincia&nbsp;${REQUIRED}`);
});

test("other states, free text and what a country hides", () => {
	change("#billing_country", "DE");
	expect(
		[...state().querySelectorAll("option")].map(({ value }) => value),
	).toEqual(["", "DE-BE"]);
	one<HTMLInputElement>("#billing_postcode").value = "18500";
	change("#billing_country", "XX");
	expect(state().type).toBe("text");
	expect(state().className).toBe("input-text");
	expect(one("#billing_postcode_field").style.display).toBe("none");
	expect(one<HTMLInputElement>("#billing_postcode").value).toBe("");
	expect(one("#billing_city_field").className).toContain("form-row-first");
	expect(one("#billing_city_field").className).not.toContain("form-row-wide");
	expect(order()).toEqual([
		"country",
		"address_1",
		"city",
		"state",
		"postcode",
	]);
});

test("the focus stays where it is when rows move", () => {
	one("#billing_country").focus();
	change("#billing_country", "XX");
	// The searchable list has the focus in the place of the one behind it.
	const list = one("#billing_country + .select2 .select2-selection");
	expect(document.activeElement).toBe(list);
});
