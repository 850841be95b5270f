/** Contract "divi-client-plan", rows 110 to 125 of section D; "divi-client", sections 6.23 to 6.25. */

import { expect } from "vitest";
import { classes, each, isFocused, tabTo, testScreens } from "./visit.js";

const screens = testScreens();

const CONTACT = "/modulos/formulario-divi/";
const SUM = "/modulos/formulario-divi-captcha/";
const SIGNUP = "/modulos/boletin/";
const ROOT = "#form-divi";
const SEND = `${ROOT} .et_pb_contact_submit`;

const field = (id, rules, more = "") =>
	`<p class="et_pb_contact_field" data-id="${id}" data-type="input" data-conditional-relation="all"
	data-conditional-logic='${JSON.stringify(rules)}'><input type="text" class="input" id="${id}" name="${id}"
	data-required_mark="required" data-field_type="input" data-original_id="${id}" ${more}></p>`;

/** Rules by the field that they show. */
const RULES = {
	mas: [["codigo", "is greater", "5"]],
	menos: [["codigo", "is less", "5"]],
	tiene: [["nombre", "contains", "a.b"]],
	notiene: [["nombre", "does not contain", "a.b"]],
	es: [["extras", "is", "Leña"]],
	noes: [["nombre", "is not", "Ana"]],
	vacio: [["nombre", "is empty", ""]],
	lleno: [["nombre", "is not empty", ""]],
	dos: [
		["codigo", "is", "7"],
		["nombre", "is", "Ana"],
	],
	oculto: [["mas", "is", ""]],
};

screens(
	"110 111 112 113 fields that show and hide with others",
	async ({ open }) => {
		const { page } = await open(CONTACT, {
			ready: "#tiene[novalidate]",
			html: (body) =>
				body.replace(
					'<input type="hidden" value="et_contact_proccess"',
					`${Object.entries(RULES)
						.map(([id, rules]) =>
							field(id, rules, id === "mas" ? 'pattern="[0-9]+"' : ""),
						)
						.join("")}$&`,
				),
		});
		const visible = () =>
			page.evaluate(
				(ids) =>
					ids.filter((id) => document.getElementById(id).offsetHeight > 0),
				Object.keys(RULES),
			);
		const marks = () =>
			page.$eval("#mas", (input) => [
				input.closest("p").style.display,
				input.getAttribute("novalidate"),
				input.dataset.pattern ?? null,
				input.getAttribute("pattern"),
			]);
		expect(await visible()).toEqual(["notiene", "noes", "vacio"]);
		expect(await marks()).toEqual(["none", "novalidate", "[0-9]+", null]);
		const set = (name, value) =>
			page.$eval(
				`[data-original_id=${name}]`,
				(input, value) => {
					input.value = value;
					input.dispatchEvent(new Event("change", { bubbles: true }));
				},
				value,
			);
		for (const [code, name, shown] of [
			["7", "", ["mas", "notiene", "noes", "vacio", "oculto"]],
			["3x", "", ["menos", "notiene", "noes", "vacio"]],
			["", "xA.Bx", ["tiene", "noes", "lleno"]],
			["", "aXb", ["notiene", "noes", "lleno"]],
			["7", "Ana", ["mas", "notiene", "lleno", "dos", "oculto"]],
		]) {
			await set("codigo", code);
			await set("nombre", name);
			expect(await visible()).toEqual(shown);
		}
		expect(await marks()).toEqual(["block", null, null, "[0-9]+"]);
		const tick = (value) =>
			page.evaluate(
				(value) => document.querySelector(`[value="${value}"]`).click(),
				value,
			);
		await tick("Cuna");
		expect(await visible()).not.toContain("es");
		await tick("Leña");
		expect(await visible()).toContain("es");
		// Typing is looked at in turns.
		await page.focus("[data-original_id=nombre]");
		await page.keyboard.press("End");
		await page.keyboard.type("bel");
		await expect.poll(visible).not.toContain("dos");
	},
);

const messages = (page, root) =>
	each(page, `${root} .et-pb-contact-message > *`, (part) =>
		part.localName === "ul"
			? [...part.children].map((item) => item.textContent)
			: part.textContent,
	);
const failing = (page, root) =>
	each(
		page,
		`${root} .et_contact_error`,
		(part) => part.dataset.original_id ?? part.dataset.id ?? part.className,
	);
