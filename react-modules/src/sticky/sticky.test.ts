import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { stickiesOfPage } from "./read";

let scroll = 0;
/** Where each element is in the page: top and height. */
let boxes: Record<string, [top: number, height: number]> = {};

beforeEach(() => {
	vi.useFakeTimers();
	scroll = 0;
	vi.stubGlobal("innerHeight", 800);
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
		function (this: Element) {
			const name = Object.keys(boxes).find((key) =>
				this.classList.contains(key),
			);
			const [place, height] = (name && boxes[name]) || [0, 0];
			const top = this.classList.contains("et_pb_sticky") ? 0 : place - scroll;
			return {
				top,
				bottom: top + height,
				height,
				left: 180,
				right: 690,
				width: 510,
			} as DOMRect;
		},
	);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	window.et_pb_sticky_elements = undefined;
});

const entry = (name: string, more: object = {}) => ({
	id: name,
	selector: `.${name}`,
	position: "top",
	topOffset: "10px",
	bottomOffset: "0px",
	topLimit: "none",
	bottomLimit: "none",
	offsetSurrounding: "on",
	transition: "on",
	...more,
});

function page(...entries: ReturnType<typeof entry>[]): string[] {
	document.body.innerHTML = `<div class="et_builder_inner_content"><div class="et_pb_section">
<div class="et_pb_column"><div class="et_pb_module one"><p id="text">a</p></div><div class="et_pb_module two"></div></div></div></div>`;
	window.et_pb_sticky_elements = Object.fromEntries(
		entries.map((each) => [each.id, each]),
	);
	const heard: string[] = [];
	for (const type of ["Start", "End"]) {
		window.addEventListener(`ETBuilderSticky${type}`, (event) => {
			heard.push(`${type} ${(event as CustomEvent).detail.stickyId}`);
		});
	}
	mount();
	return heard;
}

function scrollTo(y: number) {
	scroll = y;
	window.dispatchEvent(new Event("scroll"));
	vi.advanceTimersByTime(100);
}

const one = () => document.querySelector(".one") as HTMLElement;

test("an element is held at the top, and goes back without a trace", () => {
	boxes = { one: [300, 40] };
	const heard = page(entry("one"));
	expect(one().className).toBe("et_pb_module one");
	scrollTo(295);
	expect(one().className).toBe(
		"et_pb_module one et_pb_sticky et_pb_sticky--top",
	);
	const { style } = one();
	expect([style.position, style.top, style.bottom, style.zIndex]).toEqual([
		"fixed",
		"10px",
		"auto",
		"10000",
	]);
	expect([style.left, style.width, style.marginTop]).toEqual([
		"180px",
		"510px",
		"0px",
	]);
	const copy = one().nextElementSibling as HTMLElement;
	expect(copy.className).toBe("et_pb_module one et_pb_sticky_placeholder");
	expect(copy.dataset.stickyPlaceholderId).toBe("one");
	expect(document.querySelectorAll("#text").length).toBe(1);
	expect(document.querySelectorAll(".has_et_pb_sticky").length).toBe(2);
	scrollTo(0);
	expect(one().getAttribute("style")).toBeNull();
	expect(document.querySelector(".et_pb_sticky_placeholder")).toBeNull();
	expect(document.querySelector(".has_et_pb_sticky")).toBeNull();
	expect(heard).toEqual(["Start one", "End one"]);
});

test("it keeps clear of what is held above it, and stays in its limit", () => {
	boxes = { one: [300, 40], two: [360, 30], et_pb_section: [250, 500] };
	page(
		entry("one"),
		entry("two", { topOffset: "5px", bottomLimit: "section" }),
	);
	scrollTo(500);
	const two = document.querySelector(".two") as HTMLElement;
	expect(two.style.top).toBe("55px");
	expect(two.style.marginTop).toBe("0px");
	scrollTo(700);
	// The section ends at 50 in the window; the element would at 85.
	expect(two.style.marginTop).toBe("-35px");
	// A jump back to its place: the end of that push stays, the rest goes.
	scrollTo(0);
	expect(two.getAttribute("style")).toBe("margin-top: 0px;");
});

