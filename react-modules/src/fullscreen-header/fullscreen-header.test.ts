import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";

const PAGE = `<div id="top-header"></div><header id="main-header" data-height-onload="80"></header>
<section class="et_pb_module et_pb_fullwidth_header et_pb_fullwidth_header_0 et_pb_fullscreen">
	<div class="et_pb_fullwidth_header_container left"><div class="header-content-container bottom"><div class="header-content"></div></div></div>
	<div class="et_pb_fullwidth_header_scroll"><a href="#" class="scroll-down-container"><span class="scroll-down et-pb-icon"></span></a></div>
</section>`;

const HEIGHTS: Readonly<Record<string, number>> = {
	"top-header": 31,
	"main-header": 80,
	"main-image": 300,
	wpadminbar: 32,
};
const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(
		function (this: HTMLElement) {
			return HEIGHTS[this.id] ?? 0;
		},
	);
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1440);
	Object.assign(window, { innerHeight: 900 });
	document.body.className = "et_fixed_nav";
	document.body.innerHTML = PAGE;
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

test("the header is as high as what the bars leave of the window", () => {
	mount(get("section"));
	expect(get("section").style.minHeight).toBe("");
	vi.advanceTimersByTime(100);
	expect(get("section").style.minHeight).toBe("789px");
	expect(get(".et_pb_fullwidth_header_container").style.minHeight).toBe(
		"789px",
	);
	// Text beside nothing or beside a picture has its space from the style sheet.
	expect(get(".header-content-container").getAttribute("style")).toBe(null);
	expect(get(".scroll-down-container").ariaLabel).toBe("Scroll down");
});

test("in a small window the bar takes the height that the server printed, and the top bar nothing", () => {
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(820);
	get("#main-header").dataset.heightOnload = "66";
	mount(get("section"));
	vi.advanceTimersByTime(100);
	expect(get("section").style.minHeight).toBe("834px");
});

test("it follows the window, after a while when that grows", () => {
	mount(get("section"));
	vi.advanceTimersByTime(100);
	Object.assign(window, { innerHeight: 700 });
	window.dispatchEvent(new Event("resize"));
	vi.advanceTimersByTime(300);
	expect(get("section").style.minHeight).toBe("589px");
	Object.assign(window, { innerHeight: 900 });
	window.dispatchEvent(new Event("resize"));
	vi.advanceTimersByTime(900);
	expect(get("section").style.minHeight).toBe("589px");
	vi.advanceTimersByTime(300);
	expect(get("section").style.minHeight).toBe("789px");
});

test("under a transparent bar, too, the bar's height is taken: the first header has it as free space", () => {
	document.body.classList.add("et_transparent_nav");
	mount(get("section"));
	vi.advanceTimersByTime(100);
	expect(get("section").style.minHeight).toBe("789px");
});

/** Where text and picture stand, and what the script sets for it: container, text, picture. */
test.each([
	["left", "bottom", "", "", "", ""],
	["center", "bottom", "", "", "80px", ""],
	["left", "bottom", "center", "", "", "80px"],
	["right", "bottom", "center", "", "", "80px"],
	["center", "bottom", "center", "bottom-center", "", "80px"],
	["left", "center", "center", "", "", ""],
	["center", "center", "center", "center-center", "", ""],
])("%s, text %s, picture %s", (layout, text, picture, name, below, under) => {
	get("section").innerHTML =
		`<div class="et_pb_fullwidth_header_container ${layout}">
		<div class="header-content-container ${text}"><div class="header-content"></div></div>
		${picture && `<div class="header-image-container ${picture}"><div class="header-image"></div></div>`}</div>`;
	mount(get("section"));
	vi.advanceTimersByTime(100);
	const box = get(".et_pb_fullwidth_header_container");
	expect(box.className).toBe(
		`et_pb_fullwidth_header_container ${layout} ${name}`.trim(),
	);
	expect(box.style.justifyContent).toBe("");
	expect(get(".header-content").style.marginBottom).toBe(below);
	if (!picture) return;
	expect(get(".header-image").style.marginBottom).toBe(under);
	expect(get(".header-image-container").style.alignSelf).toBe(
		under && "flex-end",
	);
});

test.each(["left", "center"])(
	"a picture at the bottom, %s: the container's parts stand there, and text in the middle has the rest",
	(layout) => {
		get("section").innerHTML =
			`<div class="et_pb_fullwidth_header_container ${layout}"><div class="header-content-container center"></div>
		<div class="header-image-container bottom" id="main-image"></div></div>`;
		mount(get("section"));
		vi.advanceTimersByTime(100);
		const isCentred = layout === "center";
		const box = get(".et_pb_fullwidth_header_container");
		expect(box.matches(".center-bottom")).toBe(isCentred);
		expect(box.style.justifyContent).toBe("flex-end");
		expect(get(".header-content-container").style.minHeight).toBe(
			isCentred ? "489px" : "",
		);
	},
);

test("the arrow goes to the section's end without a fragment", () => {
	const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	vi.spyOn(get("section"), "getBoundingClientRect").mockReturnValue({
		bottom: 900,
	} as DOMRect);
	mount(get("section"));
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	get(".et_pb_fullwidth_header_scroll a").dispatchEvent(click);
	expect(click.defaultPrevented).toBe(true);
	vi.advanceTimersByTime(850);
	expect(scroll.mock.lastCall).toEqual([0, 789]);
	expect(location.hash).toBe("");
});
