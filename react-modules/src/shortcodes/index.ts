import { BOXES, SLIDERS, TOOLTIPS } from "./names";
import { startSlider } from "./slider";
import { startBox, startTooltip } from "./unfold";

/** The theme's old shortcodes, which old posts still hold (contract "divi-client", section 6.31). */

const started = new WeakSet<Element>();

const KINDS = [
	[SLIDERS, startSlider],
	[BOXES, startBox],
	[TOOLTIPS, startTooltip],
] as const;

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
