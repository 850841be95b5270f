import type { Device } from "../divi/device";
import { isMobileAgent } from "../divi/mobile-agent";
import { type Effect, effectsOfPage } from "./read";
import { styleOf } from "./value";

/** Scroll positions between two looks, in pixels. */
const STEP = 15;
/** How much more of the page a mobile browser shows once its bars are gone, in pixels. */
const MOBILE_BARS = 100;

const ANIMATED = ["transform", "opacity", "filter"]
	.map((property) => `${property} 200ms linear`)
	.join(", ");

interface Actor {
	readonly effects: readonly Effect[];
	readonly rule: CSSStyleRule;
	top: number;
	height: number;
}

/** The place of an element without what transforms do to it. */
function layoutTop(element: HTMLElement): number {
	let top = 0;
	let at: Element | null = element;
	while (at instanceof HTMLElement) {
		top += at.offsetTop;
		at = at.offsetParent;
	}
	return top;
}

/** How much of the window a fixed header takes; counted on narrow windows too, where it does not stay. */
function headerHeight(): number {
	const isFixed = document.body.classList.contains("et_fixed_nav");
	const header = document.getElementById("main-header");
	return isFixed && header ? header.offsetHeight : 0;
}

export interface Stage {
	/** Measures all elements. */
	readonly measure: () => void;
	/** Applies the values of the present scroll position. */
	readonly show: () => void;
	readonly elements: () => HTMLElement[];
	readonly end: () => void;
}

/** Everything that moves with the page on a device. Its styles are a sheet's: other scripts own the inline ones. */
export function createStage(mode: Device): Stage {
	const sheet = document.createElement("style");
	sheet.dataset.id = "et-pb-motion-effects";
	document.head.append(sheet);
	const actors = new Map<string, Actor>();
	const effects = effectsOfPage(mode);
	for (const selector of new Set(effects.map((effect) => effect.selector))) {
		const rule = addRule(sheet, selector);
		if (!rule) continue;
		const own = effects.filter((effect) => effect.selector === selector);
		actors.set(selector, { effects: own, rule, top: 0, height: 0 });
	}
	const find = (selector: string) =>
		document.querySelector<HTMLElement>(selector);
	return {
		elements: () =>
			[...actors.keys()].flatMap((selector) => [
				...document.querySelectorAll<HTMLElement>(selector),
			]),
		measure() {
			const header = headerHeight();
			for (const [selector, actor] of actors) {
				const element = find(selector);
				if (!element) continue;
				actor.top = layoutTop(element) - header;
				actor.height = element.offsetHeight;
			}
		},
		show() {
			const step = Math.round(scrollY / STEP);
			document.body.dataset.scrollStep = String(step);
			const height = innerHeight + (isMobileAgent() ? MOBILE_BARS : 0);
			for (const actor of actors.values()) {
				write(actor, step * STEP, height);
			}
		},
		end: () => sheet.remove(),
	};
}

function addRule(
	{ sheet }: HTMLStyleElement,
	selector: string,
): CSSStyleRule | undefined {
	if (!sheet) return undefined;
	try {
		sheet.insertRule(`${selector}{}`, sheet.cssRules.length);
	} catch {
		return undefined;
	}
	return sheet.cssRules[sheet.cssRules.length - 1] as CSSStyleRule;
}

const SHARE = { top: 0, middle: 0.5, bottom: 1 } as const;

function write(
	{ effects, rule, top, height }: Actor,
	scroll: number,
	viewport: number,
): void {
	const placed = effects.map((effect) => {
		const point = top + height * SHARE[effect.trigger];
		const position = 100 - (100 * (point - scroll)) / viewport;
		return [effect, Math.min(100, Math.max(0, position))] as const;
	});
	for (const [name, value] of Object.entries(styleOf(placed))) {
		rule.style.setProperty(name, value);
	}
	rule.style.setProperty("transition", ANIMATED);
}
