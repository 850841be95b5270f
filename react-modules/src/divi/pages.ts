import { report } from "../runtime/report";
import { createStore, type Store } from "../runtime/store";

/** The pages of a list (contract "divi-client", section 6.7): galleries and portfolios. */
export interface Pages {
	/** From 1. */
	readonly page: number;
	readonly count: number;
	/** Whether the visitor has chosen a page since the list was rendered. */
	readonly isUsed: boolean;
}

export type PagesStore = Store<Pages, Partial<Pages>>;

export const createPages = (): PagesStore =>
	createStore<Pages, Partial<Pages>>(
		(state, change) => ({ ...state, ...change }),
		{ page: 1, count: 1, isUsed: false },
	);

/** Loads React and draws the page links into the server's empty element; the base sheet reserves its height. */
export function drawPager(
	host: HTMLElement,
	pages: PagesStore,
	choose: (page: number) => void,
): void {
	import(/* webpackChunkName: "divi-pager" */ "./pager").then(
		({ draw }) => draw(host, pages, choose),
		(error) => report("pager", "did not load", error),
	);
}
