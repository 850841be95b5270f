import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isContactEmail } from "../divi/form-check";
import { mount } from ".";

/** A recorded form, shortened: a text, an e-mail, a radio that is hidden, a box without a label, the sum. */
const FORM = `<div class="et-pb-contact-message"></div><div class="et_pb_contact"><form class="et_pb_contact_form clearfix" method="post" action="http://s/formulario/">
<p class="et_pb_contact_field et_pb_contact_field_0" data-id="nombre" data-type="input"><label for="n" class="et_pb_contact_form_label">Nombre "corto"</label><input type="text" id="n" class="input" value="" name="n" data-required_mark="required" data-field_type="input" data-original_id="nombre"></p>
<p class="et_pb_contact_field et_pb_contact_field_1" data-id="correo" data-type="email"><label for="c" class="et_pb_contact_form_label">Correo</label><input type="text" id="c" class="input" value="" name="c" data-required_mark="required" data-field_type="email" data-original_id="correo"></p>
<p class="et_pb_contact_field et_pb_contact_field_2" style="display: none" data-conditional-logic='[["nombre","is","x"]]' data-conditional-relation="all" data-id="casa" data-type="radio"><label class="et_pb_contact_form_label">Casa</label><span class="et_pb_contact_field_radio"><input type="radio" id="r" class="input" value="Almendro" name="casa" data-required_mark="required" data-field_type="radio" data-original_id="casa"><label for="r">Almendro</label></span></p>
<p class="et_pb_contact_field et_pb_contact_field_3" data-id="acepto" data-type="checkbox"><label class="et_pb_contact_form_label"></label><input class="et_pb_checkbox_handle" type="hidden" name="acepto" data-required_mark="required" data-field_type="checkbox" data-original_id="acepto"><span class="et_pb_contact_field_checkbox"><input type="checkbox" id="a" class="input" value="Acepto"><label for="a">Acepto</label></span></p>
<div class="et_pb_contact_right"><p class="clearfix"><span class="et_pb_contact_captcha_question">3 + 4</span> = <input type="text" class="input et_pb_contact_captcha" data-first_digit="3" data-second_digit="4" value="" name="sum" data-required_mark="required" autocomplete="off" aria-label="Captcha"></p></div>
<input type="hidden" name="_nonce" value="abc"><button type="submit" name="et_builder_submit_button" class="et_pb_contact_submit et_pb_button">Mandar</button></form></div>`;

const root = () => document.querySelector("#form") as HTMLElement;
const field = (name: string) =>
	document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const box = () => document.querySelector(".et-pb-contact-message") as Element;
/** The message box shows this markup. */
const shows = (html: string) =>
	vi.waitFor(() => expect(box().innerHTML).toBe(html));
const settled = () => new Promise((done) => setTimeout(done, 0));
const sent = vi.fn();
let answer: () => Response;

function submit() {
	const form = root().querySelector("form") as HTMLFormElement;
	form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
	return settled().then(settled);
}

function fill() {
	field("n").value = "Ana";
	field("c").value = "Ana@Correo.example";
	(document.querySelector("#a") as HTMLInputElement).checked = true;
	field("sum").value = "7";
}

beforeEach(() => {
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	vi.stubGlobal("fetch", async (url: string, options: RequestInit) => {
		sent(url, [...(options.body as URLSearchParams)]);
		return answer();
	});
	window.et_pb_custom = {
		fill_message: "Faltan:",
		contact_error_message: "Errores:",
		invalid: "Correo malo",
		captcha: "Captcha",
		wrong_captcha: "Mala suma",
		wrong_checkbox: "Caja",
	};
	document.body.innerHTML = `<main><div id="form" class="et_pb_module et_pb_contact_form_0 et_pb_contact_form_container et_animated" style="opacity: 1" data-form_unique_num="0">${FORM}</div></main>`;
	mount(root());
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	sent.mockReset();
});

test("an empty form lists what is missing in the order of the fields and sends nothing", async () => {
	await submit();
	await shows(
		'<p>Faltan:</p><ul><li>Nombre "corto"</li><li>Correo</li><li>Acepto</li><li>Captcha</li></ul><ul></ul>',
	);
	expect(
		[...document.querySelectorAll(".et_contact_error")].map(
			(element) => element.localName,
		),
	).toEqual(["input", "input", "p", "input"]);
	expect(sent).not.toHaveBeenCalled();
	const { violations } = await axe.run(document.body, {
		rules: { "color-contrast": { enabled: false } },
	});
	expect(violations.map(({ id }) => id)).toEqual([]);
});

