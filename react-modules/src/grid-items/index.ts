import { setGridSoon } from "../divi/grid";
import { repeater } from "../divi/repeater";

/** Items in rows, in whatever module they stand (contract "divi-client", section 4.7): also those that come later. */

const containers = new Set<HTMLElement>();
/** Those that are named already, until they are. */
const soon = new Set<HTMLElement>();

function name(container: HTMLElement): void {
	if (soon.has(container)) return;
	soon.add(container);
	setTimeout(() => soon.delete(container));
	setGridSoon(container);
}

function again(): void {
	for (const container of containers) {
		if (container.isConnected) name(container);
		else containers.delete(container);
	}
}

export function mount(item: Element): void {
	const container = item.parentElement;
	if (!container) return;
	if (containers.size === 0) {
		window.addEventListener("resize", repeater(again, 100));
	}
	containers.add(container);
	name(container);
}
