import { beforeEach, expect, test, vi } from "vitest";
import { controlPage } from "../testing/controlled-page";
import { columnsOf, mount } from ".";

controlPage();

const show = (count: number, more = "") => {
	const items = Array.from(
		{ length: count },
		(_, n) =>
			`<div id="post-${n + 1}" class="et_pb_portfolio_item et_pb_grid_item"></div>`,
	).join("\n");
	document.body.innerHTML = `<div class="et_pb_module et_pb_fullwidth_portfolio et_pb_fullwidth_portfolio_carousel" ${more}>
<div class="et_pb_portfolio_items clearfix" data-portfolio-columns="">
${items}
</div></div>`;
	const root = document.querySelector<HTMLElement>(
		".et_pb_fullwidth_portfolio",
	) as HTMLElement;
	mount(root);
	const click = (way: string) =>
		root.querySelector<HTMLElement>(`.et-pb-arrow-${way}`)?.click();
	return {
		root,
		group: (selector = "") =>
			[
				...root.querySelectorAll(
					`.et_pb_carousel_group${selector} > .et_pb_portfolio_item`,
				),
			].map(({ id }) => id.slice(5)),
		move: (way: string) => {
			click(way);
			vi.advanceTimersByTime(1000);
		},
		click,
	};
};

beforeEach(() => {
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1200);
});

test("7 items at 1200 px: windows of four", () => {
	const { root, group, move, click } = show(7);
	expect(group()).toEqual(["1", "2", "3", "4"]);
	const item = root.querySelector<HTMLElement>("#post-1");
	expect([item?.style.width, item?.style.height]).toEqual(["25%", "225px"]);
	click("next");
	vi.advanceTimersByTime(200);
	expect(group(".next")).toEqual(["5", "6", "7", "1-dup"]);
	vi.advanceTimersByTime(800);
	expect(group()).toEqual(["5", "6", "7", "1"]);
	expect(root.querySelector('[id$="-dup"]')).toBe(null);
	move("next");
	expect(group()).toEqual(["2", "3", "4", "5"]);
	move("prev");
	expect(group()).toEqual(["5", "6", "7", "1"]);
});

test("as many items as columns need no arrows", () => {
	const { root } = show(4);
	const arrows = root.querySelector<HTMLElement>(".et-pb-slider-arrows");
	expect(arrows?.style.display).toBe("none");
});

test("it moves by itself, not under the pointer", () => {
	const { root, group } = show(
		7,
		'data-auto-rotate="on" data-auto-rotate-speed="600"',
	);
	vi.advanceTimersByTime(1500);
	expect(group()).toEqual(["5", "6", "7", "1"]);
	root.dispatchEvent(new MouseEvent("mouseenter"));
	vi.advanceTimersByTime(5000);
	expect(group()).toEqual(["5", "6", "7", "1"]);
	root.dispatchEvent(new MouseEvent("mouseleave"));
	vi.advanceTimersByTime(1500);
	expect(group()).toEqual(["2", "3", "4", "5"]);
});

test("a window of another width shows the same items while they have as many columns", () => {
	const { root, group, move } = show(
		7,
		'data-auto-rotate="on" data-auto-rotate-speed="2500"',
	);
	const resize = (width: number) => {
		vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
		window.dispatchEvent(new Event("resize"));
		vi.advanceTimersByTime(10);
	};
	const height = () =>
		root.querySelector<HTMLElement>(".et_pb_portfolio_items")?.style.height;
	move("next");
	resize(1100);
	expect(group()).toEqual(["5", "6", "7", "1"]);
	expect(height()).toBe("206.25px");
	// Nor does it wait longer for its next move.
	vi.advanceTimersByTime(3200);
	expect(group()).toEqual(["2", "3", "4", "5"]);
	resize(800);
	expect(group()).toEqual(["1", "2", "3"]);
	expect(height()).toBe("200px");
	expect(root.querySelector("#post-3")?.className).toContain("position_3");
	resize(500);
	// The class of a place stays where there is no room for it.
	expect(root.querySelector("#post-3")?.className).toContain("position_3");
	expect(group()).toEqual(["1", "2"]);
	expect(
		[...root.querySelectorAll("[style*=none][class*=_in_row]")].length,
	).toBe(0);
});

test("a window that changes during a move is laid out when that is over", () => {
	const { root, group, click } = show(7);
	click("next");
	vi.advanceTimersByTime(200);
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
	window.dispatchEvent(new Event("resize"));
	vi.advanceTimersByTime(1000);
	expect(group()).toEqual(["1", "2", "3"]);
	const items = root.querySelector<HTMLElement>(".et_pb_portfolio_items");
	expect(items?.style.height).toBe("200px");
	expect(items?.className).toContain("columns-3");
});

test.each([
	[1600, 5],
	[1024, 4],
	[768, 3],
	[480, 2],
	[470, 1],
])("%i px hold %i columns", (width, columns) => {
	expect(columnsOf(width)).toBe(columns);
});
