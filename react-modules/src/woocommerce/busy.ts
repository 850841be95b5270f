/** Parts of the page that wait for an answer. */

/**
 * Marks elements as waiting, with the shop's class `processing`: they are pale, take no pointer, and readers of the screen
 * are told.
 */
export function setBusy(elements: Iterable<Element>, isBusy: boolean): void {
	for (const element of elements) {
		const { classList, style } = element as HTMLElement;
		classList.toggle("processing", isBusy);
		if (isBusy) element.setAttribute("aria-busy", "true");
		else element.removeAttribute("aria-busy");
		style.opacity = isBusy ? "0.6" : "";
		style.pointerEvents = isBusy ? "none" : "";
		if (!element.getAttribute("style")) element.removeAttribute("style");
	}
}

export const isBusy = (element: Element | null): boolean =>
	element?.classList.contains("processing") ?? false;