const FILL = "Faltan estos campos:";
const MEND = "Corrige esto:";
const INVALID = "Correo electrónico no válido";

screens.mirrored(
	"114 115 116 what is missing or wrong, by keyboard alone",
	async ({ open }) => {
		const { page, asked } = await open(CONTACT, {
			ready: `${ROOT} [style*="display: none"]`,
		});
		const press = async () => {
			await tabTo(page, SEND);
			await page.keyboard.press("Enter");
		};
		// Nothing is drawn before there is something to say.
		expect(asked("/modules/react.")).toEqual([]);
		await press();
		await expect
			.poll(() => messages(page, ROOT))
			.toEqual([
				FILL,
				["Nombre", "Correo", "Motivo", "Acepto las normas", "Mensaje"],
				[],
			]);
		expect(await failing(page, ROOT)).toEqual([
			"nombre",
			"correo",
			"motivo",
			"acepto",
			"mensaje",
		]);
		await tabTo(page, `${ROOT} [data-original_id=nombre]`);
		await page.keyboard.type("Ana");
		await page.keyboard.press("Tab");
		await page.keyboard.type("BAD@x");
		await tabTo(page, `${ROOT} [data-original_id=motivo]`);
		await page.keyboard.type("Duda");
		await tabTo(page, `${ROOT} [data-id=acepto] [type=checkbox]`);
		await page.keyboard.press("Space");
		await tabTo(page, `${ROOT} [data-original_id=mensaje]`);
		await page.keyboard.type("Hola.");
		await press();
		await expect.poll(() => messages(page, ROOT)).toEqual([[INVALID]]);
		expect(await failing(page, ROOT)).toEqual(["correo"]);
		expect(asked(`POST ${CONTACT}`)).toEqual([]);

		const sum = await open(SUM, { ready: ".et_pb_contact_form_1 form" });
		const root = "#et_pb_contact_form_0";
		const captcha = `${root} .et_pb_contact_captcha`;
		const digits = () =>
			sum.page.$eval(captcha, ({ dataset }) => [
				dataset.first_digit,
				dataset.second_digit,
			]);
		const printed = await digits();
		await sum.page.waitForFunction(() => window.et_load_event_fired);
		await sum.page.fill(`${root} [data-original_id=correo]`, "BAD@x");
		await sum.page.fill(captcha, "99");
		await sum.page.click(`${root} .et_pb_contact_submit`);
		await expect
			.poll(() => messages(sum.page, root))
			.toEqual([
				FILL,
				["Nombre", "Mensaje"],
				MEND,
				[INVALID, "El número del captcha no es ese."],
			]);
		expect(await sum.page.inputValue(captcha)).toBe("");
		expect(await digits()).toEqual(printed);
		const question = await sum.page.textContent(
			`${root} .et_pb_contact_captcha_question`,
		);
		const [, first, second] = /^(\d+) \+ (\d+)$/.exec(question).map(Number);
		for (const digit of [first, second]) {
			expect(digit).toBeGreaterThanOrEqual(1);
			expect(digit).toBeLessThanOrEqual(15);
		}
		// Empty, it is a missing field.
		await sum.page.click(`${root} .et_pb_contact_submit`);
		await expect
			.poll(async () => (await messages(sum.page, root))[1])
			.toEqual(["Nombre", "Mensaje", "Captcha"]);
	},
);

