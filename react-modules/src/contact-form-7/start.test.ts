import { expect, test, vi } from "vitest";
import {
	calls,
	change,
	contacto,
	field,
	page,
	settled,
	tips,
} from "../testing/contact-form";
import { mount } from ".";
import { prepare, type Wpcf7Form } from "./wpcf7";

test("G1: one schema request, wrapper class, spinner; the server's nodes stay", async () => {
	const form = page(contacto);
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

const EN =
	"<strong>Error:</strong> This contact form is placed in the wrong place.";

test.each([
	["en-US", undefined, EN],
	["es", undefined, EN],
	["de-DE", (text: string) => `-${text.length}`, "<strong>-6</strong> -47"],
])(
	"G12: in %s, a form inside another one gives way to a message",
	async (lang, translate, words) => {
		document.documentElement.lang = lang;
		vi.stubGlobal("wp", translate && { i18n: { __: translate } });
		document.body.innerHTML =
			'<form><p>a</p><div class="wpcf7 no-js" data-wpcf7-id="1"></div></form>';
		mount(document.querySelector(".wpcf7") as Element);
		await vi.waitUntil(() => document.querySelector(".wpcf7") === null);
		expect(document.querySelector("form")?.innerHTML).toBe(
			`<p>a</p><p class="wpcf7-form-in-wrong-place">${words}</p>`,
		);
		vi.unstubAllGlobals();
	},
);

test("errors of a form sent without script stay until they are answered", async () => {
	const form = page(contacto);
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

test("a form that another script runs is left alone", () => {
	const form = page(contacto);
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
