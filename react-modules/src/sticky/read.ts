/** The page's sticky elements (contract "divi-client", section 6.22). */

export type Edge = "top" | "bottom";

export interface Sticky {
	readonly id: string;
	readonly element: HTMLElement;
	readonly edges: readonly Edge[];
	/** How the position is called in class names. */
	readonly position: string;
	readonly offset: Readonly<Record<Edge, number>>;
	/** What the element stays in: below a `top` one's end, above a `bottom` one's start. */
	readonly limit: Readonly<Record<Edge, Element | null>>;
	/** Whether it keeps clear of other sticky elements. */
	readonly isClear: boolean;
}

/** A value that may differ by device is an object: its desktop's. */
function plain(value: unknown): string {
	if (typeof value === "object" && value !== null) {
		return plain((value as Record<string, unknown>).desktop);
	}
	return value === undefined || value === null ? "" : String(value);
}

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
	const edges = EDGES[plain(entry.position)];
	const element = find(plain(entry.selector));
	if (!edges || !element) return undefined;
	const limitOf = (name: string) => {
		const selector = LIMITS[plain(entry[name])];
		return selector ? (element.parentElement?.closest(selector) ?? null) : null;
	};
	const pixels = (name: string) => Number.parseFloat(plain(entry[name])) || 0;
	return {
		id: plain(entry.id),
		element,
		edges,
		position: plain(entry.position),
		offset: { top: pixels("topOffset"), bottom: pixels("bottomOffset") },
		// What sticks to the top has a limit below, and the other way round.
		limit: { top: limitOf("bottomLimit"), bottom: limitOf("topLimit") },
		isClear: plain(entry.offsetSurrounding) === "on",
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
						other.element !== element && other.element.contains(element),
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
