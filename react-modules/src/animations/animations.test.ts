import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { animationOf } from "./entry";
import { startTransform } from "./start-transform";

let isReduced = false;

beforeEach(() => {
	isReduced = false;
	vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const ENTRY = {
	class: "et_pb_text_0",
	style: "slideLeft",
	repeat: "once",
	duration: "600ms",
	delay: "200ms",
	intensity: "30%",
	starting_opacity: "10%",
	speed_curve: "weird",
};

function page(...entries: object[]): HTMLElement {
	document.body.innerHTML =
		'<div id="page-container"><div class="et_pb_section"><div class="et_pb_row"></div></div><div class="et_pb_module et_animated et_pb_text et_pb_text_0"></div></div>';
	window.et_animation_data = entries;
	mount();
	return document.querySelector(".et_pb_text_0") as HTMLElement;
}

test("an element waits with what it will do, comes in, and has nothing left of it", () => {
	const element = page(ENTRY);
	expect(element.dataset.animationStartingOpacity).toBe("10%");
	expect(document.body.style.overflowX).toBe("hidden");
	vi.advanceTimersByTime(150);
	expect(element.className).toContain("et_is_animating slideLeft");
	expect(element.dataset.animationStyle).toBeUndefined();
	expect(element.style.transform).toBe("translate3d(-60%, 0, 0)");
	expect(element.style.opacity).toBe("0.1");
	expect(element.style.animationTimingFunction).toBe("ease-in-out");
	vi.advanceTimersByTime(800);
	expect(element.className).toBe(
		"et_pb_module et_pb_text et_pb_text_0 et_had_animation",
	);
	expect(element.hasAttribute("style")).toBe(false);
});

test("a loop stays", () => {
	const element = page({ ...ENTRY, repeat: "loop", style: "foldTop" });
	vi.advanceTimersByTime(5000);
	expect(element.className).toContain("foldTop infinite");
	expect(element.style.transform).toContain("rotateX(-27deg)");
});

test("an entry that does not say everything is skipped", () => {
	const element = page({ ...ENTRY, delay: "" });
	vi.advanceTimersByTime(500);
	expect(element.className).not.toContain("et_is_animating");
	expect(element.dataset.animationStyle).toBeUndefined();
});

test("who wants less motion gets the end at once", () => {
	isReduced = true;
	const element = page(ENTRY);
	vi.advanceTimersByTime(101);
	expect(element.className).toContain("et_had_animation");
});

test("a phone does not take over what a tablet has", () => {
	const entry = { ...ENTRY, style_tablet: "zoom", duration_phone: "1ms" };
	expect(animationOf(entry, "tablet").style).toBe("zoom");
	expect(animationOf(entry, "phone").style).toBe("slideLeft");
	expect(animationOf(entry, "phone").duration).toBe("1ms");
});

test.each([
	["fade", ""],
	["fadeTop", ""],
	["bounceLeft", ""],
	["none", ""],
	["slide", "scale3d(0.5, 0.5, 0.5)"],
	["slideTop", "translate3d(0, -100%, 0)"],
	["slideRight", "translate3d(100%, 0, 0)"],
	["slideBottom", "translate3d(0, 100%, 0)"],
	["zoomLeft", "scale3d(0.5, 0.5, 0.5)"],
	["flip", "perspective(2000px) rotateX(45deg)"],
	["flipTop", "perspective(2000px) rotateX(45deg)"],
	["flipRight", "perspective(2000px) rotateY(45deg)"],
	["flipBottom", "perspective(2000px) rotateX(-45deg)"],
	["flipLeft", "perspective(2000px) rotateY(-45deg)"],
	["fold", "perspective(2000px) rotateY(-45deg)"],
	["foldTop", "perspective(2000px) rotateX(-45deg)"],
	["foldRight", "perspective(2000px) rotateY(-45deg)"],
	["foldBottom", "perspective(2000px) rotateX(45deg)"],
	["foldLeft", "perspective(2000px) rotateY(45deg)"],
	["roll", "rotateZ(180deg)"],
	["rollTop", "rotateZ(180deg)"],
	["rollRight", "rotateZ(-180deg)"],
	["rollBottom", "rotateZ(-180deg)"],
	["rollLeft", "rotateZ(180deg)"],
])("%s starts at %s", (style, transform) => {
	expect(startTransform(style, 50)).toBe(transform);
});