screens(
	"117 118 119 120 sent in the page: refused, sent again, taken",
	async ({ open, site }) => {
		const answers = [
			[
				404,
				'<div class="et-pb-contact-message"><p class="et_pb_contact_error_text">Algo falla.</p></div>FORM',
			],
			[
				200,
				'<div class="et-pb-contact-message"><p class="et_pb_contact_error_text">Otra vez.</p></div>FORM',
			],
			[200, '<div class="et-pb-contact-message"><p>Gracias.</p></div>'],
		];
		const sent = [];
		let inside;
		const { page } = await open(CONTACT, {
			ready: `${ROOT} [style*="display: none"]`,
			html: (body) => {
				// The page behind the form has none.
				inside ??= /<div class="et_pb_contact">[\s\S]*?<\/form>\s*<\/div>/.exec(
					body,
				)?.[0];
				return body.replace(
					'<div id="form-divi"',
					'$& data-redirect_url="/contacto/"',
				);
			},
			stubs: [
				[
					(url) => url.pathname === CONTACT,
					async (route) => {
						const request = route.request();
						if (request.method() !== "POST") return route.fallback();
						sent.push([
							request.headers()["x-requested-with"],
							request.resourceType(),
							[...new URLSearchParams(request.postData())],
						]);
						const [status, text] = answers[sent.length - 1];
						await route.fulfill({
							status,
							contentType: "text/html; charset=utf-8",
							body: `<html><body><div id="form-divi">${text.replace("FORM", inside)}</div></body></html>`,
						});
					},
				],
			],
		});
		const fill = async () => {
			await page.fill(`${ROOT} [data-original_id=nombre]`, "Eva");
			await page.fill(
				`${ROOT} [data-original_id=correo]`,
				" EVA@correo.example ",
			);
			await page.selectOption(`${ROOT} [data-original_id=motivo]`, "Duda");
			await page.evaluate(() =>
				document.querySelector("[data-id=acepto] [type=checkbox]").click(),
			);
			await page.fill(`${ROOT} [data-original_id=mensaje]`, "Hola.");
		};
		for (const text of ["Algo falla.", "Otra vez."]) {
			await fill();
			await page.click(SEND);
			const output = `${ROOT} > .et-pb-contact-message`;
			await page.waitForSelector(`${output}[role=alert] :text("${text}")`);
			expect(await page.$$(`${ROOT} ${ROOT}`)).toEqual([]);
			await expect
				.poll(() => page.$eval(ROOT, (root) => root.style.opacity))
				.toBe("1");
			// The fields of the new form know their conditions.
			await page.waitForSelector(`${ROOT} [data-id=casa][style*=none]`, {
				state: "attached",
			});
		}
		await fill();
		await page.click(SEND);
		await page.waitForURL(`${site.base}/contacto/`);
		expect(sent.map(([header, kind]) => [header, kind])).toEqual(
			Array(3).fill(["XMLHttpRequest", "fetch"]),
		);
		const [, , body] = sent[0];
		const names = body.map(([name]) => name);
		expect(names.filter((name) => !/alt_s|casacue/.test(name))).toEqual([
			"et_pb_contact_nombre_0",
			"et_pb_contact_correo_0",
			"et_pb_contact_codigo_0",
			"et_pb_contact_motivo_0",
			"et_pb_contact_extras_0",
			"et_pb_contact_acepto_0",
			"et_pb_contact_detalle_0",
			"et_pb_contact_mensaje_0",
			"et_pb_contactform_submit_0",
			"_wpnonce-et-pb-contact-form-submitted-0",
			"_wp_http_referer",
			"et_pb_contact_email_fields_0",
			"token",
			"et_pb_contact_email_hidden_fields_0",
		]);
		const values = Object.fromEntries(body);
		expect(values.et_pb_contact_acepto_0).toBe("Acepto las normas");
		expect(JSON.parse(values.et_pb_contact_email_hidden_fields_0)).toEqual([
			"casa",
		]);
		const described = JSON.parse(values.et_pb_contact_email_fields_0);
		expect(described[1]).toEqual({
			field_id: "et_pb_contact_correo_0",
			original_id: "correo",
			required_mark: "required",
			field_type: "email",
			field_label: "Correo",
		});
		expect(described.map(({ original_id }) => original_id)).not.toContain(
			"casa",
		);
	},
);

/** A field that a radio button of `casa` shows. */
const SEEN = { segun: [["casa", "is", "Fuente"]] };

