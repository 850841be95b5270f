import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { effectsOf } from "./read";
import { styleOf, valueAt } from "./value";

const ITEM = {
	id: ".et_pb_text_0",
	start: 0,
	midStart: 50,
	midEnd: 50,
	end: 100,
	startValue: 4,
	midValue: 0,
	endValue: -4,
	resolver: "translateY",
	trigger_start: "top",
};

const [effect] = effectsOf([ITEM]);

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test.each([
	[0, 4],
	[25, 2],
	[50, 0],
	[75, -2],
	[100, -4],
])("at %d percent the value is %d", (position, value) => {
	expect(effect && valueAt(effect, position)).toBe(value);
});

test("between the middles it stays, and outside it ends", () => {
	const [held] = effectsOf([
		{ ...ITEM, start: 20, midStart: 40, midEnd: 60, end: 80 },
	]);
	const values = [0, 20, 30, 40, 55, 60, 70, 80, 100].map(
		(position) => held && valueAt(held, position),
	);
	expect(values).toEqual([4, 4, 2, 0, 0, 0, -2, -4, -4]);
});

test("positions that contradict each other are put in order", () => {
	const [odd] = effectsOf([{ ...ITEM, start: 90, midStart: 40, midEnd: 10 }]);
	expect([odd?.start, odd?.midStart, odd?.midEnd, odd?.end]).toEqual([
		40, 40, 40, 100,
	]);
});

test("several effects of an element become one style", () => {
	const items = [
		["translateX", 1.234],
		["scale", 70],
		["rotate", 90],
		["opacity", 30],
		["blur", 2.6],
	].map(([resolver, startValue]) => ({ ...ITEM, resolver, startValue }));
	const style = styleOf(effectsOf(items).map((each) => [each, 0] as const));
	expect(style).toEqual({
		transform:
			"translateX(123px) scale3d(70%, 70%, 70%) rotate3d(0, 0, 1, 90deg)",
		opacity: "30%",
		filter: "blur(3px)",
	});
});

test("a grid's effect is its items'; what cannot be read is left out", () => {
	const grid = {
		...ITEM,
		grid_motion: "on",
		module_type: "et_pb_gallery",
		module_index: 2,
		children_count: 2,
	};
	const list = [grid, null, { ...ITEM, resolver: "explode" }];
	expect(effectsOf(list).map(({ selector }) => selector)).toEqual([
		".et_pb_gallery_item_2_0",
		".et_pb_gallery_item_2_1",
	]);
	expect(effectsOf("x")).toEqual([]);
});

test("elements wait for their first values, and then had their animation", () => {
	document.body.innerHTML =
		'<div class="et_pb_module et_pb_text_0 et_animated et-waypoint"></div>';
	window.et_pb_motion_elements = { desktop: [ITEM], phone: [ITEM] };
	mount();
	const element = document.querySelector(".et_pb_module") as HTMLElement;
	expect(element.className).toContain("et-pb-before-scroll-animation");
	vi.advanceTimersByTime(650);
	expect(element.className).toContain("et-pb-before-scroll-animation");
	vi.advanceTimersByTime(51);
	expect(element.className).toBe("et_pb_module et_pb_text_0 et_had_animation");
	expect(document.body.dataset.scrollStep).toBe("0");
});
