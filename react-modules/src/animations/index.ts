import { diviSettings } from "../divi/legacy";
import { onWaypoint, usualOffset } from "../divi/waypoint";
import { whenLoaded } from "../runtime/loaded";
import { hasReducedMotion } from "../runtime/tween";
import { animateElement, prepareElement } from "./animate";
import { animationOf, entries } from "./entry";

/** Entrance animations: contract "divi-client", section 6.18. The movement itself is the style sheet's. */

/** Delay from the page's `load` event to the first waypoints, in milliseconds. */
const AFTER_LOAD = 100;

const waiting = new WeakSet<Element>();

/** Stores the animation of each element and registers its waypoint. */
function start(): void {
	const all = entries();
	if (all.length === 0) return;
	document.body.style.overflowX = "hidden";
	const page = document.getElementById("page-container");
	if (page) page.style.overflowY = "hidden";
	const elements = all.flatMap((entry) => {
		const animation = animationOf(entry);
		const named = document.getElementsByClassName(String(entry.class));
		return [...named].map((element) => {
			prepareElement(element, animation);
			return element as HTMLElement;
		});
	});
	whenLoaded(() => {
		setTimeout(() => {
			for (const element of new Set(elements)) wait(element);
		}, AFTER_LOAD);
	});
}

function wait(element: HTMLElement): void {
	if (waiting.has(element)) return;
	waiting.add(element);
	const isAtOnce =
		diviSettings().ignore_waypoints === "yes" || hasReducedMotion();
	if (isAtOnce) {
		animateElement(element);
		return;
	}
	const stop = onWaypoint(element, usualOffset(element, "100%"), () => {
		stop();
		animateElement(element);
	});
}

export function mount(): void {
	window.et_process_animation_data = start;
	window.et_animate_element = (given) => {
		for (const element of elementsOf(given)) animateElement(element);
	};
	start();
}

/** The elements in an argument: a jQuery set, a list, or one element. */
function elementsOf(given: unknown): HTMLElement[] {
	if (given instanceof HTMLElement) return [given];
	if (typeof given !== "object" || given === null) return [];
	return Array.from(given as ArrayLike<unknown>).filter(
		(item) => item instanceof HTMLElement,
	);
}

declare global {
	interface Window {
		et_process_animation_data?: () => void;
		et_animate_element?: (given: unknown) => void;
	}
}
