import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFixedHeader } from "./fixed-header";

const PAGE = `<div id="page-container"><div id="top-header"></div><header id="main-header" data-height-onload="66">
	<div class="et_menu_container"></div></header><div id="et-main-area"><div id="main-content"></div></div></div>`;
const HEIGHTS: Readonly<Record<string, number>> = {
	"top-header": 31,
	"main-header": 80,
	wpadminbar: 32,
};
const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;
let width = 1440;
const told: string[] = [];
const listen = ({ type, detail }: Event & { detail?: { marginTop: number } }) =>
	told.push(`${type} ${detail?.marginTop}`);
const START = "ETDiviFixedHeaderTransitionStart";
const END = "ETDiviFixedHeaderTransitionEnd";

beforeEach(() => {
	vi.useFakeTimers();
	width = 1440;
	told.length = 0;
	Object.assign(window, { scrollY: 0, innerHeight: 900 });
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(
		function (this: HTMLElement) {
			return HEIGHTS[this.id] ?? 0;
		},
	);
	vi.spyOn(Element.prototype, "clientHeight", "get").mockImplementation(
		function (this: Element) {
			return this.matches(".et-fixed-header") ? 54 : (HEIGHTS[this.id] ?? 0);
		},
	);
	vi.spyOn(document.documentElement, "clientWidth", "get").mockImplementation(
		() => width,
	);
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
		() => ({ top: 111 - scrollY, height: 500 }) as DOMRect,
	);
	document.body.innerHTML = PAGE;
	document.body.className = "et_fixed_nav";
	window.addEventListener(START, listen as EventListener);
	window.addEventListener(END, listen as EventListener);
});

afterEach(() => {
	vi.runOnlyPendingTimers();
	window.removeEventListener(START, listen as EventListener);
	window.removeEventListener(END, listen as EventListener);
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const scroll = (to: number) => {
	Object.assign(window, { scrollY: to });
	window.dispatchEvent(new Event("scroll"));
	vi.advanceTimersByTime(20);
};

test("the page leaves the header its room, and the header stays on the way down", () => {
	startFixedHeader();
	const header = get("#main-header");
	const page = get("#page-container");
	expect(header.style.top).toBe("31px");
	expect(header.dataset).toMatchObject({
		heightOnload: "80",
		heightLoaded: "true",
		fixedHeightOnload: "80",
	});
	expect(page.style.paddingTop).toBe("111px");
	vi.advanceTimersByTime(200);
	scroll(900);
	expect(header.className).toBe("et-fixed-header");
	expect(get("#top-header").className).toBe("et-fixed-header");
	expect(page.className).toBe("et-animated-content");
	expect(page.style.marginTop).toBe("-27px");
	vi.advanceTimersByTime(400);
	expect(told).toEqual([`${START} -27`, `${END} -27`]);
	scroll(0);
	expect(header.className).toBe("");
	expect(page.className).toBe("et-animated-content");
	expect(page.style.marginTop).toBe("-1px");
});

test("on narrow windows the live height counts", () => {
	width = 390;
	startFixedHeader();
	expect(get("#page-container").style.paddingTop).toBe("110px");
	expect(get("#main-header").dataset.fixedHeightOnload).toBe("0");
	expect(get("#main-header").dataset.heightLoaded).toBeUndefined();
});

test.each([
	[3000, "et_hide_nav", "translateY(-111px)"],
	[1000, "et_hide_nav_disabled", "translateY(0px)"],
])(
	"a header that hides does so on a page of %d pixels",
	(height, name, transform) => {
		document.body.classList.add("et_hide_nav");
		vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(
			height,
		);
		startFixedHeader();
		expect(get("#main-header").style.transform).toBe(transform);
		expect(document.body.classList.contains(name)).toBe(true);
	},
);

test("without a fixed header nothing moves", () => {
	document.body.className = "";
	startFixedHeader();
	vi.advanceTimersByTime(200);
	scroll(900);
	expect(get("#main-header").className).toBe("");
	expect(get("#page-container").style.paddingTop).toBe("");
});
