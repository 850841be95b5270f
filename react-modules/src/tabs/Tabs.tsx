import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useListener, useOwned } from "../runtime/owned";
import { type Store, useStore } from "../runtime/store";
import type { TabsInfo } from "./read";
import type { TabsAction, TabsState } from "./state";

export interface TabsHandle {
	readonly info: TabsInfo;
	readonly store: Store<TabsState, TabsAction>;
	/** What a click on a tab does. */
	readonly choose: (tab: number) => void;
}

/** A tabs module: the adopted tree, and what changes on the module, its tabs and their panels. */
export function Tabs({
	handle,
	children,
}: {
	readonly handle: TabsHandle;
	readonly children: ReactNode;
}) {
	const { root, list, items, panels } = handle.info;
	const active = useStore(handle.store, (state) => state.active);
	const phase = useStore(handle.store, (state) => state.phase);
	const last = useRef<string>(undefined);
	useLayoutEffect(() => {
		if (phase === "untouched") return;
		const token = `et_slide_transition_to_${active}`;
		if (last.current) root.classList.remove(last.current);
		root.classList.add(token);
		last.current = token;
	}, [root, active, phase]);
	useOwned(list ?? [], { attributes: { role: "tablist" } });
	return (
		<>
			{children}
			{items.map((item, n) => (
				<Tab key={`tab-${n.toString()}`} handle={handle} item={item} n={n} />
			))}
			{panels.map((panel, n) => (
				<Panel
					key={`panel-${n.toString()}`}
					handle={handle}
					panel={panel}
					n={n}
				/>
			))}
		</>
	);
}

function Tab({
	handle,
	item,
	n,
}: {
	readonly handle: TabsHandle;
	readonly item: HTMLElement;
	readonly n: number;
}) {
	const isActive = useStore(handle.store, ({ active }) => active === n);
	const link = item.querySelector("a");
	useOwned(item, {
		tokens: { et_pb_tab_active: isActive },
		attributes: { role: "presentation" },
	});
	useOwned(link ?? [], {
		attributes: { role: "tab", "aria-selected": String(isActive) },
	});
	useListener(item, "click", (event) => {
		event.preventDefault();
		handle.choose(n);
	});
	useListener(item, "keydown", (event) => {
		const { items } = handle.info;
		const { key } = event as KeyboardEvent;
		// A link knows only Enter; what is said to be a tab knows both.
		if (key === " ") {
			event.preventDefault();
			handle.choose(n);
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
	return null;
}

/** Where a key leads from a tab. */
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

function Panel({
	handle,
	panel,
	n,
}: {
	readonly handle: TabsHandle;
	readonly panel: HTMLElement;
	readonly n: number;
}) {
	const { store, info } = handle;
	const isActive = useStore(store, ({ active }) => active === n);
	const isMoved = useStore(store, ({ moved }) => moved === n);
	const isLeaving = useStore(
		store,
		({ moved, phase }) => moved === n && phase === "leaving",
	);
	const label = info.items[n]?.textContent?.trim();
	useOwned(panel, {
		tokens: {
			"et-pb-active-slide": isActive,
			"et-pb-moved-slide": isMoved,
			et_slide_transition: isLeaving,
		},
		attributes: { role: "tabpanel", ...(label ? { "aria-label": label } : {}) },
	});
	return null;
}
