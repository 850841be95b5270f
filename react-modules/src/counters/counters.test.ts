import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { coloursOf, hasMood } from "./colours";
import { timeLeft, UNITS } from "./countdown";
import { easeInOutQuad } from "./easing";
import { grouped } from "./number-counter";

beforeEach(() => {
	vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00Z") });
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	document.body.replaceChildren();
});

function page(html: string): HTMLElement {
	document.body.innerHTML = html;
	return document.body.firstElementChild as HTMLElement;
}

const unit = (name: string) =>
	`<div class="${name} section values" data-short="${name}" data-full="all ${name}">
<p class="value"></p>
<p class="label">all ${name}</p>
</div>`;

const countdown = (
	end: number,
) => `<div class="et_pb_module et_pb_countdown_timer" data-end-timestamp="${end}">

<div class="et_pb_countdown_timer_container clearfix">
<h4 class="title">Para la fiesta</h4>
${UNITS.map(unit).join('<div class="sep section">\n<p>:</p>\n</div>')}
</div>
</div>`;

const texts = (root: Element, selector: string) =>
	[...root.querySelectorAll(selector)].map((node) => node.textContent);

test("a countdown goes down each second", () => {
	const root = page(countdown(Date.UTC(2026, 10, 26, 13, 1) / 1000));
	mount(root);
	expect(texts(root, ".value")).toEqual(["005", "03", "01", "00"]);
	expect(root.querySelectorAll(".zero").length).toBe(0);
	vi.advanceTimersByTime(1000);
	expect(texts(root, ".value")).toEqual(["005", "03", "00", "59"]);
	// jsdom has no layout: no room.
	expect(texts(root, ".label")).toEqual([...UNITS]);
});

test("a countdown that is over stands at zero, with what stands between", () => {
	const root = page(countdown(1_577_833_200));
	mount(root);
	expect(texts(root, ".value")).toEqual(["000", "00", "00", "00"]);
	expect(root.querySelectorAll(".section.zero").length).toBe(7);
});

test.each([
	[0, "000 00 00 00", 4],
	[59, "000 00 00 59", 3],
	[3600, "000 01 00 00", 1],
	[86_400 * 1234 + 61, "1234 00 01 01", 0],
])("%d seconds are shown", (left, shown, zeros) => {
	const parts = Object.values(timeLeft(left * 1000, 0));
	expect(parts.map(({ text }) => text).join(" ")).toBe(shown);
	expect(parts.filter(({ isZero }) => isZero).length).toBe(zeros);
});

test("a number counter runs to its number", () => {
	const root =
		page(`<div class="et_pb_module et_pb_number_counter" data-number-value="1234567" data-number-separator=".">
<div class="percent"><p><span class="percent-value"></span><span class="percent-sign"></span></p></div>
<h3 class="title">Noches</h3>
</div>`);
	mount(root);
	expect(texts(root, ".percent-value")).toEqual([""]);
	// The sheet keeps its room meanwhile.
	expect(root.style.getPropertyValue("--oxi-number")).toBe('"1.234.567"');
	vi.advanceTimersByTime(2000);
	expect(root.classList.contains("active")).toBe(true);
	expect(texts(root, ".percent-value")).toEqual(["1.234.567"]);
});

test("the separator stands at each third digit from the right", () => {
	expect([0, 999, 1000, 123456, 1e6].map((n) => grouped(n, "$&"))).toEqual([
		"0",
		"999",
		"1$&000",
		"123$&456",
		"1$&000$&000",
	]);
});

test("the curve is slow at both ends", () => {
	expect([0, 0.25, 0.5, 0.75, 1].map(easeInOutQuad)).toEqual([
		0, 0.125, 0.5, 0.875, 1,
	]);
});

const CIRCLE = `<div class="et_pb_module et_pb_circle_counter">
<div class="et_pb_circle_counter_inner" data-number-value="72.5" data-bar-bg-color="#a0522d" data-bar-bg-color-tablet="#111111" data-color-hover="#222222">
<div class="percent"><p><span class="percent-value"></span><span class="percent-sign">%</span></p></div>
<h3 class="et_pb_module_header">Repiten</h3>
</div>
</div>`;

test("a circle counter runs when it has room, and ends at its number", () => {
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({
		...new DOMRect(0, 0, 320, 320),
		top: 0,
		width: 320,
		height: 320,
	});
	const root = page(CIRCLE);
	mount(root);
	expect(root.querySelector(".percent p")?.getAttribute("style")).toBeNull();
	vi.advanceTimersByTime(2000);
	expect(root.querySelectorAll("canvas").length).toBe(1);
	expect(root.querySelector<HTMLElement>(".percent p")?.style.visibility).toBe(
		"visible",
	);
	expect(texts(root, ".percent-value")).toEqual(["72.5"]);
});

test("a hidden circle counter has no canvas", () => {
	const root = page(CIRCLE);
	mount(root);
	vi.advanceTimersByTime(2000);
	expect(root.querySelector("canvas")).toBeNull();
	expect(texts(root, ".percent-value")).toEqual([""]);
});

test("colours: the mood's, else the device's, else its own; no inheritance", () => {
	const inner = page(CIRCLE).querySelector("div") as Element;
	expect(coloursOf(inner, undefined, "desktop").bar).toBe("#a0522d");
	expect(coloursOf(inner, undefined, "tablet").bar).toBe("#111111");
	expect(coloursOf(inner, undefined, "phone").bar).toBe("#a0522d");
	expect(coloursOf(inner, "hover", "desktop")).toEqual({
		bar: "#a0522d",
		track: "#222222",
		trackOpacity: 0.1,
	});
	expect([hasMood(inner, "hover"), hasMood(inner, "sticky")]).toEqual([
		true,
		false,
	]);
});

test("bars are as wide as their number says", () => {
	const root =
		page(`<ul class="et_pb_counters et-waypoint"><li class="et_pb_counter"><span class="et_pb_counter_container">
<span class="et_pb_counter_amount" data-width="40%"></span><span class="et_pb_counter_amount overlay" data-width="150%"></span></span></li></ul>`);
	mount(root);
	const widths = [
		...root.querySelectorAll<HTMLElement>(".et_pb_counter_amount"),
	].map(({ style }) => style.width);
	expect(widths).toEqual(["40%", "150%"]);
});