screens.mirrored(
	"6.23 6.24 a group of radio buttons: it waits, is asked for as one field, shows another, is sent",
	async ({ open }) => {
		const sent = [];
		const { page } = await open(CONTACT, {
			ready: "#segun[novalidate]",
			html: (body) =>
				body.replace(
					'<input type="hidden" value="et_contact_proccess"',
					`${field("segun", SEEN.segun)}$&`,
				),
			stubs: [
				[
					(url) => url.pathname === CONTACT,
					async (route) => {
						const request = route.request();
						if (request.method() !== "POST") return route.fallback();
						sent.push(new URLSearchParams(request.postData()));
						await route.fulfill({
							contentType: "text/html; charset=utf-8",
							body: '<div id="form-divi"><p>Gracias.</p></div>',
						});
					},
				],
			],
		});
		const group = `${ROOT} [data-id=casa]`;
		const isSeen = (selector) => page.isVisible(selector);
		const choose = (value) =>
			page.selectOption(`${ROOT} [data-original_id=motivo]`, value);
		expect([await isSeen(group), await isSeen("#segun")]).toEqual([
			false,
			false,
		]);
		await choose("Reserva");
		expect([await isSeen(group), await isSeen("#segun")]).toEqual([
			true,
			false,
		]);
		await page.fill(`${ROOT} [data-original_id=nombre]`, "Eva");
		await page.fill(`${ROOT} [data-original_id=correo]`, "eva@correo.example");
		await page.fill(`${ROOT} [data-original_id=mensaje]`, "Hola.");
		await page.evaluate(() =>
			document.querySelector("[data-id=acepto] [type=checkbox]").click(),
		);
		// One missing field, marked as a whole.
		await page.click(SEND);
		await expect.poll(() => messages(page, ROOT)).toEqual([FILL, ["Casa"], []]);
		expect(await failing(page, ROOT)).toEqual(["casa"]);
		expect(await classes(page, group)).toContain("et_contact_error");

		// The arrows go round in the group, which has one place in the way of Tab.
		const chosen = () =>
			each(page, `${group} :checked`, (button) => button.value);
		await tabTo(page, `${group} [type=radio]`);
		await page.keyboard.press("Space");
		expect(await chosen()).toEqual(["Almendro"]);
		await page.keyboard.press("ArrowDown");
		expect(await chosen()).toEqual(["Fuente"]);
		expect(await isFocused(page, `${group} [value=Fuente]`)).toBe(true);
		expect(await isSeen("#segun")).toBe(true);
		await page.keyboard.press("Tab");
		expect(await isFocused(page, `${group} *`)).toBe(false);
		// A rule about a group that does not show does not hold; what was chosen stays.
		await choose("Duda");
		expect([await isSeen(group), await isSeen("#segun")]).toEqual([
			false,
			false,
		]);
		await choose("Reserva");
		expect([await chosen(), await isSeen("#segun")]).toEqual([
			["Fuente"],
			true,
		]);
		await page.fill("#segun", "x");
		await page.click(SEND);
		await page.waitForSelector(`${ROOT} :text("Gracias.")`);
		const [body] = sent;
		expect(body.getAll("et_pb_contact_casa_0")).toEqual(["Fuente"]);
		const described = JSON.parse(body.get("et_pb_contact_email_fields_0"));
		expect(
			described.filter(({ original_id }) => original_id === "casa"),
		).toEqual([
			{
				field_id: "et_pb_contact_casa_0",
				original_id: "casa",
				required_mark: "required",
				field_type: "radio",
				field_label: "Casa",
			},
		]);
	},
);

const withoutFeed = (body) =>
	body.replaceAll("et_pb_feedburner_form", "otro_formulario");
const BOX = ".et_pb_signup_0";

