/**
 * The theme's functions for counters, for scripts of the page (contract "divi-client", section 1.4): counters start by
 * themselves, so a call has nothing left to do but to start those in elements that it names.
 */

type Start = (given?: unknown) => void;

const NAMES = [
	"et_pb_countdown_timer_init",
	"et_bar_counters_init",
	"et_pb_reinit_circle_counters",
	"et_pb_reinit_number_counters",
] as const;

let start: (element: Element) => void = () => {};

/** The elements of a jQuery set, a list, or itself. */
function elementsOf(given: unknown): Element[] {
	if (given instanceof Element) return [given];
	if (typeof given !== "object" || given === null) return [];
	return Array.from(given as ArrayLike<unknown>).filter(
		(item) => item instanceof Element,
	);
}

export function prepare(): void {
	const functions = window as unknown as Record<string, Start | undefined>;
	for (const name of NAMES) {
		functions[name] ??= (given) => {
			for (const element of elementsOf(given)) start(element);
		};
	}
}

/** The module is there. */
export function provide(own: (element: Element) => void): void {
	start = own;
}
