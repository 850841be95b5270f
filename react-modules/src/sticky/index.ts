import { onDevice } from "../divi/device";
import { repeater } from "../divi/repeater";
import { tellStuckAbove } from "../divi/smooth-scroll";
import { whenLoaded } from "../runtime/loaded";
import { hold, place, release, remeasureRoom, renewPlaceholder } from "./hold";
import { forgetHeader, type Held, heightAbove, wantedEdge } from "./place";
import { type Edge, stickiesOfPage } from "./read";

/** Sticky elements: contract "divi-client", section 6.22. */

/** How long changes of the page are gathered, in milliseconds. */
const GATHER = 50;
/** How long changes of an element itself are gathered. */
const CHANGED = 500;

interface Item extends Held {
	/** The edge at which it is held. */
	edge: Edge | undefined;
	/** The edge that wanted it last. */
	wanted: Edge | undefined;
}

export function mount(): void {
	const items: Item[] = stickiesOfPage().map((sticky) => ({
		...sticky,
		placeholder: undefined,
		room: undefined,
		edge: undefined,
		wanted: undefined,
	}));
	if (items.length === 0) return;
	tellStuckAbove((target) => heightAbove(target, items));

	const start = (item: Item, edge: Edge) => {
		item.edge = edge;
		item.wanted = edge;
		hold(item, edge, items);
	};
	const end = (item: Item) => {
		item.edge = undefined;
		item.wanted = undefined;
		release(item);
	};
	const look = (item: Item) => {
		if (!item.element.isConnected) return;
		const wanted = wantedEdge(item, items);
		if (!item.edge) {
			if (wanted) start(item, wanted);
			return;
		}
		if (!wanted || (item.wanted === "top" && wanted === "bottom")) {
			end(item);
			if (wanted) lookSoon();
			return;
		}
		// A jump from below to above: it stays at its edge until it has been in its place.
		item.wanted = wanted;
		place(item, item.edge, items);
	};
	const lookAll = () => {
		for (const item of items) look(item);
	};
	const lookSoon = repeater(lookAll, GATHER);

	whenLoaded(() => {
		forgetHeader();
		lookAll();
		window.addEventListener("scroll", lookAll, { passive: true });
		window.addEventListener("resize", () => {
			for (const item of items) if (item.room) remeasureRoom(item);
			lookSoon();
		});
		onDevice(() => {
			setTimeout(() => {
				const values = stickiesOfPage();
				for (const item of items) {
					end(item);
					// Another device may have other values.
					const { element } = item;
					Object.assign(
						item,
						values.find((value) => value.element === element) ?? {
							edges: [],
							kept: [],
						},
					);
					look(item);
				}
			}, GATHER);
		});
		// The header has another height now.
		window.addEventListener("ETDiviFixedHeaderTransitionEnd", () => {
			forgetHeader();
			for (const item of items) {
				if (item.edge !== "top") continue;
				end(item);
				look(item);
			}
		});
		for (const item of items) {
			const renew = repeater(() => {
				renewPlaceholder(item);
				look(item);
			}, CHANGED);
			new MutationObserver(renew).observe(item.element, {
				childList: true,
				characterData: true,
				subtree: true,
			});
		}
		if (typeof ResizeObserver === "function") {
			new ResizeObserver(lookSoon).observe(document.body);
		}
	});
}
