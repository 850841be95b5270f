import type { Device } from "../divi/device";

/** What an element shows on each device and under the pointer (contract "divi-client", section 6.19). */
export type Mode = Device | "hover";

type ByMode<Value> = Partial<Record<Mode, Value>>;

export interface Classes {
	readonly add?: readonly string[];
	readonly remove?: readonly string[];
}

export interface Schema {
	readonly content?: ByMode<string>;
	readonly attrs?: ByMode<Readonly<Record<string, string>>>;
	readonly styles?: ByMode<Readonly<Record<string, string>>>;
	readonly classes?: ByMode<Classes>;
	readonly visibility?: ByMode<boolean>;
}

export type Context = keyof Schema;
/** The values of one state. */
export type Values = {
	-readonly [C in Context]?: NonNullable<Schema[C]>[Mode];
};

export interface MultiView {
	readonly slug: string;
	readonly schema: Schema;
	readonly target: string | undefined;
	readonly hoverSelector: string | undefined;
}

/** The element's description; undefined when it is not valid. */
export function readMultiView(element: Element): MultiView | undefined {
	let data: unknown;
	try {
		data = JSON.parse(element.getAttribute("data-et-multi-view") ?? "");
	} catch {
		return undefined;
	}
	if (typeof data !== "object" || data === null) return undefined;
	const { slug, schema, target, hover_selector } = data as Record<
		string,
		unknown
	>;
	if (typeof slug !== "string" || !slug) return undefined;
	if (typeof schema !== "object" || schema === null) return undefined;
	const selector = (text: unknown) =>
		typeof text === "string" && text !== "" ? text : undefined;
	return {
		slug,
		schema: schema as Schema,
		target: selector(target),
		hoverSelector: selector(hover_selector),
	};
}

/** Devices whose value applies, in order of preference. */
const SOURCES: Readonly<Record<Device, readonly Device[]>> = {
	desktop: ["desktop"],
	tablet: ["tablet", "desktop"],
	phone: ["phone", "tablet", "desktop"],
};

const CONTEXTS = [
	"content",
	"attrs",
	"styles",
	"classes",
	"visibility",
] as const;

/** Names with values: what a device does not name comes from the wider one. */
const isNamed = (context: Context) =>
	context === "attrs" || context === "styles";

function normalOf(
	values: ByMode<unknown>,
	context: Context,
	device: Device,
): unknown {
	const there = SOURCES[device]
		.map((mode) => values[mode])
		.filter((value) => value !== undefined && value !== null);
	if (there.length === 0) return undefined;
	return isNamed(context) ? Object.assign({}, ...there.reverse()) : there[0];
}

/** What an element shows; the pointer changes only what has a value without it as well. */
export function valuesOf(
	schema: Schema,
	device: Device,
	isHovered: boolean,
): Values {
	const shown: Record<string, unknown> = {};
	for (const context of CONTEXTS) {
		const values = schema[context] as ByMode<unknown> | undefined;
		if (!values) continue;
		const normal = normalOf(values, context, device);
		if (normal === undefined) continue;
		const { hover } = values;
		const isOver = isHovered && hover !== undefined && hover !== null;
		if (!isOver) shown[context] = normal;
		else if (isNamed(context)) {
			shown[context] = { ...(normal as object), ...(hover as object) };
		} else shown[context] = hover;
	}
	return shown as Values;
}
