import { afterEach, expect, test, vi } from "vitest";
import { mount } from ".";

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

function page(classes: string, isReduced = false): HTMLElement {
	vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
	vi.stubGlobal("innerHeight", 800);
	document.body.innerHTML = `<div class="et_pb_section"><span class="et_parallax_bg_wrap"><span class="${classes}"></span></span></div>`;
	const section = document.querySelector("div") as HTMLElement;
	vi.spyOn(section, "getBoundingClientRect").mockImplementation(
		() => ({ top: 800 - scrollY, height: 300 }) as DOMRect,
	);
	const background = document.querySelector(".et_parallax_bg") as HTMLElement;
	mount(background);
	return background;
}

test("a background goes slower than the page", () => {
	const { style } = page("et_parallax_bg");
	expect(style.height).toBe("540px");
	expect(style.transform).toBe("translate(0px, 0px)");
	vi.stubGlobal("scrollY", 800);
	window.dispatchEvent(new Event("scroll"));
	expect(style.transform).toBe("translate(0px, 240px)");
});

test("one that the style sheet fixes, or for who wants less motion, is left alone", () => {
	const fixed = page("et_parallax_bg et_pb_parallax_css");
	expect(fixed.hasAttribute("style")).toBe(false);
	expect(page("et_parallax_bg", true).hasAttribute("style")).toBe(false);
});
