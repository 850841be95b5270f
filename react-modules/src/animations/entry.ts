import { type Device, device } from "../divi/device";

/** An entry of `et_animation_data` (contract "divi-client", section 6.18). */
export type AnimationEntry = Readonly<Record<string, unknown>>;

export const FIELDS = [
	"style",
	"repeat",
	"duration",
	"delay",
	"intensity",
	"starting_opacity",
	"speed_curve",
] as const;
export type Field = (typeof FIELDS)[number];

export type Animation = Readonly<Record<Field, string>>;

const textOf = (value: unknown): string =>
	value === undefined || value === null ? "" : String(value);

/** The page's complete entries; incomplete ones are skipped. */
export function entries(): AnimationEntry[] {
	const all: unknown = window.et_animation_data;
	if (!Array.isArray(all)) return [];
	return all.filter((entry) =>
		["class", ...FIELDS].every((name) => textOf(entry?.[name]) !== ""),
	);
}

/** An entry's values on this device; a phone does not inherit from a tablet. */
export function animationOf(
	entry: AnimationEntry,
	mode: Device = device(),
): Animation {
	const read = (field: Field) => {
		const own = mode === "desktop" ? "" : textOf(entry[`${field}_${mode}`]);
		return own || textOf(entry[field]);
	};
	const values = FIELDS.map((field) => [field, read(field)]);
	const animation = Object.fromEntries(values) as Record<Field, string>;
	animation.repeat = animation.repeat === "once" ? "" : "infinite";
	return animation;
}

declare global {
	interface Window {
		et_animation_data?: unknown;
	}
}
