import { applyChanges } from "../runtime/changes";
import { type Store, watchStore } from "../runtime/store";

/** The category that is shown. */
export interface FilterState {
	readonly slug: string;
}

/** Marks the chosen category's link, and calls `choose` when a link is clicked. */
export function connectFilters(
	links: readonly HTMLElement[],
	store: Store<FilterState, FilterState>,
	choose: (slug: string) => void,
): void {
	const slugOf = (link: HTMLElement) => link.dataset.categorySlug ?? "";
	watchStore(store, ({ slug }) => {
		for (const link of links) {
			const isActive = slugOf(link) === slug;
			applyChanges(link, {
				classes: { active: isActive },
				attributes: { "aria-current": isActive ? "true" : null },
			});
		}
	});
	for (const link of links) {
		link.addEventListener("click", (event) => {
			event.preventDefault();
			choose(slugOf(link));
		});
	}
}
