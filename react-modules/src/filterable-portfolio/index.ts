import { onFragment, writeFragment } from "../divi/fragment";
import { onWidth, setGridSoon } from "../divi/grid";
import { createPages, drawPager } from "../divi/pages";
import { smoothScroll } from "../divi/smooth-scroll";
import { whenLoaded } from "../runtime/loaded";
import { createStore } from "../runtime/store";
import { connectFilters, type FilterState } from "./filters";
import {
	ALL,
	itemsOf,
	type PortfolioInfo,
	pageCount,
	readPortfolio,
} from "./read";

/** A portfolio with categories: contract "divi-client", section 6.7. */

/** Delay from a choice to the update of the fragment, in milliseconds. */
const FRAGMENT = 500;
/** Delay from a fragment's category to its page, in milliseconds. */
const PAGE = 300;
/** Delay from a change of the window's width to a new layout, in milliseconds. */
const RESIZE = 100;

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const info = readPortfolio(element as HTMLElement);
	// After `load`, because the items are measured with their images and style sheets.
	if (info) whenLoaded(() => start(info));
}

function start(info: PortfolioInfo): void {
	const { root, container, host, filters, perPage } = info;
	const pages = createPages();
	const chosen = createStore<FilterState, FilterState>((_, next) => next, {
		slug:
			filters.find(({ classList }) => classList.contains("active"))?.dataset
				.categorySlug ?? ALL,
	});
	let shown = [...info.items];

	const show = (page: number, isUsed: boolean) => {
		const count = pageCount(shown.length, perPage);
		pages.dispatch({ page, count, isUsed });
		shown.forEach((item, n) => {
			const isOnPage = perPage === 0 || Math.floor(n / perPage) + 1 === page;
			item.style.display = isOnPage ? "block" : "none";
			item.classList.add("active");
			item.classList.remove("inactive");
		});
		setGridSoon(container);
	};
	const tell = () =>
		setTimeout(
			() => writeFragment(root.id, [chosen.get().slug, pages.get().page]),
			FRAGMENT,
		);
	const filter = (slug: string) => {
		chosen.dispatch({ slug });
		shown = itemsOf(info, slug).map(
			(item) => item.cloneNode(true) as HTMLElement,
		);
		container.replaceChildren(...shown);
		show(1, false);
		tell();
	};
	const turn = (page: number) => {
		smoothScroll(root, { ms: 800 });
		if (page === pages.get().page) return;
		show(page, true);
		tell();
	};
	root.style.display = "block";
	connectFilters(filters, chosen, filter);
	if (host) drawPager(host, pages, turn);
	show(1, false);
	onFragment(root, ([slug = "", wanted]) => {
		const isKnown = filters.some(
			({ dataset }) => dataset.categorySlug === slug,
		);
		if (!isKnown) return;
		if (slug !== chosen.get().slug) filter(slug);
		const page = Number(wanted);
		if (!Number.isInteger(page) || page < 1) return;
		setTimeout(() => {
			const { page: current, count } = pages.get();
			if (page !== current && page <= count) turn(page);
		}, PAGE);
	});
	onWidth(root, () => setTimeout(() => show(1, false), RESIZE));
}
