/** The animated function; `part` is the progress from 0 to 1. */
type Step = (part: number) => void;

/** jQuery's two curves. */
export const swing = (part: number): number =>
	0.5 - Math.cos(part * Math.PI) / 2;
export const linear = (part: number): number => part;

/** Whether the visitor prefers reduced motion: then animations jump to their end. */
export const hasReducedMotion = (): boolean =>
	matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Tween {
	/** Stops at the present value. */
	readonly stop: () => void;
	/** Jumps to the end and calls `done`. */
	readonly finish: () => void;
}

/**
 * Runs `step` once a frame for that many milliseconds, then `done`. A hidden page has no frames: there a timer ends it, so
 * that what moves by itself goes on and looks as if it had been seen.
 */
export function tween(
	ms: number,
	step: Step,
	done: () => void = () => {},
	easing: (part: number) => number = swing,
): Tween {
	const start = Date.now();
	let frame = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const stop = () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
	const finish = () => {
		stop();
		step(1);
		done();
	};
	const next = () => {
		const part = Math.min(1, (Date.now() - start) / ms);
		if (part >= 1) return finish();
		step(easing(part));
		frame = requestAnimationFrame(next);
	};
	if (ms <= 0 || hasReducedMotion()) finish();
	else {
		frame = requestAnimationFrame(next);
		if (document.hidden) timer = setTimeout(finish, ms);
	}
	return { stop, finish };
}

const DIMENSIONS = [
	"height",
	"padding-top",
	"padding-bottom",
	"margin-top",
	"margin-bottom",
] as const;

/**
 * Opens or closes an element downwards: height and vertical space run with the overflow hidden; what stays is inline
 * `display: block` or `none` only.
 */
function slide(
	element: HTMLElement,
	isOpening: boolean,
	ms: number,
	done: () => void,
	easing: (part: number) => number,
): Tween | undefined {
	const { style } = element;
	const isHidden = getComputedStyle(element).display === "none";
	if (isHidden !== isOpening) {
		done();
		return undefined;
	}
	const overflow = style.overflow;
	if (isOpening) style.display = "block";
	const computed = getComputedStyle(element);
	const full = DIMENSIONS.map(
		(name) =>
			[name, Number.parseFloat(computed.getPropertyValue(name)) || 0] as const,
	);
	style.overflow = "hidden";
	return tween(
		ms,
		(part) => {
			for (const [name, size] of full) {
				style.setProperty(name, `${size * (isOpening ? part : 1 - part)}px`);
			}
		},
		() => {
			for (const [name] of full) style.removeProperty(name);
			style.overflow = overflow;
			style.display = isOpening ? "block" : "none";
			done();
		},
		easing,
	);
}

export const slideDown = (
	element: HTMLElement,
	ms: number,
	done: () => void = () => {},
	easing: (part: number) => number = swing,
): Tween | undefined => slide(element, true, ms, done, easing);

export const slideUp = (
	element: HTMLElement,
	ms: number,
	done: () => void = () => {},
	easing: (part: number) => number = swing,
): Tween | undefined => slide(element, false, ms, done, easing);

/** Changes the opacity from what it is; the end stays inline. */
export function fadeTo(
	element: HTMLElement | SVGElement,
	opacity: number,
	ms: number,
	done: () => void = () => {},
): Tween {
	const from = Number.parseFloat(getComputedStyle(element).opacity || "1");
	return tween(
		ms,
		(part) => {
			element.style.opacity = String(from + (opacity - from) * part);
		},
		done,
	);
}
