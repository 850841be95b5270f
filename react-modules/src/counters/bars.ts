import { watchAttributes } from "./watch-attributes";

/** How wide a bar is: the number of its attribute in percent. The growth is the style sheet's. */
export function setWidth(bar: HTMLElement): void {
	const width = Number.parseFloat(bar.dataset.width ?? "");
	bar.style.width = Number.isNaN(width) ? "" : `${width}%`;
}

/** A list of bars (contract "divi-client", section 6.13). */
export function startBars(root: HTMLElement): void {
	const bars = root.querySelectorAll<HTMLElement>(
		".et_pb_counter_amount[data-width]",
	);
	const setAll = () => {
		for (const bar of bars) setWidth(bar);
	};
	// The overlay repeats the text of the bar.
	for (const bar of bars) {
		if (bar.matches(".overlay")) bar.setAttribute("aria-hidden", "true");
	}
	setAll();
	window.addEventListener("resize", setAll);
	for (const bar of bars) watchAttributes(bar, ["data-width"], setAll);
}
