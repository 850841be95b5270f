import { afterEach, expect, test, vi } from "vitest";
import { installGlobals } from "../runtime/install-globals";
import { prepareNames } from "./early";
import { installFunctions } from "./functions";
import { installGlobal } from "./globals";

const globals = window as unknown as Record<
	string,
	((...given: unknown[]) => unknown) | undefined
>;

afterEach(() => {
	document.body.className = "";
	for (const name of Object.keys(globals)) {
		if (/^(et_|set_gallery)/.test(name)) delete globals[name];
	}
});

test("other themes' pages have none of the names", () => {
	prepareNames();
	expect(globals.et_pb_slider_init).toBeUndefined();
});

test("a call before the chunk is done when its function comes, once", () => {
	document.body.className = "et_divi_theme";
	prepareNames();
	globals.et_pb_search_init?.("early");
	const done = vi.fn();
	installGlobals({ et_pb_search_init: (given) => done(given) });
	expect(done.mock.calls).toEqual([["early"]]);
	globals.et_pb_search_init?.("late");
	installGlobals({ et_pb_search_init: (given) => done("new", given) });
	globals.et_pb_search_init?.("later");
	expect(done.mock.calls).toEqual([["early"], ["late"], ["new", "later"]]);
});

test("what the page has put up itself stays", () => {
	document.body.className = "et_divi_theme";
	const own = () => "own";
	globals.et_pb_slider_init = own;
	prepareNames();
	installGlobals({ et_pb_slider_init: () => "ours" });
	expect(globals.et_pb_slider_init).toBe(own);
});

test("elements are taken in whatever way they are given", () => {
	document.body.innerHTML = "<i></i><b></b>";
	const [i, b] = document.body.children;
	const seen: string[] = [];
	installGlobal("et_test", (element) => seen.push(element.tagName), "b");
	for (const given of [i, [i, b], { 0: b, length: 1 }, undefined, null, 7]) {
		globals.et_test?.(given);
	}
	expect(seen).toEqual(["I", "I", "B", "B", "B"]);
});

test("the flags of a page are there with the functions", () => {
	document.body.className = "et_divi_theme et_fixed_nav et_minified_js";
	installFunctions(document.body);
	expect(window).toMatchObject({
		et_is_fixed_nav: true,
		et_is_transparent_nav: false,
		et_is_minified_js: true,
		et_force_width_container_change: false,
	});
	expect(globals.et_pb_init_modules).toBeTypeOf("function");
	expect(globals.et_pb_map_init).toBeTypeOf("function");
});
