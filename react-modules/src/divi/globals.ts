import type { Call } from "../runtime/held";
import { provide } from "../runtime/provide";

/**
 * The theme's global functions (contract "divi-client", section 1.4), which page scripts call with an element, a list of
 * elements or a jQuery set. What the page has already under that name stays.
 */
export function provideGlobal(
	name: string,
	call: (element: HTMLElement, ...more: unknown[]) => void,
	fallback = "",
): void {
	provide({
		[name]: (given?: unknown, ...more: unknown[]) => {
			const wanted =
				given === undefined && fallback
					? document.querySelectorAll(fallback)
					: given;
			for (const element of elementsOf(wanted)) call(element, ...more);
		},
	});
}

/** Functions that a chunk puts up itself, once it is there and mounted. */
export function provideFrom(
	names: readonly string[],
	load: () => Promise<{ readonly mount: (element: Element) => void }>,
): void {
	const globals = window as unknown as Record<string, Call>;
	for (const name of names) {
		const own: Call = async (...given) => {
			const { mount } = await load();
			if (globals[name] === own) mount(document.body);
			if (globals[name] !== own) globals[name]?.(...given);
		};
		provide({ [name]: own });
	}
}

/** Elements in whatever way they are given. */
export function elementsOf(given: unknown): HTMLElement[] {
	if (given instanceof HTMLElement) return [given];
	if (typeof given !== "object" || given === null) return [];
	return Array.from(given as ArrayLike<unknown>).filter(
		(element) => element instanceof HTMLElement,
	);
}
