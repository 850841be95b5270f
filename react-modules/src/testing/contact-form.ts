import { afterEach, beforeEach, vi } from "vitest";
import contacto from "../../../fixtures/recordings/contact-form-7/pages/contacto.json";
import completo from "../../../fixtures/recordings/contact-form-7/pages/formulario-completo.json";
import { mount } from "../contact-form-7";
import { prepare, type Wpcf7Form } from "../contact-form-7/wpcf7";

/** A recorded contact form in a page whose server answers as a test says. */

export { completo, contacto };

/** Answers by the end of the address; a function may fail. */
export const answers: Record<string, () => Response | Promise<Response>> = {};
export const calls: string[] = [];
export const json = (value: unknown, status = 200) =>
	new Response(JSON.stringify(value), { status });

const SCHEMA = {
	rules: [
		{ rule: "required", field: "tu-nombre", error: "Falta." },
		{ rule: "required", field: "tu-correo", error: "Falta." },
		{ rule: "email", field: "tu-correo", error: "Correo malo." },
	],
};

interface Recording {
	readonly response: { readonly body: string };
}

let unit = 0;

/** Puts a recorded page's form into the document, under its own form id: schemas are kept by id. */
export function page({ response: { body } }: Recording): Wpcf7Form {
	unit += 1;
	const [html = ""] =
		/<div class="wpcf7 [\s\S]*?<\/form>\s*<\/div>/.exec(body) ?? [];
	document.body.innerHTML = html.replace(
		/(name="_wpcf7" value=")\d+/,
		`$1${1000 + unit}`,
	);
	return document.querySelector(".wpcf7 > form") as Wpcf7Form;
}

export const mounted = (recording: Recording): Wpcf7Form => {
	const form = page(recording);
	mount(form.closest(".wpcf7") as Element);
	return form;
};

export const field = (name: string) =>
	document.querySelector(`[name="${name}"]`) as HTMLInputElement;

export function change(name: string, value: string) {
	field(name).value = value;
	field(name).dispatchEvent(new Event("change", { bubbles: true }));
}

const EVENTS =
	"beforesubmit submit invalid unaccepted spam aborted mailsent mailfailed reset statuschanged".split(
		" ",
	);
export const heard: [string, CustomEvent["detail"]][] = [];

/** The events so far, statuschanged with its two statuses. */
export const story = () =>
	heard.map(([name, { status, prevStatus }]) =>
		prevStatus ? `${prevStatus}>${status}` : `${name}:${status}`,
	);

for (const name of EVENTS) {
	document.addEventListener(`wpcf7${name}`, (event) => {
		heard.push([name, (event as CustomEvent).detail]);
	});
}

export const tips = () =>
	[...document.querySelectorAll(".wpcf7-not-valid-tip")].map(
		(tip) => tip.textContent,
	);

export const settled = () => new Promise((done) => setTimeout(done, 0));

beforeEach(() => {
	heard.length = 0;
	calls.length = 0;
	Object.assign(answers, {
		schema: () => json(SCHEMA),
		refill: () => json([]),
		feedback: () => json({ status: "mail_sent", message: "Gracias." }),
	});
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
