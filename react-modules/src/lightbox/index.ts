import { report } from "../runtime/report";
import { imageOfLink, linksOf } from "./read";

/**
 * Images that open over the page: contract "divi-client", section 5. This part listens without React; the dialog comes
 * in a chunk of its own when a visitor points at a link or focuses it.
 */
const mounted = new WeakSet<Element>();

const loadDialog = () =>
	import(/* webpackChunkName: "lightbox-dialog" */ "./dialog");

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const root = element as HTMLElement;
	for (const type of ["pointerover", "focusin"]) {
		root.addEventListener(type, () => void loadDialog().catch(() => {}), {
			once: true,
			passive: true,
		});
	}
	root.addEventListener("click", (event) => {
		// With a key or another button the browser opens a window or tab.
		if (event.button > 0 || event.ctrlKey || event.metaKey) return;
		if (event.shiftKey || event.altKey) return;
		const links = linksOf(root);
		const place = links.findIndex((link) =>
			link.contains(event.target as Node),
		);
		if (place < 0) return;
		event.preventDefault();
		loadDialog().then(
			({ open }) => open(links.map(imageOfLink), place),
			(error) => {
				report("lightbox", "could not open", error);
				const address = links[place]?.getAttribute("href");
				if (address) location.assign(address);
			},
		);
	});
}
