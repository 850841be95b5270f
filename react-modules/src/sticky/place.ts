import { windowWidth } from "../divi/device";
import type { Edge, Sticky } from "./read";

/** Where a sticky element would be in the page, and what it keeps clear of. */
export interface Held extends Sticky {
	/** Takes the element's place while it is held. */
	placeholder: HTMLElement | undefined;
	/** Its room while it is held, where sticky styles give it another than its place has. */
	room: Room | undefined;
}

export type Room = Readonly<Pick<DOMRect, "left" | "width">>;

/** The box of the element's place in the page. */
export const boxOf = ({ element, placeholder }: Held): DOMRect =>
	(placeholder ?? element).getBoundingClientRect();

const heightOf = (selector: string): number =>
	document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;

/** What stays at the top of the window: the bar of who is logged in, the two navigations. */
function chromeHeight(): number {
	let sum = 0;
	const bar = document.getElementById("wpadminbar");
	if (bar && getComputedStyle(bar).position === "fixed") {
		sum += bar.offsetHeight;
	}
	const isFixed =
		document.body.classList.contains("et_fixed_nav") && windowWidth() > 980;
	return isFixed ? sum + heightOf("#top-header") + fixedHeaderHeight() : sum;
}

/** The width of the window for which the header was measured, and its height. */
let measured: readonly [width: number, height: number] | undefined;

/** Forgets the header's height: it may have another now. */
export function forgetHeader(): void {
	measured = undefined;
}

/** The main header's height once it is fixed: that of a copy, while the window has this width. */
function fixedHeaderHeight(): number {
	const width = windowWidth();
	if (measured?.[0] !== width) measured = [width, measureHeader()];
	return measured[1];
}

function measureHeader(): number {
	const header = document.getElementById("main-header");
	if (!header) return 0;
	const copy = header.cloneNode(true) as HTMLElement;
	copy.classList.add("et-fixed-header", "et-disabled-animations");
	// It keeps its ids for the style sheet: nothing else runs while it is there.
	copy.style.cssText =
		"position:fixed!important;visibility:hidden!important;width:100%!important";
	for (const node of [copy, ...copy.querySelectorAll<HTMLElement>("*")]) {
		node.style?.setProperty("transition", "none", "important");
	}
	header.after(copy);
	const height = copy.offsetHeight;
	copy.remove();
	return height;
}

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
	one.left < other.right && other.left < one.right;

/** How far from its edge of the window an element is held. */
export function offsetOf(held: Held, edge: Edge, all: readonly Held[]): number {
	let offset = held.offset[edge];
	if (edge === "top") offset += chromeHeight();
	if (!held.isClear) return offset;
	const place = all.indexOf(held);
	const before = edge === "top" ? all.slice(0, place) : all.slice(place + 1);
	const box = boxOf(held);
	for (const other of before) {
		const limit = other.limit[edge];
		const isBeside =
			!other.kept.includes(edge) ||
			!overlaps(box, boxOf(other)) ||
			(limit !== null && !limit.contains(held.element));
		if (isBeside) continue;
		offset += other.element.getBoundingClientRect().height + other.offset[edge];
	}
	return offset;
}

/** What the elements held at the top cover of a target when the page stands there, below the bars, in pixels. */
export function heightAbove(target: Element, all: readonly Held[]): number {
	const box = target.getBoundingClientRect();
	const above = all.filter((held) => {
		const place = boxOf(held);
		const limit = held.limit.top?.getBoundingClientRect();
		return (
			held.edges.includes("top") &&
			place.top < box.top &&
			!(held.placeholder ?? held.element).contains(target) &&
			overlaps(place, box) &&
			!(limit && limit.bottom <= box.top)
		);
	});
	const ends = above.map(
		(held) =>
			offsetOf(held, "top", all) -
			chromeHeight() +
			held.element.getBoundingClientRect().height,
	);
	return Math.round(Math.max(0, ...ends));
}

/** Which edge of the window wants the element, if any. */
export function wantedEdge(held: Held, all: readonly Held[]): Edge | undefined {
	const { top, bottom } = boxOf(held);
	return held.edges.find((edge) =>
		edge === "top"
			? top < offsetOf(held, edge, all)
			: bottom > innerHeight - offsetOf(held, edge, all),
	);
}

/** How far the element's limit pushes it out of the window; 0 while there is room. */
export function pushOf(held: Held, edge: Edge, offset: number): number {
	const limit = held.limit[edge]?.getBoundingClientRect();
	if (!limit) return 0;
	const { height } = held.element.getBoundingClientRect();
	const room =
		edge === "top"
			? limit.bottom - (offset + height)
			: innerHeight - offset - height - limit.top;
	return Math.min(0, room);
}
