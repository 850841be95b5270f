import { open } from "./open";
import { linksOf, pictureOf } from "./read";

/** Pictures that open over the page: contract "divi-client", section 5. */
const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const root = element as HTMLElement;
	root.addEventListener("click", (event) => {
		// Those open a window or tab.
		if (event.button > 0 || event.ctrlKey || event.metaKey) return;
		if (event.shiftKey || event.altKey) return;
		const links = linksOf(root);
		const place = links.findIndex((link) =>
			link.contains(event.target as Node),
		);
		if (place < 0) return;
		event.preventDefault();
		open(links.map(pictureOf), place);
	});
}
