/** What a countdown shows (contract "divi-client", section 6.10). */

export const UNITS = ["days", "hours", "minutes", "seconds"] as const;
export type Unit = (typeof UNITS)[number];

export interface Shown {
	readonly text: string;
	/** This unit and all greater ones are 0. */
	readonly isZero: boolean;
}

/** What is left until `end`, both in milliseconds since 1970; after the end nothing. */
export function timeLeft(end: number, now: number): Record<Unit, Shown> {
	const left = Math.max(0, Math.floor((end - now) / 1000)) || 0;
	const numbers = {
		days: Math.floor(left / 86_400),
		hours: Math.floor(left / 3600) % 24,
		minutes: Math.floor(left / 60) % 60,
		seconds: left % 60,
	};
	let isZero = true;
	const shown = UNITS.map((unit) => {
		isZero &&= numbers[unit] === 0;
		const text = String(numbers[unit]).padStart(unit === "days" ? 3 : 2, "0");
		return [unit, { text, isZero }];
	});
	return Object.fromEntries(shown);
}

/** Columns in which there is never room for the full labels. */
const NARROW_COLUMNS = ".et_pb_column_3_8, .et_pb_column_1_4";
/** Room for the full labels, in pixels. */
const FULL_ABOVE = 400;

/** Whether the countdown shows its short labels. */
export function hasShortLabels(root: Element): boolean {
	if (root.closest(NARROW_COLUMNS)) return true;
	const container = root.querySelector(".et_pb_countdown_timer_container");
	return (container?.clientWidth ?? 0) <= FULL_ABOVE;
}
