import { installGlobals } from "../runtime/install-globals";
import type { AnyFunction } from "../runtime/stub-globals";

/**
 * The theme's global functions (contract "divi-client", section 1.4), which page scripts call with an element, a list of
 * elements or a jQuery set. A function that the page has defined itself is left alone.
 */
export function installGlobal(
	name: string,
	call: (element: HTMLElement, ...more: unknown[]) => void,
	fallback = "",
): void {
	installGlobals({
		[name]: (given?: unknown, ...more: unknown[]) => {
			const wanted =
				given === undefined && fallback
					? document.querySelectorAll(fallback)
					: given;
			for (const element of elementsOf(wanted)) call(element, ...more);
		},
	});
}

/** Global functions that a chunk installs itself when it is mounted; the first call loads the chunk. */
export function installLazyGlobals(
	names: readonly string[],
	load: () => Promise<{ readonly mount: (element: Element) => void }>,
): void {
	const globals = window as unknown as Record<string, AnyFunction>;
	for (const name of names) {
		const own: AnyFunction = async (...given) => {
			const { mount } = await load();
			if (globals[name] === own) mount(document.body);
			if (globals[name] !== own) globals[name]?.(...given);
		};
		installGlobals({ [name]: own });
	}
}

/** The elements in an argument: one element, a list of elements or a jQuery set. */
export function elementsOf(given: unknown): HTMLElement[] {
	if (given instanceof HTMLElement) return [given];
	if (typeof given !== "object" || given === null) return [];
	return Array.from(given as ArrayLike<unknown>).filter(
		(element) => element instanceof HTMLElement,
	);
}
