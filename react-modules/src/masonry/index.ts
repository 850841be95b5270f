import { deal, dealAgain, isDealt, isStale } from "../divi/masonry";

/** Blog grids in columns (contract "divi-client", section 4.12). No React: the items are moved, nothing is drawn. */

/** How often a list asks for a sheet that is still on its way, in milliseconds. */
const POLL = 100;

export function mount(element: Element): void {
	const list = element as HTMLElement;
	const start = () => {
		if (isDealt(list) || deal(list) || !list.isConnected) return;
		setTimeout(start, POLL);
	};
	start();
	window.addEventListener("resize", () => {
		if (list.isConnected && isDealt(list) && isStale(list)) dealAgain(list);
	});
}
