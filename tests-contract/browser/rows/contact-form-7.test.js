/** Contract "contact-form-7": tables of sections 20.2, 20.3, 20.6 and 24 G and H; specification, sections 4, 5 and 8. */

import { expect } from "vitest";
import { classes, each, holdScreens, isFocused, tabTo } from "./visit.js";

const FEEDBACK = /contact-forms\/\d+\/feedback$/;
const REFILL = /contact-forms\/\d+\/refill$/;
const SCHEMA = /contact-forms\/\d+\/feedback\/schema$/;
const FORM = ".wpcf7-form";
const READY = ".wpcf7.js .wpcf7-spinner";
const EVENTS = [
	"beforesubmit",
	"statuschanged",
	"invalid",
	"unaccepted",
	"spam",
	"aborted",
	"mailsent",
	"mailfailed",
	"submit",
	"reset",
].map((name) => `wpcf7${name}`);

const HASH = "0123456789abcdef".repeat(2);

const answer = (status, more = {}) => ({
	contact_form_id: 235,
	status,
	message: `Mensaje de ${status} <b>`,
	posted_data_hash: HASH,
	into: "#wpcf7-f235-p1989-o1",
	invalid_fields: [],
	...more,
});

/** An event as one word, with what tells it from others of its kind. */
const word = ({ type, status, prevStatus }) =>
	`${type.slice(5)}${prevStatus ? ` ${prevStatus}-${status}` : ""}`;

const statusOf = (page) =>
	page.$eval(FORM, (form) => [
		form.dataset.status,
		form.wpcf7.status,
		form.className.trim().split(/\s+/).pop(),
	]);

async function fill(page) {
	await page.fill("[name=tu-nombre]", "Lucía");
	await page.fill("[name=tu-correo]", "lucia@correo.example");
	await page.fill("[name=tu-mensaje]", "Queremos la cueva grande.");
	await page.check("[name=acepto]");
}

/** No change is being checked. */
const settled = async (page) => {
	await page.waitForSelector(`${FORM}:not(.validating)`);
	await page.evaluate(() => {
		window.heard = [];
	});
};

/** The schema has come when a change is checked. */
const schemaOf = (page, id) =>
	page.waitForFunction((id) => window.wpcf7.schemas.get(id), id);

const rows = holdScreens();

const CONTACT = { ready: READY, events: EVENTS };

rows(
	"G1 G12 a schema for each form id, the wrapper's class, a spinner",
	async ({ open }) => {
		const { page, asked } = await open("/formularios-varios/", {
			ready: READY,
			// A page that brings the plugin's translations.
			start: () => {
				const words = { "Error:": "Fallo:" };
				window.wp = {
					i18n: { __: (text) => words[text] ?? "No es su sitio." },
				};
			},
		});
		await page.waitForFunction(
			() => document.querySelectorAll(".wpcf7.js").length === 5,
		);
		await page.waitForFunction(
			() =>
				[301, 302, 303, 305].every((id) => window.wpcf7.schemas.get(id)) &&
				document.querySelector(".wpcf7 form").wpcf7.schema,
		);
		expect(asked("schema").sort()).toEqual(
			[301, 302, 303, 305].map(
				(id) =>
					`GET /wp-json/contact-form-7/v1/contact-forms/${id}/feedback/schema`,
			),
		);
		expect(await each(page, ".wpcf7", (box) => box.className)).toEqual(
			Array(5).fill("wpcf7 js"),
		);
		expect(
			await each(page, ".wpcf7-submit", (button) =>
				button.nextElementSibling?.matches("span.wpcf7-spinner"),
			),
		).toEqual(Array(5).fill(true));
		// The sixth stood in another form.
		expect(await each(page, "p.wpcf7-form-in-wrong-place")).toEqual([
			"Fallo: No es su sitio.",
		]);
		expect(await page.$eval(FORM, ({ wpcf7 }) => Object.keys(wpcf7))).toEqual(
			"id status pluginVersion locale unitTag containerPost parent schema".split(
				" ",
			),
		);
	},
);

