import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { smoothScroll, tellStuckAbove } from "./smooth-scroll";

const HEIGHTS: Readonly<Record<string, number>> = {
	"top-header": 34,
	"main-header": 54,
	wpadminbar: 32,
	fixed: 100,
};
let width = 1440;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(
		function (this: HTMLElement) {
			return HEIGHTS[this.id] ?? 0;
		},
	);
	vi.spyOn(Element.prototype, "clientWidth", "get").mockImplementation(
		() => width,
	);
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({
		top: 1000,
	} as DOMRect);
});

afterEach(() => {
	tellStuckAbove(() => 0);
	document.body.className = "";
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

/** Where the page stands after a scroll to a target that is 1000 px below its top. */
function end(body: string): number | undefined {
	document.body.innerHTML = `${body}<p id="target"></p>`;
	smoothScroll(document.getElementById("target") as Element);
	vi.advanceTimersByTime(900);
	return vi.mocked(window.scrollTo).mock.lastCall?.[1] as unknown as number;
}

const bars = '<div id="top-header"></div><header id="main-header"></header>';
const builder = (style: string) =>
	`<header class="et-l--header"><div id="fixed" class="et_pb_section--fixed" style="position:fixed;${style}"></div></header>`;

test.each([
	["no bar is fixed", 1440, "", bars, 1000],
	["fixed bars, but for their last pixel", 1440, "et_fixed_nav", bars, 913],
	["no fixed bars in a small window", 980, "et_fixed_nav", bars, 1000],
	["the admin bar", 700, "", '<div id="wpadminbar"></div>', 968],
	["an admin bar that scrolls", 600, "", '<div id="wpadminbar"></div>', 1000],
	["a fixed section", 1440, "", builder("left:0;right:0;top:0"), 900],
	[
		"the part of a fixed section that is in the window",
		1440,
		"",
		builder("left:0;right:0;top:-20px"),
		920,
	],
	["no section beside the page", 1440, "", builder("left:40px"), 1000],
	[
		"a fixed section and its room below 980 px",
		820,
		"",
		builder("left:0;right:0;top:0"),
		810,
	],
])("the page leaves room for %s", (_, window, classes, body, expected) => {
	width = window;
	document.body.className = classes;
	expect(end(body)).toBe(expected);
});

test("what sticks above the target covers it too", () => {
	width = 1440;
	document.body.className = "et_fixed_nav";
	tellStuckAbove((target) => (target.id === "target" ? 70 : 0));
	expect(end(bars)).toBe(843);
});

test("what is stuck is where it should be", () => {
	document.body.innerHTML = '<p id="target" class="et_pb_sticky"></p>';
	smoothScroll(document.getElementById("target") as Element);
	vi.advanceTimersByTime(900);
	expect(window.scrollTo).not.toHaveBeenCalled();
});