test("only wrong things come without a heading; a wrong sum brings a new one, the attributes stay", async () => {
	fill();
	field("c").value = "malo@x";
	field("sum").value = "8";
	vi.spyOn(Math, "random").mockReturnValue(0.5);
	await submit();
	await shows("<ul><li>Correo malo</li><li>Mala suma</li></ul>");
	expect(field("sum").value).toBe("");
	expect(field("sum").dataset.first_digit).toBe("3");
	expect(
		document.querySelector(".et_pb_contact_captcha_question")?.textContent,
	).toBe("8 + 8");
	field("c").value = "ana@correo.example";
	field("sum").value = "16";
	answer = () => new Response("<p>nada</p>");
	await submit();
	expect(sent).toHaveBeenCalledTimes(1);
});

test("missing and wrong things come with both headings", async () => {
	fill();
	field("n").value = "";
	field("c").value = "malo@x";
	await submit();
	await shows(
		'<p>Faltan:</p><ul><li>Nombre "corto"</li></ul><p class="et_normal_padding">Errores:</p><ul><li>Correo malo</li></ul>',
	);
});

test("what is sent: the controls, the description, the token, what is hidden", async () => {
	fill();
	answer = () =>
		new Response(
			'<html><div id="form" class="otra"><p>Gracias</p></div></html>',
		);
	await submit();
	const [url, body] = sent.mock.calls[0] ?? [];
	expect(url).toBe("http://s/formulario/");
	expect(body).toEqual([
		["n", "Ana"],
		["c", "Ana@Correo.example"],
		["acepto", "Acepto"],
		["sum", "7"],
		["_nonce", "abc"],
		[
			"et_pb_contact_email_fields_0",
			JSON.stringify(
				[
					["n", "nombre", "required", "input", "Nombre &quot;corto&quot;"],
					["c", "correo", "required", "email", "Correo"],
					["acepto", "acepto", "required", "checkbox", "Acepto"],
				].map(
					([
						field_id,
						original_id,
						required_mark,
						field_type,
						field_label,
					]) => ({
						field_id,
						original_id,
						required_mark,
						field_type,
						field_label,
					}),
				),
			),
		],
		["token", ""],
		["et_pb_contact_email_hidden_fields_0", '["casa"]'],
	]);
	expect(root().innerHTML).toBe("<p>Gracias</p>");
	expect(root().className).toBe(
		"et_pb_module et_pb_contact_form_0 et_pb_contact_form_container",
	);
	expect(root().getAttribute("style")).toBe("opacity: 1;");
});

test.each([200, 404])(
	"an answer with an error (%i) replaces the inside, and its form is sent in the page again",
	async (status) => {
		fill();
		answer = () =>
			new Response(
				`<div id="form"><p class="et_pb_contact_error_text">No</p>${FORM}</div>`,
				{ status },
			);
		await submit();
		expect(root().querySelectorAll("#form").length).toBe(0);
		expect(root().firstElementChild?.textContent).toBe("No");
		fill();
		answer = () => new Response('<div id="form">Bien</div>');
		await submit();
		expect(sent).toHaveBeenCalledTimes(2);
		expect(root().innerHTML).toBe("Bien");
	},
);

test("a value that is only the label is empty, where the label has no capital", async () => {
	fill();
	field("c").value = "CORREO";
	await submit();
	await shows("<ul><li>Correo malo</li></ul>");
	const label = document.querySelector("label[for=c]") as HTMLElement;
	label.textContent = "correo";
	await submit();
	await shows("<p>Faltan:</p><ul><li>correo</li></ul><ul></ul>");
});

test.each([
	["a@b.co", true],
	["a@b.c", false],
	["@b.example", false],
	["a b@c.example", false],
	["a@b..example", false],
	["a@-b.example", false],
	["a@b.example.", false],
	["ana+1@sub.b-c.example", true],
	["ana@ejemplo", false],
])("%s is an e-mail address: %s", (address, wanted) => {
	expect(isContactEmail(address)).toBe(wanted);
});
