import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";

const section = (n: number) =>
	`<div class="et_pb_section et_pb_section_${n}"><h2>Parte ${n}</h2></div>`;
const PAGE = `<div id="main-content"><div class="entry-content"><div class="et-l et-l--post">${[0, 1, 2].map(section).join("")}</div></div></div>`;

const links = () => [
	...document.querySelectorAll<HTMLElement>(".et_pb_side_nav a"),
];
let tops = [0, 600, 1200];

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
	vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(
		3000,
	);
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
		function (this: Element) {
			const [, n] = /et_pb_section_(\d)/.exec(this.className) ?? [];
			return { top: tops[Number(n)] ?? 0 } as DOMRect;
		},
	);
	tops = [0, 600, 1200];
	document.body.className = "et_pb_side_nav_page";
	document.body.innerHTML = PAGE;
	mount();
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

test("each section has its dot, named after its heading", () => {
	const list = document.querySelector<HTMLElement>("#main-content > ul");
	expect(list?.className).toBe("et_pb_side_nav et-visible");
	expect(list?.style.marginTop).toBe("-50px");
	expect(links().map(({ id, textContent }) => [id, textContent])).toEqual([
		["side_nav_item_id_0", "0"],
		["side_nav_item_id_1", "1"],
		["side_nav_item_id_2", "2"],
	]);
	expect(links()[1]?.getAttribute("aria-label")).toBe("Parte 1");
	expect(links()[0]?.className).toBe("active");
});

test("the active dot follows the page", () => {
	tops = [-700, -100, 500];
	window.dispatchEvent(new Event("scroll"));
	expect(links().map(({ className }) => className)).toEqual(["", "active", ""]);
});

test("a click goes there, the first to the top", () => {
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	links()[2]?.dispatchEvent(click);
	expect(click.defaultPrevented).toBe(true);
	vi.advanceTimersByTime(900);
	expect(vi.mocked(window.scrollTo).mock.lastCall).toEqual([0, 1200]);
	links()[0]?.click();
	vi.advanceTimersByTime(900);
	expect(vi.mocked(window.scrollTo).mock.lastCall).toEqual([0, 0]);
});

test("it is built again for another width, and not for one section", () => {
	document.querySelector(".et_pb_section_2")?.remove();
	window.dispatchEvent(new Event("resize"));
	vi.advanceTimersByTime(200);
	expect(links()).toHaveLength(2);
	document.querySelector(".et_pb_section_1")?.remove();
	window.et_pb_side_nav_page_init?.();
	expect(links()).toHaveLength(0);
});
