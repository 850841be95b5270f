import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isLinkShown } from "../divi/pager";
import { mount } from ".";

// Tasks run at once.
vi.mock("../runtime/task", () => ({
	beforeMounts: [],
	// biome-ignore lint/suspicious/noThenProperty: it stands for a promise that does not wait.
	nextTask: () => ({ then: (run: () => void) => run() }),
}));

const show = async (items: number, perPage: string, id = 'id="gal"') => {
	const item = (_: unknown, n: number) =>
		`<div class="et_pb_gallery_item et_pb_grid_item et_pb_bg_layout_light et_pb_gallery_item_0_${n}">
<div class='et_pb_gallery_image landscape'>
<a href="/${n}.jpg" title="Foto"><img src="/${n}-400x284.jpg" alt="" /></a>
</div></div>`;
	document.body.innerHTML = `<div ${id} class="et_pb_module et_pb_gallery et_pb_gallery_0  et_pb_bg_layout_light et_pb_gallery_grid">

<div class="et_pb_gallery_items et_post_gallery clearfix" ${perPage}>${Array.from({ length: items }, item).join("")}</div><div class="et_pb_gallery_pagination"></div></div>`;
	const root = document.querySelector(".et_pb_gallery") as HTMLElement;
	mount(root);
	// The page links.
	await vi.dynamicImportSettled();
	const pager = root.querySelector<HTMLElement>(".et_pb_gallery_pagination");
	return {
		pager,
		visible: () =>
			[...root.querySelectorAll<HTMLElement>(".et_pb_gallery_item")].flatMap(
				({ style }, n) => (style.display === "block" ? [n + 1] : []),
			),
		links: () =>
			[...(pager?.querySelectorAll<HTMLElement>("li") ?? [])]
				.filter(({ style }) => style.display !== "none")
				.map(({ textContent }) => textContent),
		click: (page: string | number) =>
			pager?.querySelector<HTMLElement>(`[data-page="${page}"]`)?.click(),
	};
};

beforeEach(() => {
	vi.useFakeTimers();
	window.et_pb_custom = { prev: "Anterior", next: "Siguiente" };
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	history.replaceState(null, "", "/");
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("24 items, 2 of a page", async () => {
	const { visible, links, click } = await show(24, 'data-per_page="2"');
	expect(visible()).toEqual([1, 2]);
	expect(links()).toEqual(["1", "2", "3", "4", "Siguiente"]);
	click(2);
	expect(visible()).toEqual([3, 4]);
	expect(links()).toEqual(["Anterior", "1", "2", "3", "4", "5", "Siguiente"]);
	vi.advanceTimersByTime(100);
	expect(location.hash).toBe("#gal|2");
	click("next");
	expect(visible()).toEqual([5, 6]);
	click("prev");
	expect(visible()).toEqual([3, 4]);
});

test.each([
	[4, [2, 3, 4, 5, 6]],
	[6, [4, 5, 6, 7, 8]],
	[9, [7, 8, 9, 10, 11]],
	[10, [8, 9, 10, 11, 12]],
	[12, [8, 9, 10, 11, 12]],
])("on page %i of 12 five links are shown", (page, shown) => {
	const links = Array.from({ length: 12 }, (_, n) => n + 1);
	const state = { page, count: 12, isUsed: true };
	expect(links.filter((link) => isLinkShown(link, state))).toEqual(shown);
});

test("without a number a page has four items; one page has no links", async () => {
	expect((await show(9, "")).links()).toEqual(["1", "2", "3", "Siguiente"]);
	const { pager } = await show(3, 'data-per_page="4"');
	expect(pager?.style.display).toBe("none");
	expect(pager?.innerHTML).toBe("<ul></ul>");
});

test("the fragment chooses a page", async () => {
	history.replaceState(null, "", "/#gal|3");
	const { visible } = await show(24, 'data-per_page="2"');
	vi.advanceTimersByTime(500);
	expect(visible()).toEqual([5, 6]);
});
