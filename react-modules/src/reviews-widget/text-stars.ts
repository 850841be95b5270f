import { isRtl } from "./handle";

/** Stars of text: contract "reviews-widget", section 8, steps 9 and 10. */

/** Milliseconds until full text stars are seen through. */
const SEE_THROUGH = 2400;

/** Makes golden stars as wide as the rating; returns a function that ends it. */
export function sizeStars(
	node: HTMLElement,
	root: Element,
	rating = 0,
): (() => void) | undefined {
	const golden = node.querySelector<HTMLElement>(".rating-stars");
	if (!golden) return undefined;
	if (isSafari()) root.classList.add("safari");
	if (rating === 0) return undefined;
	const whole = node.getBoundingClientRect().width;
	const width = textWidth(whole, rating, Number(golden.dataset.multiplier));
	golden.style.width = `${width}px`;
	golden.style[isRtl() ? "marginLeft" : "marginRight"] = `${-width}px`;
	if (rating !== 5) return undefined;
	const timer = setTimeout(() => {
		node.style.color = "transparent";
	}, SEE_THROUGH);
	return () => clearTimeout(timer);
}

const isSafari = () =>
	/^((?!chrome|android).)*safari/i.test(navigator.userAgent);

/** Section 8, step 10. */
export function textWidth(whole: number, rating: number, multiplier: number) {
	const m = multiplier || 0.196;
	const wave = 0.05 * m * Math.sin(2 * Math.PI * rating);
	const step = 0.5 * m * (Math.round(rating + 0.49) - rating);
	return Math.round(whole * rating * m + wave + step);
}