screens.mirrored(
	"121 122 123 124 the signup, by keyboard alone",
	async ({ open }) => {
		const answers = [
			{ error: "La lista <b> no está." },
			null,
			undefined,
			{ success: true },
		];
		let held;
		const sent = [];
		const { page } = await open(SIGNUP, {
			ready: BOX,
			html: (body) =>
				withoutFeed(body).replace(
					/<p [^>]*>\s*<label[^>]*for="et_pb_signup_lastname"[\s\S]*?<\/p>/,
					"",
				),
			stubs: [
				[
					/admin-ajax\.php/,
					async (route) => {
						const body = route.request().postData() ?? "";
						if (!body.includes("et_pb_submit_subscribe_form"))
							return route.fallback();
						sent.push(new URLSearchParams(body));
						const answer = answers[sent.length - 1];
						await held;
						await route.fulfill(
							answer === undefined ? { body: "" } : { json: answer },
						);
					},
				],
			],
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		const error = `${BOX} .et_pb_newsletter_error`;
		await tabTo(page, `${BOX} .et_pb_newsletter_button`);
		await page.keyboard.press("Enter");
		expect(
			await each(page, `${BOX} .et_pb_signup_error`, ({ name }) => name),
		).toEqual(["et_pb_signup_firstname", "et_pb_signup_email"]);
		expect(await page.isVisible(error)).toBe(false);

		await tabTo(page, `${BOX} [name=et_pb_signup_firstname]`, "Shift+Tab");
		await page.keyboard.type("Ana");
		await page.keyboard.press("Tab");
		await page.keyboard.type("ana@casa");
		await page.keyboard.press("Enter");
		expect(await page.$$(`${BOX} .et_pb_signup_error`)).toHaveLength(0);
		await expect
			.poll(() => each(page, `${error} > *`))
			.toEqual([FILL, "Teléfono", ""]);
		expect(await page.isVisible(error)).toBe(true);
		expect(sent).toHaveLength(0);

		await page.keyboard.press("Tab");
		await page.keyboard.type("958 000");
		await page.keyboard.press("Enter");
		await expect
			.poll(() => page.textContent(error))
			.toBe("La lista <b> no está.");
		expect(await page.isVisible(`${BOX} .et_pb_newsletter_fields`)).toBe(true);
		const body = [...sent[0].keys()];
		expect(body).toEqual([
			"action",
			"et_frontend_nonce",
			"et_list_id",
			"et_firstname",
			"et_email",
			"et_provider",
			"et_account",
			"et_ip_address",
			"et_custom_fields[TEL]",
			...body.filter((key) => key.includes("[CASA]")),
			"token",
			"et_checksum",
		]);
		expect(sent[0].get("et_custom_fields[TEL]")).toBe("958 000");
		expect(sent[0].get("et_ip_address")).toBe("true");
		expect(
			await classes(page, `${BOX} .et_pb_newsletter_button`),
		).not.toContain("et_pb_button_text_loading");

		await page.keyboard.press("Enter");
		await expect
			.poll(() => page.textContent(error))
			.toMatch(/^Mira si los datos/);

		// While the answer is on its way the button says so; an empty one says nothing.
		let release;
		held = new Promise((done) => {
			release = done;
		});
		const loader = () =>
			page.$eval(`${BOX} .et_subscribe_loader`, (icon) => [
				icon.style.display,
				getComputedStyle(icon).display !== "none",
				icon.parentElement.classList.contains("et_pb_button_text_loading"),
			]);
		expect(await loader()).toEqual(["none", false, false]);
		await page.keyboard.press("Enter");
		await expect.poll(() => sent.length).toBe(3);
		expect(await loader()).toEqual(["inline", true, true]);
		release();
		await expect.poll(loader).toEqual(["none", false, false]);
		expect(await page.isVisible(error)).toBe(false);
		expect(await page.isVisible(`${BOX} .et_pb_newsletter_fields`)).toBe(true);
		await page.keyboard.press("Enter");
		await page.waitForSelector(`${BOX} .et_pb_newsletter_success[role=status]`);
		expect(await page.isVisible(`${BOX} .et_pb_newsletter_fields`)).toBe(false);
		expect(await page.isVisible(error)).toBe(false);
	},
);

screens(
	"125 and 6.25: where a signup leads; the feed's window",
	async ({ open, site }) => {
		const { page } = await open(SIGNUP, {
			ready: ".et_pb_signup_1",
			html: (body) =>
				withoutFeed(body)
					.replace(
						'data-redirect_url="/gracias/"',
						'id="carta" data-ip_address="10.0.0.1" data-redirect_url="/contacto/?z=1"',
					)
					.replace(
						"name|last_name|email|css_id",
						"name|last_name|email|ip_address|css_id",
					),
			stubs: [[/admin-ajax\.php/, { success: true }]],
		});
		await page.waitForFunction(() => window.et_load_event_fired);
		await page.fill("#carta [name=et_pb_signup_firstname]", "Ana");
		await page.fill("#carta [name=et_pb_signup_email]", "a+1@b.es");
		await page.click("#carta .et_pb_newsletter_button");
		await page.waitForURL(
			`${site.base}/contacto/?z=1&first_name=Ana&email=a+1@b.es&ip_address=10.0.0.1&form_id=carta`,
		);

		const feed = await open(SIGNUP, {
			ready: ".et_pb_signup_1",
			start: () => {
				window.open = (...given) => {
					window.opened = given;
					return null;
				};
			},
		});
		await feed.page.waitForFunction(() => window.et_load_event_fired);
		await tabTo(feed.page, ".et_pb_feedburner_form .et_pb_newsletter_button");
		await feed.page.keyboard.press("Enter");
		expect(await isFocused(feed.page, ".et_pb_newsletter_button")).toBe(true);
		const [address, name, look] = await feed.page.evaluate(() => window.opened);
		expect(address).toBe(
			"https://feedburner.google.com/fb/a/mailverify?uri=casascueva",
		);
		expect(name).toBe("et-feedburner-subscribe");
		expect(look).toMatch(/width=550.*height=520/);
	},
);
