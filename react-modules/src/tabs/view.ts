import { applyChanges } from "../runtime/changes";
import { type Store, watchStore } from "../runtime/store";
import type { TabsInfo } from "./read";
import type { TabsAction, TabsState } from "./state";

export interface TabsHandle {
	readonly info: TabsInfo;
	readonly store: Store<TabsState, TabsAction>;
	/** What a click on a tab does. */
	readonly choose: (tab: number) => void;
}

/** Keeps classes and attributes of a tabs module as its state says, and listens to its tabs. */
export function connect(handle: TabsHandle): void {
	const { info, store } = handle;
	const { root, list, items } = info;
	if (list) list.setAttribute("role", "tablist");
	items.forEach((item, n) => {
		listen(handle, item, n);
	});
	let transition: string | undefined;
	watchStore(store, (state) => {
		update(info, state);
		if (state.phase === "untouched") return;
		const next = `et_slide_transition_to_${state.active}`;
		if (next === transition) return;
		if (transition) root.classList.remove(transition);
		root.classList.add(next);
		transition = next;
	});
}

function update(
	{ items, panels }: TabsInfo,
	{ active, moved, phase }: TabsState,
): void {
	items.forEach((item, n) => {
		applyChanges(item, {
			classes: { et_pb_tab_active: n === active },
			attributes: { role: "presentation" },
		});
		const link = item.querySelector("a");
		if (!link) return;
		applyChanges(link, {
			attributes: { role: "tab", "aria-selected": String(n === active) },
		});
	});
	panels.forEach((panel, n) => {
		const label = items[n]?.textContent?.trim();
		applyChanges(panel, {
			classes: {
				"et-pb-active-slide": n === active,
				"et-pb-moved-slide": n === moved,
				et_slide_transition: n === moved && phase === "leaving",
			},
			attributes: {
				role: "tabpanel",
				...(label ? { "aria-label": label } : {}),
			},
		});
	});
}

function listen(
	{ info: { items }, choose }: TabsHandle,
	item: HTMLElement,
	n: number,
): void {
	item.addEventListener("click", (event) => {
		event.preventDefault();
		choose(n);
	});
	item.addEventListener("keydown", (event) => {
		const { key } = event;
		// A link reacts to Enter only; an element with the role `tab` to the space bar too.
		if (key === " ") {
			event.preventDefault();
			choose(n);
		}
		const target = neighbour(
			key,
			n,
			items.length,
			document.body.classList.contains("rtl"),
		);
		if (target === undefined) return;
		event.preventDefault();
		items[target]?.querySelector("a")?.focus();
	});
}

/** The tab that a key moves the focus to. */
export function neighbour(
	key: string,
	n: number,
	count: number,
	isRtl: boolean,
): number | undefined {
	const step = isRtl ? -1 : 1;
	switch (key) {
		case "ArrowRight":
			return (n + step + count) % count;
		case "ArrowLeft":
			return (n - step + count) % count;
		case "Home":
			return 0;
		case "End":
			return count - 1;
		default:
			return undefined;
	}
}
