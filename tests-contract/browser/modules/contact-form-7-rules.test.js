/** Contract "contact-form-7", sections 10.1, 11, 20.7 and 20.8; specification, section 5: what a field may hold. */

import { expect } from "vitest";
import { CONTACT, SCHEMA, schemaOf } from "./contact-form.js";
import { testScreens } from "./visit.js";

const screens = testScreens();

screens(
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
		/** Each field's tip, its text for screen readers and its validity. */
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
			// The type is checked first, by the file name's extension, not by the browser's media type.
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

screens(
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

/** A rule, its parameters, valid texts and invalid texts. */
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
