/** A filterable portfolio as the server printed it: contract "divi-client", section 6.7. */
export interface PortfolioInfo {
	readonly root: HTMLElement;
	readonly container: HTMLElement;
	/** As the server printed them: what is shown are copies. */
	readonly items: readonly HTMLElement[];
	readonly filters: readonly HTMLElement[];
	readonly host: HTMLElement | null;
	/** Items of a page; 0 for all of them. */
	readonly perPage: number;
}

export const ALL = "all";

export function readPortfolio(root: HTMLElement): PortfolioInfo | undefined {
	const container = root.querySelector<HTMLElement>(".et_pb_portfolio_items");
	if (!container) return undefined;
	return {
		root,
		container,
		items: [...root.querySelectorAll<HTMLElement>(".et_pb_portfolio_item")],
		filters: [
			...root.querySelectorAll<HTMLElement>(
				".et_pb_portfolio_filter a[data-category-slug]",
			),
		],
		host: root.querySelector(".et_pb_portofolio_pagination"),
		perPage: Number(root.dataset.postsNumber) || 0,
	};
}

/** The items of a category. */
export const itemsOf = (
	{ items }: Pick<PortfolioInfo, "items">,
	slug: string,
): HTMLElement[] =>
	items.filter(
		({ classList }) =>
			slug === ALL || classList.contains(`project_category_${slug}`),
	);

export const pageCount = (items: number, perPage: number): number =>
	perPage > 0 ? Math.ceil(items / perPage) : 1;
