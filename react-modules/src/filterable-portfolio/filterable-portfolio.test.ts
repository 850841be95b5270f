import { expect, test, vi } from "vitest";
import { controlPage } from "../testing/controlled-page";
import { mount } from ".";
import { pageCount } from "./read";

// Tasks run at once.
vi.mock("../runtime/task", () => ({
	beforeMounts: [],
	// biome-ignore lint/suspicious/noThenProperty: it stands for a promise that does not wait.
	nextTask: () => ({ then: (run: () => void) => run() }),
}));

controlPage();

const items = ["a", "a", "b", "a b", "b"];

const show = async (perPage = 2) => {
	const filter = (slug: string, more = "", active = "") =>
		`<li class="et_pb_portfolio_filter ${more}"><a href="#"${active} data-category-slug="${slug}">${slug}</a></li>`;
	const item = (slugs: string, n: number) =>
		`<div id="post-${n + 1}" class="et_pb_portfolio_item et_pb_grid_item ${slugs
			.split(" ")
			.map((slug) => `project_category_${slug}`)
			.join(" ")}"></div>`;
	document.body.innerHTML = `<div id="fp" class="et_pb_module et_pb_filterable_portfolio" data-posts-number="${perPage}">
<div class="et_pb_portfolio_filters clearfix"><ul class="clearfix">${filter("all", "et_pb_portfolio_filter_all", ' class="active"')}${filter("a")}${filter("b")}</ul></div>
<div class="et_pb_portfolio_items_wrapper"><div class="et_pb_portfolio_items">${items.map(item).join("\n")}</div></div>
<div class="et_pb_portofolio_pagination"></div></div>`;
	const root = document.querySelector("#fp") as HTMLElement;
	mount(root);
	// The page links.
	await vi.dynamicImportSettled();
	const all = () => [
		...root.querySelectorAll<HTMLElement>(".et_pb_portfolio_item"),
	];
	return {
		root,
		ids: () => all().map(({ id }) => Number(id.slice(5))),
		visible: () =>
			all().flatMap(({ id, style }) =>
				style.display === "block" ? [Number(id.slice(5))] : [],
			),
		filter: (slug: string) =>
			root
				.querySelector<HTMLElement>(`[data-category-slug="${slug}"]`)
				?.click(),
		active: () =>
			root.querySelector(".et_pb_portfolio_filter a.active")?.textContent,
		pages: () => root.querySelectorAll("li.page").length,
	};
};

test("a category shows its items, and the fragment tells of it", async () => {
	const { visible, ids, filter, active, pages } = await show();
	expect([visible(), pages()]).toEqual([[1, 2], 3]);
	filter("a");
	expect([ids(), visible(), pages(), active()]).toEqual([
		[1, 2, 4],
		[1, 2],
		2,
		"a",
	]);
	vi.advanceTimersByTime(500);
	expect(location.hash).toBe("#fp|a|1");
	filter("all");
	vi.advanceTimersByTime(500);
	expect([ids(), location.hash]).toEqual([[1, 2, 3, 4, 5], "#fp|all|1"]);
});

test("a fragment chooses category and page", async () => {
	history.replaceState(null, "", "/#fp|b|2");
	const { visible, active, root } = await show();
	vi.advanceTimersByTime(1000);
	expect([visible(), active()]).toEqual([[5], "b"]);
	const hidden = [...root.querySelectorAll<HTMLElement>("li.prev, li.next")];
	expect(hidden.map(({ style }) => style.display)).toEqual(["", "none"]);
});

test("0 items of a page are all", async () => {
	expect([pageCount(5, 0), pageCount(5, 2)]).toEqual([1, 3]);
	const { visible, pages } = await show(0);
	expect([visible(), pages()]).toEqual([[1, 2, 3, 4, 5], 0]);
});
