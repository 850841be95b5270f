/** Contract "contact-form-7": tables of sections 20.2, 20.3, 20.6 and 24 G; specification, sections 4 and 8. */

import { expect } from "vitest";
import {
	CONTACT,
	FEEDBACK,
	FORM,
	fill,
	READY,
	REFILL,
	schemaOf,
} from "./contact-form.js";
import { classes, each, isFocused, tabTo, testScreens } from "./visit.js";

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

/** An event as one word with its distinguishing detail. */
const word = ({ type, status, prevStatus }) =>
	`${type.slice(5)}${prevStatus ? ` ${prevStatus}-${status}` : ""}`;

const statusOf = (page) =>
	page.$eval(FORM, (form) => [
		form.dataset.status,
		form.wpcf7.status,
		form.className.trim().split(/\s+/).pop(),
	]);

/** No change is being checked. */
const settled = async (page) => {
	await page.waitForSelector(`${FORM}:not(.validating)`);
	await page.evaluate(() => {
		window.heard = [];
	});
};

const screens = testScreens();

screens(
	"G1 G12 20.1 a schema for each form id, the wrapper's class, a spinner",
	async ({ open }) => {
		const { page, asked } = await open("/formularios-varios/", {
			ready: READY,
			// A page with the plugin's translations.
			start: () => {
				const words = { "Error:": "Fallo:" };
				window.wp = {
					i18n: { __: (text) => words[text] ?? "No es su sitio." },
				};
			},
		});
		await page.waitForFunction(
			() =>
				document.querySelectorAll(".wpcf7.js").length === 5 &&
				document.querySelector("p.wpcf7-form-in-wrong-place"),
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
		// The sixth form is nested in another form.
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

screens(
	"G2 G3 G11 20.4 the order of a sending; what is left behind it",
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

screens(
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

screens(
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

screens(
	"G9 G10 G14 20.5 20.6 the helpers of the full form; a quiz that is refilled",
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

screens.mirrored(
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

screens(
	"G12 the message about a wrong place is the page's own translation",
	async ({ open }) => {
		const said = {};
		for (const script of [
			"",
			'<script>wp = { i18n: { __: (text, domain) => domain + ": " + text.length } }</script>',
		]) {
			const { page } = await open("/formularios-varios/", {
				ready: "p.wpcf7-form-in-wrong-place",
				html: (body) => body.replace("<head>", `<head>${script}`),
			});
			said[script] = await each(page, "p.wpcf7-form-in-wrong-place");
		}
		expect(Object.values(said)).toEqual([
			["Error: This contact form is placed in the wrong place."],
			["contact-form-7: 6 contact-form-7: 47"],
		]);
	},
);
