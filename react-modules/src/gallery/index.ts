import { onFragment, writeFragment } from "../divi/fragment";
import { onWidth, setGridSoon } from "../divi/grid";
import { createPages, drawPager } from "../divi/pages";

/** A gallery's pages: contract "divi-client", section 6.9. */

/** Items of a page without `data-per_page`. */
const PER_PAGE = 4;
/** Delay from a choice to the update of the fragment, in milliseconds. */
const FRAGMENT = 100;
/** Delay from a change of the window's width to a new layout, in milliseconds. */
const RESIZE = 100;

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const root = element as HTMLElement;
	const container = root.querySelector<HTMLElement>(".et_pb_gallery_items");
	if (!container) return;
	const items = [
		...container.querySelectorAll<HTMLElement>(".et_pb_gallery_item"),
	];
	const perPage = Number(container.dataset.per_page) || PER_PAGE;
	const host = root.querySelector<HTMLElement>(".et_pb_gallery_pagination");
	const pages = createPages();
	const show = (page: number, isUsed: boolean) => {
		const count = Math.ceil(items.length / perPage);
		pages.dispatch({ page, count, isUsed });
		if (host) host.style.display = count > 1 ? "" : "none";
		items.forEach(({ style }, n) => {
			const isOnPage = Math.floor(n / perPage) + 1 === page;
			style.display = isOnPage ? "block" : "none";
		});
		setGridSoon(container);
	};
	const choose = (page: number) => {
		if (page === pages.get().page) return;
		show(page, true);
		setTimeout(() => writeFragment(root.id, [pages.get().page]), FRAGMENT);
	};
	if (host) drawPager(host, pages, choose);
	show(1, false);
	onFragment(root, ([wanted]) => {
		const page = Number(wanted);
		const { count } = pages.get();
		if (Number.isInteger(page) && page >= 1 && page <= count) choose(page);
	});
	onWidth(root, () => setTimeout(() => show(1, false), RESIZE));
}
