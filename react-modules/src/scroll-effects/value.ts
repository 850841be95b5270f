import type { Effect, Resolver } from "./read";

/** An effect's value at a position, in percent of the viewport from its lower edge. */
export function valueAt(effect: Effect, position: number): number {
	const { start, midStart, midEnd, end } = effect;
	const { startValue, midValue, endValue } = effect;
	if (position < midStart) {
		return between(start, midStart, startValue, midValue, position);
	}
	if (position > midEnd) {
		return between(midEnd, end, midValue, endValue, position);
	}
	return midValue;
}

function between(
	from: number,
	to: number,
	first: number,
	last: number,
	position: number,
): number {
	if (position <= from) return first;
	if (position >= to || to === from) return last;
	return first + ((last - first) * (position - from)) / (to - from);
}

/** The unit of a translation, in pixels. */
const UNIT = 100;

const WRITE: Readonly<
	Record<Resolver, readonly [property: string, (value: number) => string]>
> = {
	translateX: ["transform", (v) => `translateX(${Math.round(v * UNIT)}px)`],
	translateY: ["transform", (v) => `translateY(${Math.round(v * UNIT)}px)`],
	rotate: ["transform", (v) => `rotate3d(0, 0, 1, ${v}deg)`],
	scale: ["transform", (v) => `scale3d(${v}%, ${v}%, ${v}%)`],
	opacity: ["opacity", (v) => `${v}%`],
	blur: ["filter", (v) => `blur(${Math.round(v)}px)`],
};

/** What effects of one element make of its style; several transforms are joined. */
export function styleOf(
	effects: readonly (readonly [effect: Effect, position: number])[],
): Record<string, string> {
	const style: Record<string, string> = {};
	for (const [effect, position] of effects) {
		const [property, write] = WRITE[effect.resolver];
		const text = write(valueAt(effect, position));
		if (property !== "transform") style[property] = text;
		else {
			style.transform =
				`${style.transform ?? effect.transforms} ${text}`.trim();
		}
	}
	return style;
}
