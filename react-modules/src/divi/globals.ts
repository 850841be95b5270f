/**
 * The theme's global functions (contract "divi-client", section 1.4), which page scripts call with an element, a list of
 * elements or a jQuery set. What the page has already under that name stays.
 */
export function provideGlobal(
	name: string,
	call: (element: HTMLElement, ...more: unknown[]) => void,
	fallback = "",
): void {
	const globals = window as unknown as Record<string, unknown>;
	globals[name] ??= (given?: unknown, ...more: unknown[]) => {
		const wanted =
			given === undefined && fallback
				? document.querySelectorAll(fallback)
				: given;
		for (const element of elementsOf(wanted)) call(element, ...more);
	};
}

/** Elements in whatever way they are given. */
function elementsOf(given: unknown): HTMLElement[] {
	if (given instanceof HTMLElement) return [given];
	if (typeof given !== "object" || given === null) return [];
	return Array.from(given as ArrayLike<unknown>).filter(
		(element) => element instanceof HTMLElement,
	);
}