rows(
	"G2 G3 G11 the order of a sending; what is left behind it",
	async ({ open }) => {
		const { page, heard, asked } = await open("/contacto/", {
			...CONTACT,
			stubs: [
				[FEEDBACK, answer("mail_sent")],
				[REFILL, { contact_form_id: 235 }],
			],
		});
		const isOff = () => page.isDisabled(".wpcf7-submit");
		expect(await isOff()).toBe(true);
		await fill(page);
		expect(await isOff()).toBe(false);
		await page.uncheck("[name=acepto]");
		expect(await isOff()).toBe(true);
		await page.check("[name=acepto]");
		await schemaOf(page, 235);
		await settled(page);
		await page.click(".wpcf7-submit");
		await page.waitForFunction(
			() => window.heard.at(-1)?.type === "wpcf7reset",
		);
		const events = await heard();
		expect(events.map(word)).toEqual([
			"beforesubmit",
			"statuschanged init-submitting",
			"statuschanged submitting-sent",
			"mailsent",
			"submit",
			"statuschanged sent-resetting",
			"statuschanged resetting-sent",
			"reset",
		]);
		const ids =
			"type contactFormId pluginVersion contactFormLocale unitTag containerPostId status";
		const before = `${ids} inputs formData`;
		expect(events.map((event) => Object.keys(event).join(" "))).toEqual([
			before,
			`${ids} prevStatus`,
			`${ids} prevStatus`,
			`${before} apiResponse`,
			`${before} apiResponse`,
			`${ids} prevStatus`,
			`${ids} prevStatus`,
			`${before} apiResponse`,
		]);
		expect(events[0].status).toBe("init");
		expect(events[4].status).toBe("mail_sent");
		const { inputs } = events.at(-1);
		expect(inputs).toContainEqual({ name: "tu-nombre", value: "Lucía" });
		expect(inputs.some(({ name }) => name.startsWith("_"))).toBe(false);
		expect(asked("/contact-forms/235/re")).toEqual([
			"GET /wp-json/contact-form-7/v1/contact-forms/235/refill",
		]);
		expect(await statusOf(page)).toEqual(["sent", "sent", "sent"]);
		expect(await classes(page, FORM)).toEqual(["wpcf7-form", "sent"]);
		expect(await page.inputValue("[name=tu-nombre]")).toBe("");
		expect(await page.inputValue("[name=_wpcf7_posted_data_hash]")).toBe(HASH);
		for (const place of [".wpcf7-response-output", ".wpcf7 [role=status]"]) {
			expect(await page.textContent(place)).toBe("Mensaje de mail_sent <b>");
		}
		expect(await page.isVisible(".wpcf7-response-output")).toBe(true);
		expect(await isOff()).toBe(true);
	},
);

rows(
	"G5 G6 G7 20.2 20.3 each answer has its status, class and event",
	async ({ open }) => {
		const OK = [
			["validation_failed", "invalid", "invalid"],
			["acceptance_missing", "unaccepted", "unaccepted"],
			["spam", "spam", "spam"],
			["aborted", "aborted", "aborted"],
			["mail_failed", "failed", "mailfailed"],
			["payment_required", "payment-required"],
			["my_custom_one", "custom-my-custom_one"],
			["error", "custom-error"],
			["init", "init"],
		];
		const BROKEN = [
			["Response", (route) => route.fulfill({ status: 500, body: "{}" })],
			["fetch_error", (route) => route.abort("internetdisconnected")],
			["invalid_json", (route) => route.fulfill({ body: "<p>" })],
		];
		let give;
		const { page, heard } = await open("/contacto/", {
			...CONTACT,
			stubs: [[FEEDBACK, (route) => give(route)]],
		});
		const send = () =>
			page.evaluate(() => {
				window.heard = [];
				window.wpcf7.submit(document.querySelector(".wpcf7-form"));
			});
		const output = ".wpcf7-response-output";
		for (const [status, shown, event] of OK) {
			give = (route) => route.fulfill({ json: answer(status) });
			await send();
			await page.waitForFunction(
				() => window.heard.at(-1)?.type === "wpcf7submit",
			);
			const events = (await heard()).filter(
				({ type }) => !/beforesubmit|statuschanged/.test(type),
			);
			expect(events.map(word)).toEqual(event ? [event, "submit"] : ["submit"]);
			expect(events.map((each) => each.status)).toEqual(
				events.map(() => status),
			);
			expect(await statusOf(page)).toEqual([shown, shown, shown]);
			expect(await classes(page, FORM)).toEqual(["wpcf7-form", shown]);
			expect(await page.textContent(output)).toBe(`Mensaje de ${status} <b>`);
			expect(await page.isVisible(output)).toBe(shown !== "init");
		}
		for (const [name, broken] of BROKEN) {
			give = broken;
			const failed = page.waitForEvent(
				"console",
				(said) => said.type() === "error" && said.text().includes(name),
			);
			await send();
			await failed;
			expect(await statusOf(page)).toEqual(Array(3).fill("submitting"));
			const events = (await heard()).map(({ type }) => type);
			expect(events.at(-1)).toMatch(/beforesubmit|statuschanged/);
			expect(await page.isVisible(output)).toBe(false);
		}
	},
);

