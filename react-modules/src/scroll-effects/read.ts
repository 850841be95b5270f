import { type Device, device } from "../divi/device";

/** Scroll effects of the page (contract "divi-client", section 6.21). */

const RESOLVERS = [
	"translateY",
	"translateX",
	"rotate",
	"scale",
	"opacity",
	"blur",
] as const;
export type Resolver = (typeof RESOLVERS)[number];

/** What one property of one element does while it crosses the viewport; positions in percent of its height. */
export interface Effect {
	readonly selector: string;
	readonly resolver: Resolver;
	readonly trigger: "top" | "middle" | "bottom";
	readonly start: number;
	readonly midStart: number;
	readonly midEnd: number;
	readonly end: number;
	readonly startValue: number;
	readonly midValue: number;
	readonly endValue: number;
	/** Transforms that the element has anyway. */
	readonly transforms: string;
}

type Item = Readonly<Record<string, unknown>>;

export function effectsOf(list: unknown): Effect[] {
	if (!Array.isArray(list)) return [];
	return list.flatMap((item: Item) =>
		selectorsOf(item).flatMap((selector) => {
			const effect = effectOf(selector, item);
			return effect ? [effect] : [];
		}),
	);
}

/** The page's effects on this device. */
export const effectsOfPage = (mode: Device = device()): Effect[] =>
	effectsOf(window.et_pb_motion_elements?.[mode]);

/** An element, or each item of a grid. */
function selectorsOf(item: Item): string[] {
	const { id, grid_motion, module_type, module_index, children_count } =
		item ?? {};
	if (grid_motion === "on" && module_type !== undefined) {
		const length = Math.max(0, Number(children_count) || 0);
		return Array.from(
			{ length },
			(_, place) => `.${module_type}_item_${module_index}_${place}`,
		);
	}
	return typeof id === "string" && id !== "" ? [id] : [];
}

function effectOf(selector: string, item: Item): Effect | undefined {
	const resolver = RESOLVERS.find((name) => name === item.resolver);
	if (!resolver) return undefined;
	const read = (name: string, fallback: number) => {
		const value = Number.parseFloat(String(item[name] ?? ""));
		return Number.isNaN(value) ? fallback : value;
	};
	const clamp = (value: number, least: number, most: number) =>
		Math.min(most, Math.max(least, value));
	const midStart = clamp(read("midStart", 50), 0, 100);
	const midEnd = clamp(read("midEnd", 50), midStart, 100);
	return {
		selector,
		resolver,
		trigger:
			item.trigger_start === "top" || item.trigger_start === "bottom"
				? item.trigger_start
				: "middle",
		start: clamp(read("start", 0), 0, midStart),
		midStart,
		midEnd,
		end: clamp(read("end", 100), midEnd, 100),
		startValue: read("startValue", 0),
		midValue: read("midValue", 0),
		endValue: read("endValue", 0),
		transforms: transformsOf(item.transforms),
	};
}

/** As text, as a list of texts, or as functions with their values. */
function transformsOf(given: unknown): string {
	if (typeof given === "string") return given;
	if (Array.isArray(given)) return given.map(transformsOf).join(" ").trim();
	if (typeof given !== "object" || given === null) return "";
	return Object.entries(given)
		.map(([name, value]) => `${name}(${value})`)
		.join(" ");
}

declare global {
	interface Window {
		et_pb_motion_elements?: Partial<Record<Device, readonly unknown[]>>;
	}
}
