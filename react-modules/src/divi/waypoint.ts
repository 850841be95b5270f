import { isBuilder } from "./builder";
import { diviSettings } from "./legacy";

/**
 * Calls back when the page scrolls past a point of an element (contract "divi-client", section 1.6, "Waypoint").
 * Points are checked once a frame; they are measured again on resize, on load and by `refreshWaypoints`.
 */

export type Direction = "down" | "up";
/** Part of the viewport's height in percent, pixels, or the element's lower edge at the viewport's. */
export type Offset = `${number}%` | number | "bottom-in-view";

interface Waypoint {
	readonly element: Element;
	/** What scrolls it, where that is not the window. */
	readonly context: Element | undefined;
	readonly offset: Offset | (() => number);
	readonly call: (direction: Direction) => void;
	point: number;
	isPassed: boolean;
}

const waypoints = new Set<Waypoint>();
let isListening = false;
let frame = 0;

const measure = (waypoint: Waypoint) => {
	const { element, offset, context } = waypoint;
	const box = element.getBoundingClientRect();
	const height = context?.clientHeight ?? innerHeight;
	let before: number;
	if (typeof offset === "function") before = offset();
	else if (typeof offset === "number") before = offset;
	else if (offset === "bottom-in-view") before = height - box.height;
	else before = Math.ceil((height * Number.parseFloat(offset)) / 100);
	const top = box.top - (context?.getBoundingClientRect().top ?? 0);
	waypoint.point = Math.floor(top + scrolled(waypoint) - before);
};

const scrolled = ({ context }: Waypoint) => context?.scrollTop ?? scrollY;

/** The first scroll container of the page's settings that holds the element. */
function contextOf(element: Element): Element | undefined {
	const options = diviSettings().waypoints_options as
		| { readonly context?: readonly string[] }
		| undefined;
	return options?.context
		?.map((selector) => element.parentElement?.closest(selector))
		.find((context) => context) as Element | undefined;
}

function look(): void {
	frame = 0;
	for (const waypoint of [...waypoints]) {
		const isPassed = scrolled(waypoint) >= waypoint.point;
		if (isPassed === waypoint.isPassed) continue;
		waypoint.isPassed = isPassed;
		waypoint.call(isPassed ? "down" : "up");
	}
}

const lookSoon = () => {
	if (frame === 0) frame = requestAnimationFrame(look);
};

/** Measures all points again. */
export function refreshWaypoints(): void {
	for (const waypoint of waypoints) measure(waypoint);
	lookSoon();
}

function listen(): void {
	if (isListening) return;
	isListening = true;
	// In scroll containers only scrolling down is reported.
	window.addEventListener("scroll", lookSoon, true);
	window.addEventListener("resize", refreshWaypoints);
	window.addEventListener("load", refreshWaypoints);
}

/** Watches an element; for an element that was passed already the call follows in the next frame. Returns a function that ends it. */
export function onWaypoint(
	element: Element,
	offset: Waypoint["offset"],
	call: (direction: Direction) => void,
): () => void {
	// In the builder every module counts as seen.
	if (isBuilder() && typeof offset === "string") {
		requestAnimationFrame(() => call("down"));
		return () => {};
	}
	listen();
	const waypoint: Waypoint = {
		element,
		context: contextOf(element),
		offset,
		call,
		point: 0,
		isPassed: false,
	};
	measure(waypoint);
	waypoints.add(waypoint);
	lookSoon();
	return () => waypoints.delete(waypoint);
}

/**
 * Divi's usual point: `offset`, or the element's lower edge for what lies in the last row of the last section, which
 * could not be scrolled further up.
 */
export function usualOffset(element: Element, offset: Offset): Offset {
	const sections = document.querySelectorAll(".et_pb_section");
	const rows = sections
		.item(sections.length - 1)
		?.querySelectorAll(".et_pb_row");
	const isLast = rows?.item(rows.length - 1)?.contains(element);
	return isLast ? "bottom-in-view" : offset;
}
