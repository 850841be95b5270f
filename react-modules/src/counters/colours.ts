import { type Device, device } from "../divi/device";

/** How a circle is painted. */
export interface Colours {
	readonly bar: string;
	readonly track: string;
	readonly trackOpacity: number;
}

export type Mood = "hover" | "sticky" | undefined;

const NAMES = ["bar-bg-color", "color", "alpha"] as const;

/**
 * The colours of a circle counter's attributes: those of the state (`hover`, `sticky`) if set, else of the device. A tablet's
 * are not a phone's.
 */
export function coloursOf(
	inner: Element,
	mood?: Mood,
	mode: Device = device(),
): Colours {
	const [bar, track, alpha] = NAMES.map((name) => {
		const read = (suffix?: string) =>
			inner.getAttribute(`data-${name}${suffix ? `-${suffix}` : ""}`) ||
			undefined;
		return (mood && read(mood)) || (mode !== "desktop" && read(mode)) || read();
	});
	return {
		bar: bar ?? "#000000",
		track: track ?? "#000000",
		trackOpacity: alpha === undefined ? 0.1 : Number.parseFloat(alpha),
	};
}

/** Whether a mood has a colour of its own. */
export const hasMood = (inner: Element, mood: Mood): boolean =>
	NAMES.some((name) => inner.getAttribute(`data-${name}-${mood}`));
