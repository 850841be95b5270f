import { useListener, useOwned } from "../runtime/owned";
import { type Store, useStore } from "../runtime/store";

/** The category that is shown. */
export interface FilterState {
	readonly slug: string;
}

/** One of the links that choose a category. */
export function Filter({
	link,
	store,
	choose,
}: {
	readonly link: HTMLElement;
	readonly store: Store<FilterState, FilterState>;
	readonly choose: (slug: string) => void;
}) {
	const slug = link.dataset.categorySlug ?? "";
	const isActive = useStore(store, (state) => state.slug === slug);
	useOwned(link, {
		tokens: { active: isActive },
		attributes: { "aria-current": isActive ? "true" : null },
	});
	useListener(link, "click", (event) => {
		event.preventDefault();
		choose(slug);
	});
	return null;
}
