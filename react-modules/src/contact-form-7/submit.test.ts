import { expect, test, vi } from "vitest";
import {
	answers,
	calls,
	contacto,
	field,
	heard,
	json,
	mounted,
	settled,
	story,
	tips,
} from "../testing/contact-form";
import { classOf } from "./status";

test("G2, G3: the story of a sent message", async () => {
	const form = mounted(contacto);
	field("tu-nombre").value = "Ana";
	answers.feedback = () =>
		json({
			status: "mail_sent",
			message: "Gracias <b>",
			posted_data_hash: "abc",
			invalid_fields: [],
		});
	form.requestSubmit(form.querySelector<HTMLInputElement>(".wpcf7-submit"));
	await vi.waitFor(() => expect(story().at(-1)).toBe("reset:sent"));
	expect(story()).toEqual([
		"beforesubmit:init",
		"init>submitting",
		"submitting>sent",
		"mailsent:mail_sent",
		"submit:mail_sent",
		"sent>resetting",
		"resetting>sent",
		"reset:sent",
	]);
	expect(field("tu-nombre").value).toBe("");
	expect(field("_wpcf7_posted_data_hash").value).toBe("abc");
	expect(form.className).toBe("wpcf7-form sent");
	for (const selector of ["[role=status]", ".wpcf7-response-output"]) {
		expect(document.querySelector(selector)?.textContent).toBe("Gracias <b>");
	}
	const inputs = heard[0]?.[1].inputs.map(
		(input: { name: string }) => input.name,
	);
	expect(inputs).toContain("tu-nombre");
	expect(inputs.join()).not.toContain("_wpcf7");
	expect(Object.keys(heard[3]?.[1]).join()).toBe(
		"contactFormId,pluginVersion,contactFormLocale,unitTag,containerPostId,status,inputs,formData,apiResponse",
	);
});

test.each([
	["validation_failed", "invalid", "invalid"],
	["acceptance_missing", "unaccepted", "unaccepted"],
	["spam", "spam", "spam"],
	["aborted", "aborted", "aborted"],
	["mail_failed", "failed", "mailfailed"],
	["payment_required", "payment-required", undefined],
	["error", "custom-error", undefined],
	["my_custom_one", "custom-my-custom_one", undefined],
	["a b c", "custom-a-b-c", undefined],
])("%s is the class %s", async (status, className, event) => {
	const form = mounted(contacto);
	answers.feedback = () => json({ status, message: "M" });
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(story().at(-1)).toBe(`submit:${status}`));
	expect(form.dataset.status).toBe(className);
	expect(form.className).toBe(`wpcf7-form ${className}`);
	expect(heard.slice(3).map(([name]) => name)).toEqual(
		event ? [event, "submit"] : ["submit"],
	);
	expect(classOf(className)).toBe(className);
});

test("G4: field errors as tip, marks and list item; the next submission clears them", async () => {
	const form = mounted(contacto);
	const invalid = [
		{ field: "tu-nombre", message: "¿Quién?" },
		{ field: "no-existe", message: "Nada." },
	];
	answers.feedback = () =>
		json({ status: "validation_failed", invalid_fields: invalid });
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(tips()).toEqual(["¿Quién?"]));
	const control = field("tu-nombre");
	expect(control.classList.contains("wpcf7-not-valid")).toBe(true);
	expect(control.getAttribute("aria-invalid")).toBe("true");
	expect(control.getAttribute("aria-describedby")).toBe(
		"wpcf7-f235-p1989-o1-ve-tu-nombre",
	);
	expect(control.validationMessage).toBe("¿Quién?");
	const items = document.querySelector(".screen-reader-response ul");
	expect(items?.innerHTML).toBe(
		'<li id="wpcf7-f235-p1989-o1-ve-tu-nombre">¿Quién?</li><li id="wpcf7-f235-p1989-o1-ve-no-existe">Nada.</li>',
	);
	answers.feedback = () => new Promise<Response>(() => {});
	window.wpcf7?.submit(form);
	expect(tips()).toEqual([]);
	expect(items?.innerHTML).toBe("");
	expect(control.getAttribute("aria-invalid")).toBe("false");
	expect(control.hasAttribute("aria-describedby")).toBe(false);
	expect(control.validationMessage).toBe("");
});

test.each<[string, () => Response, RegExp]>([
	["HTTP 500", () => json({}, 500), /Response/],
	[
		"offline",
		() => {
			throw new TypeError("no");
		},
		/fetch_error/,
	],
	["no JSON", () => new Response("<p>"), /invalid_json/],
])("G5: %s stays in submitting and is said once", async (_, answer, said) => {
	const form = mounted(contacto);
	await settled();
	answers.feedback = answer;
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
	const [problem] = vi.mocked(console.error).mock.calls[0] ?? [];
	expect(problem instanceof Response ? "Response" : problem.code).toMatch(said);
	expect(form.dataset.status).toBe("submitting");
	expect(story().at(-1)).toBe("init>submitting");
});

test("G14: a file field without a file goes along, nameless", async () => {
	const form = mounted(contacto);
	form.insertAdjacentHTML("beforeend", '<input type="file" name="doc">');
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
	const sent: { name: string; value: unknown }[] = heard[0]?.[1].inputs;
	const doc = sent.find((input) => input.name === "doc")?.value;
	expect(doc).toBeInstanceOf(File);
	expect((doc as File).name).toBe("");
});

test("wpcf7.blocked: no request, no event but the status", () => {
	const form = mounted(contacto);
	if (window.wpcf7) window.wpcf7.blocked = true;
	window.wpcf7?.submit(form);
	expect(story()).toEqual(["init>submitting"]);
	expect(calls.some((call) => call.startsWith("POST"))).toBe(false);
});