rows(
	"G4 G8 G13 20.8 a change checks all fields up to it; the server's word counts",
	async ({ open }) => {
		const { page, heard } = await open("/contacto/", {
			...CONTACT,
			stubs: [
				[
					FEEDBACK,
					answer("validation_failed", {
						invalid_fields: [{ field: "tu-correo", message: "No vale <i>." }],
					}),
				],
			],
			html: (body) =>
				body.replace(
					'<div class="wpcf7-response-output"',
					'<div id="quieto" class="inert-on-invalid">x</div>$&',
				),
		});
		await schemaOf(page, 235);
		await page.fill("[name=tu-telefono]", "mal");
		await page.press("[name=tu-telefono]", "Tab");
		await page.waitForSelector("[data-name=tu-telefono] .wpcf7-not-valid-tip");
		expect((await heard()).map(word)).toEqual([
			"statuschanged init-validating",
			"statuschanged validating-init",
		]);
		const tips = () =>
			each(
				page,
				".wpcf7-not-valid-tip",
				(tip) => tip.parentElement.dataset.name,
			);
		const marksOf = (field) =>
			page.$eval(`[name=${field}]`, (input) => [
				input.getAttribute("aria-invalid"),
				input.getAttribute("aria-describedby"),
				input.classList.contains("wpcf7-not-valid"),
				input.validationMessage,
			]);
		expect(await tips()).toEqual(["tu-nombre", "tu-correo", "tu-telefono"]);
		await page.fill("[name=tu-nombre]", "Lucía");
		await page.press("[name=tu-nombre]", "Tab");
		await expect.poll(tips).toEqual(["tu-correo", "tu-telefono"]);
		expect(await marksOf("tu-nombre")).toEqual(["false", null, false, ""]);

		await page.check("[name=acepto]");
		await settled(page);
		await page.evaluate(() => {
			window.heard = [];
		});
		await page.click(".wpcf7-submit");
		await page.waitForSelector(".wpcf7-response-output:not(:empty)");
		const events = await heard();
		expect(events.map(word)).toEqual([
			"beforesubmit",
			"statuschanged init-submitting",
			"statuschanged submitting-invalid",
			"invalid",
			"submit",
		]);
		expect(events.at(-1).status).toBe("validation_failed");
		const id = "wpcf7-f235-p1989-o1-ve-tu-correo";
		expect(await marksOf("tu-correo")).toEqual([
			"true",
			id,
			true,
			"No vale <i>.",
		]);
		expect(await each(page, ".wpcf7-not-valid-tip")).toEqual(["No vale <i>."]);
		const list = ".screen-reader-response li";
		expect(await each(page, list, (item) => item.id)).toEqual([id]);
		expect(await page.isVisible(".wpcf7-not-valid-tip")).toBe(true);

		await page.waitForSelector("#quieto[inert=inert].active-on-any");
		await page.fill("[name=tu-correo]", "lucia@correo.example");
		await page.press("[name=tu-correo]", "Tab");
		await expect.poll(tips).toEqual([]);
		await page.waitForSelector("#quieto[inert=inert].active-on-any");
		await page.evaluate(() =>
			window.wpcf7.reset(document.querySelector(".wpcf7-form")),
		);
		await page.waitForSelector("#quieto:not([inert], .active-on-any)");
	},
);