test("at the bottom it is held until its place comes", () => {
	boxes = { one: [1200, 40] };
	const heard = page(entry("one", { position: "bottom", bottomOffset: "7px" }));
	expect([one().style.top, one().style.bottom]).toEqual(["auto", "7px"]);
	scrollTo(600);
	expect(heard).toEqual(["Start one", "End one"]);
});

test("an element inside another and a strange entry are ignored", () => {
	page(
		entry("et_pb_section"),
		entry("one"),
		entry("nowhere"),
		entry("two", { position: "none" }),
	);
	expect(stickiesOfPage().map(({ id }) => id)).toEqual(["et_pb_section"]);
});

test("values of the device count, the wider one's where it has none", () => {
	document.documentElement.style.width = "";
	vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(700);
	page(
		entry("one", {
			topOffset: { desktop: "10px", tablet: "20px", phone: "" },
			bottomLimit: { desktop: "none", phone: "section" },
		}),
	);
	const [sticky] = stickiesOfPage();
	expect(sticky?.offset.top).toBe(20);
	expect(sticky?.limit.top).toBe(document.querySelector(".et_pb_section"));
});

test("sticky styles give an element its room 50 ms after it stuck", () => {
	boxes = { one: [1000, 100] };
	page(entry("one", { stickyStyles: { width: "200px" } }));
	const rooms: string[] = [];
	const box = vi.mocked(Element.prototype.getBoundingClientRect);
	const usual = box.getMockImplementation();
	box.mockImplementation(function (this: Element) {
		const { style } = this as HTMLElement;
		const known = usual?.call(this) as DOMRect;
		if (style.visibility !== "hidden") return known;
		rooms.push(style.width);
		return { ...known, left: 300, width: 200 };
	});
	vi.advanceTimersByTime(100);
	scroll = 1200;
	window.dispatchEvent(new Event("scroll"));
	const element = document.querySelector(".et_pb_sticky") as HTMLElement;
	expect(element.style.width).toBe("510px");
	vi.advanceTimersByTime(50);
	expect(rooms).toEqual(["200px"]);
	expect([element.style.left, element.style.width]).toEqual(["300px", "200px"]);
	scrollTo(0);
	expect(element.getAttribute("style")).toBeNull();
	expect(document.querySelectorAll(".one")).toHaveLength(1);
});

test("what its parent's height is stays until the styles have run", () => {
	boxes = { one: [300, 40] };
	page(entry("one"));
	one().style.setProperty("transition-duration", "0.3s, 1s");
	const locks = () =>
		[...document.head.querySelectorAll("style")].filter(({ textContent }) =>
			textContent?.startsWith(".et_pb_column"),
		).length;
	scrollTo(295);
	expect(locks()).toBe(1);
	vi.advanceTimersByTime(1050);
	expect(locks()).toBe(0);
});

test("what changes inside a held element changes in its place too", async () => {
	boxes = { one: [300, 40] };
	page(entry("one"));
	scrollTo(295);
	one().append(document.createElement("b"));
	await Promise.resolve();
	vi.advanceTimersByTime(500);
	expect(document.querySelectorAll(".et_pb_sticky_placeholder b")).toHaveLength(
		1,
	);
});

test("others keep clear of it also where a phone's position is left empty", () => {
	vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(400);
	boxes = { one: [1000, 100], two: [1200, 50] };
	page(
		entry("one", { position: "bottom" }),
		entry("two", {
			position: { desktop: "bottom", tablet: "none", phone: "" },
		}),
	);
	expect(one().style.bottom).toBe("50px");
	expect(document.querySelector(".two")?.className).not.toContain("sticky");
});
