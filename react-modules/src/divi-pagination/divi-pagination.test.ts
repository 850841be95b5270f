import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { moduleSelector } from "./read";

const page = (number: number, next: string) =>
	`<style id="et-builder-module-design-cached-inline-styles">.p${number}{}</style><div class="et_pb_module et_pb_blog_0 et_animated fade"><div class="et_pb_ajax_pagination_container"><article class="et_animated">${number}</article><div class="pagination clearfix"><div class="alignleft"><a href="${next}">Más</a></div></div></div></div><div class="et_pb_module et_pb_blog_1"><div class="et_pb_ajax_pagination_container">otra</div></div>`;

const pages: Record<string, () => Response> = {};
const asked: string[] = [];
const settled = () =>
	vi.waitFor(() => expect(document.querySelector("[aria-busy]")).toBeNull());
const click = () => {
	const link = document.querySelector(".pagination a") as HTMLElement;
	link.dispatchEvent(
		new MouseEvent("click", { bubbles: true, cancelable: true }),
	);
	return settled();
};
const shown = () => document.querySelector("article")?.textContent;

beforeEach(() => {
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	vi.stubGlobal("scrollTo", () => {});
	vi.stubGlobal("fetch", async (url: string) => {
		asked.push(url);
		return pages[url]?.() ?? new Response("", { status: 500 });
	});
	asked.length = 0;
	window.et_pb_ajax_pagination_cache = {};
	document.body.innerHTML = page(1, "http://s/2");
	mount();
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test("a page is fetched once; its own list comes with its styles, the other module stays", async () => {
	const fresh = vi.fn();
	document.body.addEventListener("post-load", fresh);
	pages["http://s/2"] = () => new Response(page(2, "http://s/1"));
	pages["http://s/1"] = () => new Response(page(1, "http://s/2"));
	await click();
	expect(shown()).toBe("2");
	const list = document.querySelector(".et_pb_ajax_pagination_container");
	expect(list?.firstElementChild?.textContent).toBe(".p2{}");
	expect(document.querySelector("article")?.className).toBe("et_had_animation");
	expect(document.querySelector(".et_pb_blog_0")?.className).toBe(
		"et_pb_module et_pb_blog_0 et_had_animation",
	);
	expect(
		document.querySelector<HTMLElement>(".et_pb_blog_0")?.style.opacity,
	).toBe("1");
	expect(document.querySelector(".et_pb_blog_1")?.textContent).toBe("otra");
	await click();
	await click();
	expect(shown()).toBe("2");
	expect(document.querySelector(".et_pb_ajax_pagination_container")).toBe(list);
	expect(asked).toEqual(["http://s/2", "http://s/1"]);
	expect(fresh).toHaveBeenCalledTimes(2);
});

test("when a page does not come, the module shows again and the link is followed", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	vi.spyOn(console, "error").mockImplementation(() => {});
	pages["http://s/2"] = () => new Response("", { status: 500 });
	await click();
	expect(shown()).toBe("1");
	expect(
		document.querySelector<HTMLElement>(".et_pb_blog_0")?.style.opacity,
	).toBe("");
});

test("a module is found by the classes that last", () => {
	document.body.innerHTML =
		'<i class="et_pb_module et_pb_blog_0 et_animated slideTop et_had_animation lazyload infinite"></i>';
	expect(moduleSelector(document.querySelector("i") as Element)).toBe(
		".et_pb_module.et_pb_blog_0",
	);
});