rows(
	"G9 G10 G14 20.6 the helpers of the full form; a quiz that is refilled",
	async ({ open }) => {
		const question = (n) => ({
			contact_form_id: 300,
			quiz: { suma: [`¿Pregunta ${n}?`, `${n}`.repeat(32)] },
		});
		let release = () => {};
		const held = new Promise((done) => {
			release = done;
		});
		const { page, heard, asked } = await open("/formulario-completo/", {
			...CONTACT,
			stubs: [
				[FEEDBACK, { ...answer("mail_sent"), ...question(1) }],
				[
					REFILL,
					async (route) => {
						await held;
						await route.fulfill({ json: question(2) });
					},
				],
			],
			html: (body) =>
				body.replace(
					'<input class="wpcf7-form-control wpcf7-submit',
					'<button type="reset">Vaciar</button>$&',
				),
		});
		const exclusive = page.locator(".wpcf7-exclusive-checkbox input");
		await exclusive.nth(0).check();
		await exclusive.nth(1).check();
		expect(await exclusive.nth(0).isChecked()).toBe(false);

		const free = page.locator(".wpcf7-free-text").first();
		const box = page.locator(
			".has-free-text :is([type=radio], [type=checkbox])",
		);
		expect(await free.isDisabled()).toBe(true);
		await box.first().check();
		expect(await free.isDisabled()).toBe(false);
		expect(await isFocused(page, ".wpcf7-free-text")).toBe(true);

		const web = ".wpcf7-validates-as-url";
		for (const [typed, completed] of [
			["  //cueva.example ", "http://cueva.example"],
			["ftp://cueva.example", "ftp://cueva.example"],
			["cueva", "cueva"],
		]) {
			await page.fill(web, typed);
			await page.press(web, "Tab");
			expect(await page.inputValue(web)).toBe(completed);
		}

		const counts = () =>
			each(page, ".wpcf7-character-count", (count) =>
				[
					count.textContent,
					count.dataset.currentValue,
					...[...count.classList].filter((name) => name.startsWith("too-")),
				].join(" "),
			);
		await page.focus("[name=area-req]");
		await page.keyboard.type(" abc ");
		expect(await counts()).toEqual(["3 3", "117 117", "0 0 too-short"]);
		await page.fill("[name=area-req]", "ab");
		await page.press("[name=area-req]", "End");
		expect((await counts())[0]).toBe("2 2 too-short");

		await settled(page);
		await page.evaluate(() => {
			window.heard = [];
			window.wpcf7.submit(document.querySelector(".wpcf7-form"));
		});
		const label = ".wpcf7-quiz-label";
		await expect.poll(() => page.textContent(label)).toBe("¿Pregunta 1?");
		const hash = "[name=_wpcf7_quiz_answer_suma]";
		expect(await page.inputValue(hash)).toBe("1".repeat(32));
		const [{ inputs }] = await heard();
		expect(inputs.map(({ name }) => name)).toContain("adj");
		release();
		await expect.poll(() => page.textContent(label)).toBe("¿Pregunta 2?");
		expect(await page.inputValue(hash)).toBe("2".repeat(32));
		await expect
			.poll(counts)
			.toEqual(["0 0 too-short", "120 120 too-short", "0 0 too-short"]);
		expect(await free.isDisabled()).toBe(true);

		// A visitor's reset.
		await page.fill("[name=texto-req]", "Lucía");
		await page.press("[name=texto-req]", "Tab");
		await settled(page);
		await page.evaluate(() => {
			window.heard = [];
			document.querySelector("[type=reset]").click();
		});
		await page.waitForFunction(
			() => window.heard.at(-1)?.type === "wpcf7reset",
		);
		const events = await heard();
		expect(events.map(word)).toEqual([
			"statuschanged sent-resetting",
			"statuschanged resetting-init",
			"reset",
		]);
		expect(events.at(-1).inputs).toContainEqual({
			name: "texto-req",
			value: "Lucía",
		});
		expect(asked("refill")).toHaveLength(2);
		expect(await page.inputValue("[name=texto-req]")).toBe("");
	},
);

