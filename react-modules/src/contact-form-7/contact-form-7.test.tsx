import { afterEach, beforeEach, expect, test, vi } from "vitest";
import contacto from "../../../fixtures/recordings/contact-form-7/pages/contacto.json";
import completo from "../../../fixtures/recordings/contact-form-7/pages/formulario-completo.json";
import { mount } from ".";
import { classOf } from "./status";
import { prepare, type Wpcf7Form } from "./wpcf7";

/** Answers by the end of the address; a function may fail. */
let answers: Record<string, () => Response | Promise<Response>>;
const calls: string[] = [];
const json = (value: unknown, status = 200) =>
	new Response(JSON.stringify(value), { status });

const SCHEMA = {
	rules: [
		{ rule: "required", field: "tu-nombre", error: "Falta." },
		{ rule: "required", field: "tu-correo", error: "Falta." },
		{ rule: "email", field: "tu-correo", error: "Correo malo." },
	],
};

let unit = 0;

/** Puts a recorded page's form into the document, under its own form id: schemas are kept by id. */
function page(body: string): Wpcf7Form {
	unit += 1;
	const [html = ""] =
		/<div class="wpcf7 [\s\S]*?<\/form>\s*<\/div>/.exec(body) ?? [];
	document.body.innerHTML = html.replace(
		/(name="_wpcf7" value=")\d+/,
		`$1${1000 + unit}`,
	);
	return document.querySelector(".wpcf7 > form") as Wpcf7Form;
}

const mounted = (body: string): Wpcf7Form => {
	const form = page(body);
	mount(form.closest(".wpcf7") as Element);
	return form;
};

const field = (name: string) =>
	document.querySelector(`[name="${name}"]`) as HTMLInputElement;

function change(name: string, value: string) {
	field(name).value = value;
	field(name).dispatchEvent(new Event("change", { bubbles: true }));
}

const EVENTS =
	"beforesubmit submit invalid unaccepted spam aborted mailsent mailfailed reset statuschanged".split(
		" ",
	);
let heard: [string, CustomEvent["detail"]][];

/** The events so far, statuschanged with its two statuses. */
const story = () =>
	heard.map(([name, { status, prevStatus }]) =>
		prevStatus ? `${prevStatus}>${status}` : `${name}:${status}`,
	);

const listeners = new AbortController();
for (const name of EVENTS) {
	document.addEventListener(
		`wpcf7${name}`,
		(event) => {
			heard.push([name, (event as CustomEvent).detail]);
		},
		{ signal: listeners.signal },
	);
}

const tips = () =>
	[...document.querySelectorAll(".wpcf7-not-valid-tip")].map(
		(tip) => tip.textContent,
	);

const settled = () => new Promise((done) => setTimeout(done, 0));

beforeEach(() => {
	heard = [];
	calls.length = 0;
	answers = {
		schema: () => json(SCHEMA),
		refill: () => json([]),
		feedback: () => json({ status: "mail_sent", message: "Gracias." }),
	};
	vi.stubGlobal("fetch", async (url: string, options?: RequestInit) => {
		calls.push(`${options?.method} ${url}`);
		const end = url.split("/").pop() ?? "";
		return answers[end]?.() ?? json({}, 404);
	});
	Object.assign(window, {
		wpcf7: {
			api: { root: "http://s/wp-json/", namespace: "contact-form-7/v1" },
		},
	});
	prepare();
	vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
	document.body.innerHTML = "";
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test("G1: one schema request, wrapper class, spinner; the server's nodes stay", async () => {
	const form = page(contacto.response.body);
	const nodes = [...form.querySelectorAll("*")];
	field("tu-nombre").value = "Lucía";
	mount(form.closest(".wpcf7") as Element);
	await settled();
	expect(calls).toEqual([
		`GET http://s/wp-json/contact-form-7/v1/contact-forms/${form.wpcf7?.id}/feedback/schema`,
	]);
	expect(form.parentElement?.className).toBe("wpcf7 js");
	expect(form.querySelector(".wpcf7-submit + .wpcf7-spinner")).toBeTruthy();
	expect(nodes.every((node) => form.contains(node))).toBe(true);
	expect(field("tu-nombre").value).toBe("Lucía");
	expect(console.error).not.toHaveBeenCalled();
});

test("G2, G3: the story of a sent message", async () => {
	const form = mounted(contacto.response.body);
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
	const form = mounted(contacto.response.body);
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
	const form = mounted(contacto.response.body);
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
	const form = mounted(contacto.response.body);
	await settled();
	answers.feedback = answer;
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
	const [problem] = vi.mocked(console.error).mock.calls[0] ?? [];
	expect(problem instanceof Response ? "Response" : problem.code).toMatch(said);
	expect(form.dataset.status).toBe("submitting");
	expect(story().at(-1)).toBe("init>submitting");
});

test("G8: a change checks the fields up to its own", async () => {
	const form = mounted(contacto.response.body);
	await settled();
	change("tu-telefono", "1");
	expect(story()).toEqual(["init>validating", "validating>init"]);
	expect(tips()).toEqual(["Falta.", "Falta."]);
	change("tu-correo", "malo");
	expect(tips()).toEqual(["Falta.", "Correo malo."]);
	change("tu-nombre", "Ana");
	expect(tips()).toEqual(["Correo malo."]);
	expect(form.dataset.status).toBe("init");
});

test("a failed schema request switches the checks off", async () => {
	answers.schema = () => json({}, 500);
	mounted(contacto.response.body);
	await settled();
	change("tu-correo", "malo");
	expect(heard).toEqual([]);
});

test("G9, G10: a reset refills the quiz and goes back to init", async () => {
	const form = mounted(completo.response.body);
	answers.refill = () => json({ quiz: { suma: ["¿Tres?", "h4sh"] } });
	field("suma").value = "cuatro";
	form.reset();
	await vi.waitFor(() => expect(story().at(-1)).toBe("reset:init"));
	expect(story()).toEqual(["init>resetting", "resetting>init", "reset:init"]);
	expect(field("suma").value).toBe("");
	expect(document.querySelector(".wpcf7-quiz-label")?.textContent).toBe(
		"¿Tres?",
	);
	expect(field("_wpcf7_quiz_answer_suma").value).toBe("h4sh");
});

test("G11: the button waits for the terms", async () => {
	const form = mounted(contacto.response.body);
	const button = form.querySelector(".wpcf7-submit") as HTMLInputElement;
	expect(button.disabled).toBe(true);
	field("acepto").click();
	expect(button.disabled).toBe(false);
	field("acepto").click();
	expect(button.disabled).toBe(true);
});

test("G12: a form inside another one gives way to a message", () => {
	document.body.innerHTML =
		'<form><p>a</p><div class="wpcf7 no-js" data-wpcf7-id="1"></div></form>';
	mount(document.querySelector(".wpcf7") as Element);
	expect(document.querySelector("form")?.innerHTML).toBe(
		'<p>a</p><p class="wpcf7-form-in-wrong-place"><strong>Error:</strong> This contact form is placed in the wrong place.</p>',
	);
});

test("G13: inert while a status lasts", async () => {
	const form = page(contacto.response.body);
	const part = document.createElement("div");
	part.className = "inert-on-failed";
	form.prepend(part);
	mount(form.closest(".wpcf7") as Element);
	await settled();
	answers.feedback = () => json({ status: "mail_failed" });
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(part.getAttribute("inert")).toBe("inert"));
	expect(part.className).toBe("inert-on-failed active-on-any");
	change("tu-nombre", "Ana");
	expect(part.className).toBe("inert-on-failed active-on-any");
	answers.feedback = () => new Promise<Response>(() => {});
	window.wpcf7?.submit(form);
	expect(part.outerHTML).toBe('<div class="inert-on-failed"></div>');
});

test("exclusive boxes, free text and web addresses", () => {
	mounted(completo.response.body);
	const [one, two] =
		document.querySelectorAll<HTMLInputElement>("[name=chk-exc]");
	two?.click();
	expect([one?.checked, two?.checked]).toEqual([false, true]);
	const free = field("_wpcf7_free_text_chk-lib");
	expect(free.disabled).toBe(true);
	document.querySelector<HTMLInputElement>(".has-free-text input")?.click();
	expect(free.disabled).toBe(false);
	expect(document.activeElement).toBe(free);
	for (const [typed, kept] of [
		[" casa.example ", "http://casa.example"],
		["//casa.example", "http://casa.example"],
		["HTTPS://casa.example", "HTTPS://casa.example"],
		["casa", "casa"],
		["", ""],
	]) {
		change("web", typed as string);
		expect(field("web").value).toBe(kept);
	}
});

test("counts up and down, with the limits as classes", () => {
	mounted(completo.response.body);
	const counts = () =>
		[...document.querySelectorAll(".wpcf7-character-count")].map(
			(count) =>
				`${count.textContent} ${count.className.replace(/wpcf7-[\w-]+ /, "")}`,
		);
	expect(counts()).toEqual([
		"0 up too-short",
		"120 down too-short",
		"0 up too-short",
	]);
	field("area-req").value = "  hola  ";
	field("area-req").dispatchEvent(
		new KeyboardEvent("keyup", { bubbles: true }),
	);
	expect(counts().slice(0, 2)).toEqual(["4 up", "116 down"]);
	field("area-req").value = "x".repeat(121);
	field("area-req").dispatchEvent(
		new KeyboardEvent("keyup", { bubbles: true }),
	);
	expect(counts().slice(0, 2)).toEqual(["121 up too-long", "-1 down too-long"]);
});

test("errors of a form sent without script stay until they are answered", async () => {
	const form = page(contacto.response.body);
	const [name, mail] = form.querySelectorAll(".wpcf7-form-control-wrap");
	for (const wrap of [name, mail]) {
		wrap?.insertAdjacentHTML(
			"beforeend",
			'<span class="wpcf7-not-valid-tip" aria-hidden="true">Del servidor.</span>',
		);
	}
	const list = form.parentElement?.querySelector("ul") as Element;
	list.innerHTML =
		'<li id="wpcf7-f235-p1989-o1-ve-tu-nombre">Del servidor.</li>\n<li id="wpcf7-f235-p1989-o1-ve-tu-correo">Del servidor.</li>';
	mount(form.closest(".wpcf7") as Element);
	await settled();
	expect(tips()).toEqual(["Del servidor.", "Del servidor."]);
	change("tu-nombre", "Ana");
	expect(tips()).toEqual(["Del servidor."]);
	expect(list.textContent).toBe("Del servidor.");
	expect(console.error).not.toHaveBeenCalled();
});

test("wpcf7.blocked: no request, no event but the status", () => {
	const form = mounted(contacto.response.body);
	if (window.wpcf7) window.wpcf7.blocked = true;
	window.wpcf7?.submit(form);
	expect(story()).toEqual(["init>submitting"]);
	expect(calls.some((call) => call.startsWith("POST"))).toBe(false);
});

test("a form that another script runs is left alone", () => {
	const form = page(contacto.response.body);
	const foreign = {} as NonNullable<Wpcf7Form["wpcf7"]>;
	form.wpcf7 = foreign;
	mount(form.closest(".wpcf7") as Element);
	expect(form.wpcf7).toBe(foreign);
	expect(form.parentElement?.classList.contains("no-js")).toBe(true);
});

test("the global before the chunk: the page's own functions win", () => {
	const own = vi.fn();
	Object.assign(window, {
		wpcf7: { api: { root: "", namespace: "" }, init: own },
	});
	prepare();
	window.wpcf7?.init(document.createElement("form"));
	expect(own).toHaveBeenCalledOnce();
	expect(
		Object.keys(window.wpcf7 ?? {})
			.sort()
			.join(),
	).toBe("api,init,reset,schemas,submit,validate");
	Object.assign(window, { wpcf7: undefined });
	prepare();
	expect(window.wpcf7).toBeUndefined();
});
