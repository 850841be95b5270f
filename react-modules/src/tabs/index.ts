import { windowWidth } from "../divi/device";
import { onFragment, writeFragment } from "../divi/fragment";
import { createStore } from "../runtime/store";
import { fadeTo } from "../runtime/tween";
import {
	isInNarrowColumn,
	readTabs,
	type TabsInfo,
	tabOfFragment,
} from "./read";
import { isMoving, reduce } from "./state";
import { connect, type TabsHandle } from "./view";

/** Tabs: contract "divi-client", section 6.5. */

/** How long a panel fades, in milliseconds. */
const FADE = 500;
/** Below this width tabs stand one below the other. */
const NARROW = 768;

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const root = element as HTMLElement;
	const info = readTabs(root);
	if (info.items.length === 0) return;
	const handle = createHandle(info);
	connect(handle);
	setHeights(root);
	onFragment(root, ([tab = ""]) => {
		const n = Number.parseInt(tab, 10);
		if (info.items[n] && n !== handle.store.get().active) handle.choose(n);
	});
	const named = tabOfFragment(info, location.hash);
	if (named >= 0) handle.choose(named);
}

function createHandle(info: TabsInfo): TabsHandle {
	const store = createStore(reduce, {
		active: info.start,
		moved: undefined,
		phase: "untouched",
	});
	const choose = (tab: number) => {
		const before = store.get();
		if (isMoving(before)) return;
		store.dispatch({ type: "open", tab });
		const old = info.panels[before.active];
		const next = info.panels[tab];
		if (tab === before.active || !next) show(next);
		else {
			for (const panel of info.panels) panel.style.zIndex = "1";
			next.style.display = "none";
			change(old, next);
		}
		writeFragment(info.root.id, [tab]);
	};
	/** Fades the old panel out, then the new one in. */
	const change = (old: HTMLElement | undefined, next: HTMLElement) => {
		const enter = () => {
			store.dispatch({ type: "left" });
			next.style.opacity = "0";
			next.style.display = "block";
			fadeTo(next, 1, FADE, () => {
				store.dispatch({ type: "entered" });
				// Sliders, maps and galleries inside measure themselves on `resize`.
				window.dispatchEvent(new Event("resize"));
			});
		};
		if (!old) return enter();
		old.style.zIndex = "2";
		old.style.display = "block";
		fadeTo(old, 0, FADE, () => {
			old.style.display = "none";
			enter();
		});
	};
	return { info, store, choose };
}

function show(panel: HTMLElement | undefined): void {
	if (!panel) return;
	panel.style.display = "block";
	panel.style.opacity = "1";
}

/** Tabs beside each other are as high as the highest. */
export function setHeights(root: HTMLElement): void {
	const { items } = readTabs(root);
	const isStacked = windowWidth() < NARROW || isInNarrowColumn(root);
	root.classList.toggle("et_pb_tabs_vertically_stacked", isStacked);
	for (const item of items) item.style.height = "";
	if (isStacked) return;
	const highest = Math.max(
		...items.map((item) => Number.parseFloat(getComputedStyle(item).height)),
	);
	if (!(highest > 0)) return;
	for (const item of items) item.style.height = `${highest}px`;
}
