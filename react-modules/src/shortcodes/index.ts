import { ADVERTS, BOXES, SLIDERS, TOOLTIPS } from "./names";
import { startSlider } from "./slider";
import { startBox, startTooltip } from "./unfold";

/**
 * The theme's old shortcodes, which old posts still hold, and its widget for adverts (contract "divi-client", section
 * 6.31).
 */

const started = new WeakSet<Element>();

const KINDS = [
	[SLIDERS, startSlider],
	[BOXES, startBox],
	[TOOLTIPS, startTooltip],
	[ADVERTS, fitAdvert],
] as const;

/** An advert is as wide as its widget. */
function fitAdvert(advert: HTMLElement): void {
	const widget = advert.closest(".widget_adsensewidget");
	advert.style.width = `${widget?.clientWidth}px`;
}

export function mount(root: Element): void {
	for (const [selector, start] of KINDS) {
		const all = [...root.querySelectorAll<HTMLElement>(selector)];
		if (root.matches(selector)) all.unshift(root as HTMLElement);
		for (const element of all) {
			if (started.has(element)) continue;
			started.add(element);
			start(element);
		}
	}
}
