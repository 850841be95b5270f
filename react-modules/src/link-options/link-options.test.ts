import { beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { isPassive } from "./data";

beforeEach(() => {
	document.body.innerHTML = `<div class="et_pb_module et_pb_text_0 et_clickable"><p>Texto</p><a href="#x">propio</a>
		<h5 class="et_pb_toggle_title">título</h5></div>`;
	vi.stubGlobal("open", vi.fn());
});

const click = (selector: string) =>
	document
		.querySelector(selector)
		?.dispatchEvent(new MouseEvent("click", { bubbles: true }));

test("what stands in the element leads where the element does, links and toggles do their own", () => {
	window.et_link_options_data = [
		{
			class: "et_pb_text_0",
			url: "https://a.example/&#91;1&#93;",
			target: "_blank",
		},
		{ class: "et_pb_text_1", url: "", target: "_self" },
	];
	expect(isPassive()).toBe(false);
	mount();
	click("a");
	click(".et_pb_toggle_title");
	expect(window.open).not.toHaveBeenCalled();
	click("p");
	expect(window.open).toHaveBeenCalledWith("https://a.example/[1]");
});

test("116: a product's reviews open in their tab, and the page goes there", () => {
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	document.body.insertAdjacentHTML(
		"beforeend",
		'<ul><li class="reviews_tab"><a href="#tab-reviews">Opiniones</a></li></ul>',
	);
	const clicked = vi.fn((event: Event) => event.preventDefault());
	document.querySelector(".reviews_tab a")?.addEventListener("click", clicked);
	window.et_link_options_data = [
		{ class: "et_pb_text_0", url: "#product_reviews_tab", target: "_self" },
	];
	mount();
	const { pathname } = location;
	click("p");
	expect(clicked).toHaveBeenCalledOnce();
	expect(scrolled).toHaveBeenCalled();
	expect(location.hash).toBe("#product_reviews_tab");
	expect(location.pathname).toBe(pathname);
});

test("without data nothing is loaded", () => {
	window.et_link_options_data = [];
	expect(isPassive()).toBe(true);
});
