import { startBars } from "./bars";
import { startCircle } from "./circle-counter";
import { startCountdown } from "./countdown-timer";
import { startNumber } from "./number-counter";

/** Divi's counters: contract "divi-client", sections 6.10 to 6.13. */
const KINDS: Readonly<Record<string, (root: HTMLElement) => void>> = {
	".et_pb_countdown_timer": startCountdown,
	".et_pb_circle_counter": startCircle,
	".et_pb_number_counter": startNumber,
	".et_pb_counters": startBars,
};

const started = new WeakSet<Element>();

export function mount(element: Element): void {
	if (started.has(element)) return;
	for (const [selector, start] of Object.entries(KINDS)) {
		if (!element.matches(selector)) continue;
		started.add(element);
		start(element as HTMLElement);
		return;
	}
}

/** Starts an element, and what is in it. */
export function startIn(element: Element): void {
	for (const inside of element.querySelectorAll(Object.keys(KINDS).join())) {
		mount(inside);
	}
	mount(element);
}
