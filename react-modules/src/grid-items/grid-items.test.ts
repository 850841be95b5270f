import { afterEach, expect, test, vi } from "vitest";
import { mount } from ".";

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("items are named by their place in rows, also those of another page", () => {
	vi.useFakeTimers();
	vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([
		{},
	] as unknown as DOMRectList);
	vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
		function (this: Element) {
			return {
				width: this.matches(".et_pb_grid_item") ? 250 : 1000,
			} as DOMRect;
		},
	);
	const items = (from: number) =>
		[0, 1, 2, 3, 4]
			.map(
				(n) =>
					`<div id="post-${from + n}" class="et_pb_portfolio_item et_pb_grid_item"></div>`,
			)
			.join("");
	document.body.innerHTML = `<div class="et_pb_module et_pb_portfolio_grid"><div class="et_pb_ajax_pagination_container">
		<div class="et_pb_portfolio_grid_items">${items(40)}</div></div></div><p></p>`;
	const mountAll = () => {
		for (const item of document.querySelectorAll(".et_pb_grid_item")) {
			mount(item);
		}
	};
	const named = (name: string) =>
		[...document.querySelectorAll(`.${name}`)].map(({ id }) => id);
	mountAll();
	vi.advanceTimersByTime(1);
	expect(named("first_in_row")).toEqual(["post-40", "post-44"]);
	expect(named("last_in_row")).toEqual(["post-43"]);
	const list = document.querySelector(".et_pb_ajax_pagination_container");
	if (list) {
		list.innerHTML = `<div class="et_pb_portfolio_grid_items">${items(50)}</div>`;
	}
	mountAll();
	vi.advanceTimersByTime(1);
	expect(named("first_in_row")).toEqual(["post-50", "post-54"]);
	window.dispatchEvent(new Event("resize"));
	vi.advanceTimersByTime(200);
	expect(named("last_in_row")).toEqual(["post-53"]);
});
