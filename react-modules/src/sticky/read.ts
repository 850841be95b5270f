import { type Device, device } from "../divi/device";

/** The page's sticky elements (contract "divi-client", section 6.22). */

export type Edge = "top" | "bottom";

export interface Sticky {
	readonly id: string;
	readonly element: HTMLElement;
	readonly edges: readonly Edge[];
	/** The edges at which others keep clear of it: those of any device, as the original has it. */
	readonly kept: readonly Edge[];
	/** How the position is called in class names. */
	readonly position: string;
	readonly offset: Readonly<Record<Edge, number>>;
	/** What the element stays in: below a `top` one's end, above a `bottom` one's start. */
	readonly limit: Readonly<Record<Edge, Element | null>>;
	/** Whether it keeps clear of other sticky elements. */
	readonly isClear: boolean;
	/** Whether its styles run from state to state. */
	readonly hasTransition: boolean;
	/** What differs while it is stuck and is not known before the style sheet has had its time. */
	readonly stickyStyles: Readonly<Record<string, string>>;
}

/** Where a device's value comes from, the first that there is. */
const SOURCES: Readonly<Record<Device, readonly Device[]>> = {
	desktop: ["desktop"],
	tablet: ["tablet", "desktop"],
	phone: ["phone", "tablet", "desktop"],
};

/** A value as this device has it: one that may differ by device is an object. */
function plain(value: unknown): string {
	if (typeof value === "object" && value !== null) {
		const values = value as Partial<Record<Device, unknown>>;
		const mode = SOURCES[device()].find((name) => plain(values[name]) !== "");
		return mode ? plain(values[mode]) : "";
	}
	return value === undefined || value === null ? "" : String(value);
}

/** What all devices have. */
const positionsOf = (value: unknown): string[] =>
	typeof value === "object" && value !== null
		? Object.values(value).map(plain)
		: [plain(value)];

/** The values of an object of them, without those that say nothing. */
const plainAll = (values: unknown): Record<string, string> =>
	Object.fromEntries(
		Object.entries(Object(values))
			.map(([name, value]) => [name, plain(value)] as const)
			.filter(([, value]) => value !== ""),
	);

const LIMITS: Readonly<Record<string, string>> = {
	body: "body",
	section: ".et_pb_section",
	row: ".et_pb_row, .et_pb_row_inner",
	column: ".et_pb_column, .et_pb_column_inner",
};

const EDGES: Readonly<Record<string, readonly Edge[]>> = {
	top: ["top"],
	bottom: ["bottom"],
	top_bottom: ["top", "bottom"],
};

function find(selector: string): HTMLElement | null {
	try {
		const element = document.querySelector<HTMLElement>(selector);
		// A button is held by what is around it.
		return (
			(element?.matches(".et_pb_button") &&
				element.closest<HTMLElement>(".et_pb_button_module_wrapper")) ||
			element
		);
	} catch {
		return null;
	}
}

function readOne(entry: Readonly<Record<string, unknown>>): Sticky | undefined {
	const edges = EDGES[plain(entry.position)] ?? [];
	const kept = positionsOf(entry.position).flatMap((name) => EDGES[name] ?? []);
	const element = find(plain(entry.selector));
	if (!element || edges.length + kept.length === 0) return undefined;
	const limitOf = (name: string) => {
		const selector = LIMITS[plain(entry[name])];
		return selector ? (element.parentElement?.closest(selector) ?? null) : null;
	};
	const pixels = (name: string) => Number.parseFloat(plain(entry[name])) || 0;
	return {
		id: plain(entry.id),
		element,
		edges,
		kept,
		position: plain(entry.position),
		offset: { top: pixels("topOffset"), bottom: pixels("bottomOffset") },
		// An element sticky to the top has a bottom limit, and vice versa.
		limit: { top: limitOf("bottomLimit"), bottom: limitOf("topLimit") },
		isClear: plain(entry.offsetSurrounding) === "on",
		hasTransition: plain(entry.transition) !== "off",
		stickyStyles: plainAll(entry.stickyStyles),
	};
}

/** In the order of the page; one inside another is ignored. */
export function stickiesOfPage(): Sticky[] {
	const all = Object.values(window.et_pb_sticky_elements ?? {}).flatMap(
		(entry) => readOne(entry as Record<string, unknown>) ?? [],
	);
	return all
		.filter(
			({ element }) =>
				!all.some(
					(other) =>
						other.edges.length > 0 &&
						other.element !== element &&
						other.element.contains(element),
				),
		)
		.sort((one, other) => {
			const order = one.element.compareDocumentPosition(other.element);
			return order & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
		});
}

declare global {
	interface Window {
		et_pb_sticky_elements?: Readonly<Record<string, unknown>>;
	}
}
