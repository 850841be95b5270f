import { linear, swing, type Tween, tween } from "../runtime/tween";
import { windowWidth } from "./device";

/** What covers the top of the window when the page stands at the target (contract "divi-client", section 1.6). */
function covered(): number {
	const height = (selector: string) =>
		document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
	let sum = 0;
	if (document.body.classList.contains("et_fixed_nav") && windowWidth() > 980) {
		sum += height("#top-header") + height("#main-header") - 1;
	}
	if (windowWidth() > 600) sum += height("#wpadminbar");
	const header = document.querySelector(".et-l--header");
	if (!header) return sum;
	const fixed = header.querySelectorAll<HTMLElement>(".et_pb_section--fixed");
	if (fixed[0]) {
		const { left, right } = getComputedStyle(fixed[0]);
		if (windowWidth() < 980) sum += 90;
		// One beside the page covers nothing of it.
		if (Number.parseFloat(left) || Number.parseFloat(right)) return sum;
	}
	for (const section of fixed) {
		// Nor does what stands above the window's edge.
		const top = Number.parseFloat(getComputedStyle(section).top) || 0;
		sum += section.offsetHeight + Math.min(top, 0);
	}
	return sum;
}

/** What sticky elements will cover of a target, in pixels: their module tells it when it has loaded. */
let stuckAbove: (target: Element) => number = () => 0;

export function tellStuckAbove(measure: (target: Element) => number): void {
	stuckAbove = measure;
}

let running: Tween | undefined;

/** Scrolls the page to an element, or to its top. An element that is stuck is where it should be. */
export function smoothScroll(
	target: Element,
	options: {
		readonly toTop?: boolean;
		readonly ms?: number;
		readonly easing?: "swing" | "linear";
	} = {},
): void {
	const { toTop = false, ms = 800, easing = "swing" } = options;
	if (!toTop && target.classList.contains("et_pb_sticky")) return;
	const to = toTop
		? 0
		: Math.round(target.getBoundingClientRect().top + scrollY) -
			covered() -
			stuckAbove(target);
	scrollPage(to, ms, easing);
}

/** Scrolls the page to a height. */
export function scrollPage(
	to: number,
	ms: number,
	easing: "swing" | "linear" = "swing",
): void {
	const from = scrollY;
	running?.stop();
	running = tween(
		ms,
		(part) => window.scrollTo(scrollX, from + (to - from) * part),
		undefined,
		easing === "linear" ? linear : swing,
	);
}