rows(
	"specification 5: each rule of the schema, in the browser",
	async ({ open }) => {
		const { page } = await open("/contacto/", {
			...CONTACT,
			stubs: [[SCHEMA, {}]],
		});
		await schemaOf(page, 235);
		const wrong = await page.evaluate((rules) => {
			const input = document.querySelector("[name=tu-nombre]");
			const failing = [];
			for (const [rule, more, good, bad] of rules) {
				const given = { rule, field: "tu-nombre", error: "No.", ...more };
				window.wpcf7.schemas.set(235, { rules: [given] });
				for (const value of [...good, ...bad]) {
					input.value = value;
					window.wpcf7.validate(input.form, { target: input });
					const isTaken = input.getAttribute("aria-invalid") !== "true";
					if (isTaken === bad.includes(value)) failing.push([rule, value]);
				}
			}
			return failing;
		}, RULES);
		expect(wrong).toEqual([]);
	},
);

rows.mirrored(
	"by keyboard alone: refused, mended, sent",
	async ({ open, site, width }) => {
		const { page } = await open("/contacto/", CONTACT);
		await schemaOf(page, 235);
		const address = `lucia${width}@correo.example`;
		await tabTo(page, "[name=tu-nombre]");
		await page.keyboard.type("Lucía");
		await page.keyboard.press("Tab");
		await page.keyboard.type("mal");
		await page.keyboard.press("Tab");
		await page.waitForSelector("[data-name=tu-correo] .wpcf7-not-valid-tip");
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.type(address);
		await tabTo(page, "[name=tu-mensaje]");
		await page.keyboard.type("Queremos la cueva grande.");
		await tabTo(page, "[name=acepto]");
		await page.keyboard.press("Space");
		await tabTo(page, ".wpcf7-submit:enabled");
		await page.keyboard.press("Enter");
		await page.waitForSelector(`${FORM}.sent`);
		await expect
			.poll(() => page.textContent(".wpcf7 [role=status]"))
			.not.toBe("");
		await expect.poll(() => site.mails().join()).toContain(address);
	},
);

rows(
	"G12 the message about a wrong place is in the page's language",
	async ({ open }) => {
		for (const [lang, words] of [
			["es", "Error: Este formulario de contacto está en un lugar equivocado."],
			["de-DE", "Fehler: Dieses Kontaktformular steht an der falschen Stelle."],
			["it-IT", "Error: This contact form is placed in the wrong place."],
		]) {
			const { page } = await open("/formularios-varios/", {
				ready: "p.wpcf7-form-in-wrong-place",
				html: (body) => body.replace(/(<html[^>]* lang=")[^"]*/, `$1${lang}`),
			});
			expect(await page.getAttribute("html", "lang")).toBe(lang);
			expect(await each(page, "p.wpcf7-form-in-wrong-place")).toEqual([words]);
		}
	},
);

