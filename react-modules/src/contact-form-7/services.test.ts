import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { startRecaptcha } from "./recaptcha";
import { prepare, type Wpcf7Form } from "./wpcf7";

/** A form of few parts: unit tag `u`, its own id for each test. */
let id = 5000;
function page(inside: string, outside = ""): Wpcf7Form {
	id += 1;
	document.body.innerHTML = `<div class="wpcf7 no-js ${outside}" data-wpcf7-id="${id}">
<div class="screen-reader-response"><p role="status"></p> <ul></ul></div>
<form class="wpcf7-form init" data-status="init"><fieldset class="hidden-fields-container"><input type="hidden" name="_wpcf7" value="${id}" /><input type="hidden" name="_wpcf7_unit_tag" value="u:1" /></fieldset>
${inside}<div class="wpcf7-response-output" aria-hidden="true"></div>
</form>
</div>`;
	const form = document.querySelector("form") as Wpcf7Form;
	mount(form.closest(".wpcf7") as Element);
	return form;
}

let feedback: object;
let schema: object;

beforeEach(() => {
	feedback = { status: "validation_failed", message: "" };
	schema = { rules: [] };
	vi.stubGlobal("fetch", async (url: string) => {
		const answer = url.endsWith("schema") ? schema : feedback;
		return new Response(JSON.stringify(answer));
	});
	Object.assign(window, {
		wpcf7: { api: { root: "/?rest_route=/", namespace: "contact-form-7/v1" } },
	});
	prepare();
});

afterEach(() => {
	vi.unstubAllGlobals();
	document.body.innerHTML = "";
});

const find = <Kind extends HTMLElement = HTMLElement>(selector: string) =>
	document.querySelector(selector) as Kind;

const NAME =
	'<span class="wpcf7-form-control-wrap" data-name="a"><input id="feld" class="wpcf7-form-control" aria-invalid="false" name="a" value=""></span>';

test("a floating tip goes when its field or itself is touched; ids lose what is no name", async () => {
	const form = page(NAME, "use-floating-validation-tip");
	feedback = {
		status: "validation_failed",
		invalid_fields: [{ field: "a", message: "<b>" }],
	};
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(find(".wpcf7-not-valid-tip")).toBeTruthy());
	expect(find("ul").innerHTML).toBe(
		'<li id="u1-ve-a"><a href="#feld">&lt;b&gt;</a></li>',
	);
	expect(find("#feld").getAttribute("aria-describedby")).toBe("u1-ve-a");
	find("#feld").focus();
	await vi.waitFor(() =>
		expect(find(".wpcf7-not-valid-tip").style.display).toBe("none"),
	);
});

test("a fresh captcha: image, number and an empty answer", async () => {
	const form = page(
		'<input type="hidden" name="_wpcf7_captcha_challenge_c:1" value="1" /><img class="wpcf7-form-control wpcf7-captchac wpcf7-captcha-c1" src="/1.png"><span class="wpcf7-form-control-wrap" data-name="c:1"><input class="wpcf7-form-control" name="c:1"></span>',
	);
	find<HTMLInputElement>("[name='c:1']").value = "alt";
	feedback = { status: "spam", captcha: { "c:1": "/uploads/77.png" } };
	window.wpcf7?.submit(form);
	await vi.waitFor(() =>
		expect(find("img").getAttribute("src")).toBe("/uploads/77.png"),
	);
	expect(find<HTMLInputElement>("[name='c:1']").value).toBe("");
	expect(
		find<HTMLInputElement>("[name='_wpcf7_captcha_challenge_c:1']").value,
	).toBe("77");
});

test("outputs reflect a valid field", async () => {
	page(
		`${NAME}<output data-reflection-of="a" data-default="nada" name="a">nada</output><fieldset data-reflection-of="a"><output name="a" data-default="x">x</output></fieldset>`,
	);
	await vi.waitFor(() => expect(window.wpcf7?.schemas.get(id)).toBeTruthy());
	const type = (value: string) => {
		find<HTMLInputElement>("#feld").value = value;
		find("#feld").dispatchEvent(new Event("change", { bubbles: true }));
	};
	const group = () =>
		find("fieldset[data-reflection-of]").innerHTML.replace(/ name="a"/g, "");
	type("hola");
	expect(find("output").textContent).toBe("hola");
	expect(group()).toBe(
		'<output data-default="x" hidden="hidden">x</output><output>hola</output>',
	);
	type("");
	expect(find("output").textContent).toBe("nada");
	expect(group()).toBe('<output data-default="x">x</output>');
});

test("terms: inverted, optional, and a form that checks them as fields", () => {
	const terms = (classes: string, name: string) =>
		`<span class="wpcf7-form-control-wrap" data-name="${name}"><span class="wpcf7-form-control wpcf7-acceptance ${classes}"><input type="checkbox" name="${name}"></span></span>`;
	const button = '<input type="submit" class="wpcf7-submit">';
	page(terms("invert", "a") + terms("optional", "b") + button);
	const submit = () => find<HTMLInputElement>(".wpcf7-submit").disabled;
	expect(submit()).toBe(false);
	find("[name=a]").click();
	expect(submit()).toBe(true);
	document.body.innerHTML = "";
	const form = page(terms("", "a") + button);
	expect(submit()).toBe(true);
	form.classList.add("wpcf7-acceptance-as-validation");
	page(button);
	expect(submit()).toBe(false);
});

test("reCAPTCHA: a token at start, at each change and before sending", async () => {
	const form = page(
		'<input type="hidden" name="_wpcf7_recaptcha_response" value="">',
	);
	const submit = vi.fn();
	if (window.wpcf7) window.wpcf7.submit = submit;
	const actions: string[] = [];
	Object.assign(window, {
		wpcf7_recaptcha: {
			sitekey: "key",
			actions: { homepage: "homepage", contactform: "contactform" },
		},
		grecaptcha: {
			ready: (call: () => void) => call(),
			execute: async (_: string, { action }: { action: string }) => {
				actions.push(action);
				return `token ${actions.length}`;
			},
		},
	});
	startRecaptcha();
	await vi.waitFor(() =>
		expect(find<HTMLInputElement>("[name$=response]").value).toBe("token 1"),
	);
	document.dispatchEvent(new Event("change"));
	form.requestSubmit();
	await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
	expect(actions).toEqual(["homepage", "contactform", "contactform"]);
	expect(find<HTMLInputElement>("[name$=response]").value).toBe("token 3");
	expect(submit.mock.calls[0]?.[0]).toBe(form);
});