rows(
	"10.1 11 20.7 20.8 a chosen file's kind and size, before it is sent",
	async ({ open }) => {
		const { page, asked } = await open("/formulario-completo/", CONTACT);
		await schemaOf(page, 300);
		const file = (name, size = 10) => ({
			name,
			mimeType: "application/octet-stream",
			buffer: Buffer.alloc(size, "x"),
		});
		const KIND = "No admitimos ese tipo de archivo.";
		const SIZE = "El archivo pesa demasiado.";
		/** What each field says: the tip, and what screen readers and the browser's own check are told. */
		const said = (field) =>
			page.$eval(`[type=file][name="${field}"]`, (input) => {
				const wrap = input.closest(".wpcf7-form-control-wrap");
				const tips = wrap.querySelectorAll(".wpcf7-not-valid-tip");
				const tip = [...tips].map((tip) => tip.textContent).join();
				const list = document.getElementById(
					input.getAttribute("aria-describedby") ?? "",
				);
				const isWrong = tip !== "";
				const told = [
					input.getAttribute("aria-invalid") === String(isWrong),
					input.classList.contains("wpcf7-not-valid") === isWrong,
					input.validationMessage === tip,
					(list?.textContent ?? "") === tip,
				];
				return told.includes(false) ? told : tip;
			});
		for (const [field, given, error] of [
			["adj", file("foto.JPG"), ""],
			["adj", file("programa.exe"), KIND],
			["adj", file("plano.pdf", 102_400), ""],
			["adj", file("plano.pdf", 102_401), SIZE],
			// The kind is looked at first; the end of the name counts, not what the browser thinks.
			["adj", file("plano.pdf.exe", 102_401), KIND],
			["adj", file("pdf"), KIND],
			// Without an entry in the data, a field is left as it is (20.7).
			["adj", [], KIND],
			["adj", file("foto.png"), ""],
			["adj-req", [file("nota.txt")], ""],
			["adj-req", file("foto.webp"), ""],
			["adj-req", file("plano.pdf"), KIND],
			["adj-req", file("nota.txt", 1_048_577), SIZE],
			["adj-req", [], "Este campo hace falta."],
			["adj-req", file("nota.txt", 1_048_576), ""],
		]) {
			await page.setInputFiles(`[type=file][name="${field}"]`, given);
			await expect.poll(() => said(field)).toBe(error);
		}
		expect(asked("POST").filter((each) => /contact-forms/.test(each))).toEqual(
			[],
		);
	},
);

/** A page whose script is off, with the fields that the spam check's script would put into its form. */
const withHoneypot = (body) => {
	const [, data] = /wpa_field_info = JSON\.parse\(atob\("([^"]+)"/.exec(body);
	const { wpa_field_name: name, wpa_field_value: value } = JSON.parse(
		Buffer.from(data, "base64").toString(),
	);
	return body.replace(
		"</fieldset>",
		`<input type="hidden" name="alt_s" value=""><input type="hidden" name="${name}" value="${value}">$&`,
	);
};

/** Sends the form as the browser itself does; `change` is made to the page before. */
async function sendByItself(open, address, change = (body) => body) {
	const visit = await open("/contacto/", {
		javaScriptEnabled: false,
		html: (body) =>
			body.includes("_wpcf7_unit_tag") ? change(withHoneypot(body)) : body,
	});
	const { page } = visit;
	await fill(page);
	await page.fill("[name=tu-correo]", address);
	const [sent] = await Promise.all([
		page.waitForRequest((request) => request.method() === "POST"),
		page.click(".wpcf7-submit"),
	]);
	expect(await sent.headerValue("content-type")).toBe(
		"application/x-www-form-urlencoded",
	);
	await page.waitForLoadState("load");
	return visit;
}

rows(
	"H2 sent without script: the page shows it, with empty fields",
	async ({ open, site, width }) => {
		const address = `sin-guion${width}@correo.example`;
		const { page } = await sendByItself(open, address);
		await page.waitForSelector(`${FORM}.sent[data-status=sent]`);
		expect(new URL(page.url()).hash).toBe("#wpcf7-f235-p1989-o1");
		for (const name of ["tu-nombre", "tu-correo", "tu-mensaje"]) {
			expect(await page.inputValue(`[name=${name}]`)).toBe("");
		}
		expect(await page.isChecked("[name=acepto]")).toBe(false);
		expect(await page.$(".wpcf7-not-valid")).toBe(null);
		const shown = await page.textContent(".wpcf7-response-output");
		expect(shown.trim()).not.toBe("");
		expect(await page.isVisible(".wpcf7-response-output")).toBe(true);
		expect(await page.textContent(".wpcf7 [role=status]")).toBe(shown);
		await expect.poll(() => site.mails().join()).toContain(address);
	},
);

rows(
	"H3 sent for another form of the page: the mail goes, this one says nothing",
	async ({ open, site, width }) => {
		const address = `otra-marca${width}@correo.example`;
		const { page } = await sendByItself(open, address, (body) =>
			body.replace(
				'name="_wpcf7_unit_tag" value="wpcf7-f235-p1989-o1"',
				'name="_wpcf7_unit_tag" value="wpcf7-f235-p1989-o9"',
			),
		);
		await expect.poll(() => site.mails().join()).toContain(address);
		await page.waitForSelector(`${FORM}.init[data-status=init]`);
		expect((await page.textContent(".wpcf7-response-output")).trim()).toBe("");
		expect(await page.inputValue("[name=tu-nombre]")).toBe("");
	},
);

rows("H1 without script the server's page says it", async ({ open }) => {
	const { page } = await open("/contacto/", { javaScriptEnabled: false });
	await page.fill("[name=tu-nombre]", '"Lucía" <b>');
	await page.fill("[name=tu-correo]", "mal");
	await page.click(".wpcf7-submit");
	await page.waitForSelector(`${FORM}.invalid[data-status=invalid]`);
	expect(await each(page, ".wpcf7-not-valid", ({ name }) => name)).toEqual([
		"tu-correo",
		"tu-mensaje",
	]);
	expect(await page.inputValue("[name=tu-nombre]")).toBe('"Lucía" <b>');
	expect(await each(page, ".screen-reader-response li")).toHaveLength(2);
	expect(await page.isVisible(".wpcf7-response-output")).toBe(true);
});

const rule = (rule, more) => ({
	rule,
	field: "tu-nombre",
	error: "No.",
	...more,
});
const OF = {
	minlength: rule("minlength", { threshold: 2 }),
	maxlength: rule("maxlength", { threshold: 3 }),
	enum: rule("enum", { accept: ["x"] }),
	number: rule("number"),
};

/** A rule, what else it says, texts that are fine and texts that are not. */
const RULES = [
	["required", {}, ["a", " a"], ["", "  "]],
	[
		"email",
		{},
		["", "a@b.es", "a.b+c@x-y.example.org", "ab@c.de"],
		[
			"a@b",
			"@b.es",
			"a@@b.es",
			"a@b..es",
			"a@.b.es",
			"a@-b.es",
			"a b@c.es",
			"a@b_c.es",
			"a@b.",
		],
	],
	[
		"url",
		{},
		["", "http://a.b", "HTTPS://a", "mailto:a@b.c", "tel:+34600", "urn:a:b"],
		["a.b", "data:a", "javascript:1", "file:///a"],
	],
	[
		"tel",
		{},
		[
			"",
			"+34 958 123 456",
			"00 (34) 958-12.34/56",
			"958123#9",
			"123456",
			"123456789012345",
		],
		["12345", "1234567890123456", "95812a456", "+"],
	],
	["number", {}, ["", "1", "-1.5", "1e3", ".5"], ["a", "1,5", "1.", "0x1"]],
	[
		"date",
		{},
		["", "2026-11-21", "12026-01-01"],
		["2026-13-01", "21-11-2026", "2026-1-1"],
	],
	[
		"time",
		{},
		["", "23:59", "00:00:00"],
		["24:00", "12:60", "9:00", "12:00:60"],
	],
	["enum", { accept: ["a", "b"] }, ["", "a"], ["c", "A"]],
	["dayofweek", { accept: [6] }, ["", "2026-11-21"], ["2026-11-22"]],
	["minlength", { threshold: 3 }, ["", "abc", "abcd"], ["ab"]],
	["maxlength", { threshold: 3 }, ["", "abc"], ["abcd"]],
	["minitems", { threshold: 1 }, ["a"], [""]],
	["maxitems", { threshold: 0 }, [""], ["a"]],
	["minnumber", { threshold: "2" }, ["", "2", "10"], ["1.9", "-3"]],
	["maxnumber", { threshold: "2" }, ["", "2", "-10"], ["2.1"]],
	["mindate", { threshold: "2026-11-21" }, ["", "2026-11-21"], ["2026-11-20"]],
	["maxdate", { threshold: "2026-11-21" }, ["", "2026-11-21"], ["2026-11-22"]],
	[
		"stepnumber",
		{ base: "1", interval: 0.5 },
		["", "1", "2.5", "-0.5"],
		["1.2"],
	],
	["stepnumber", { base: "1", interval: 0 }, ["1.2"], []],
	["all", { rules: [OF.minlength, OF.maxlength] }, ["ab"], ["a", "abcd"]],
	["any", { rules: [OF.enum, OF.number] }, ["x", "3"], ["y"]],
];
