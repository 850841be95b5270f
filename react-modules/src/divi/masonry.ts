/**
 * Lists in columns (contract "divi-client", section 4.12). How many columns there are, and their classes, the
 * style sheet says: the `content` of the list's `::before`, as in `3 .column.size-1of3`.
 */

interface Columns {
	readonly count: number;
	readonly classes: readonly string[];
}

/** Parses the `content` value; undefined when it describes no columns. */
export function readColumns(content: string): Columns | undefined {
	const [, count, classes = ""] =
		/^["']?\s*(\d+)(?:\s+\.([^\s"']+))?\s*["']?$/.exec(content) ?? [];
	if (!count || Number(count) < 1) return undefined;
	return {
		count: Number(count),
		classes: classes.split(".").filter(Boolean),
	};
}

const columnsOf = (list: Element) =>
	readColumns(getComputedStyle(list, "::before").content);

/** The columns of each list. */
const dealt = new WeakMap<Element, readonly HTMLElement[]>();

/** Distributes a list's items over the columns, round robin. Returns whether the style sheet defines columns. */
export function deal(list: HTMLElement): boolean {
	const wanted = columnsOf(list);
	if (!wanted) return false;
	const items = itemsOf(list);
	const columns = Array.from({ length: wanted.count }, () => {
		const column = document.createElement("div");
		column.classList.add(...wanted.classes);
		return column;
	});
	for (const [place, item] of items.entries()) {
		columns[place % wanted.count]?.append(item);
	}
	list.replaceChildren(...columns);
	list.dataset.columns = String(wanted.count);
	dealt.set(list, columns);
	return true;
}

/** The items in their first order. */
function itemsOf(list: Element): Element[] {
	const columns = dealt.get(list);
	if (!columns) return [...list.children];
	const items: Element[] = [];
	const longest = Math.max(...columns.map((column) => column.children.length));
	for (let row = 0; row < longest; row += 1) {
		for (const column of columns) {
			const item = column.children[row];
			if (item) items.push(item);
		}
	}
	return items;
}

export const isDealt = (list: Element): boolean => dealt.has(list);

/** Whether the style sheet defines other columns than the present ones. */
export const isStale = (list: HTMLElement): boolean => {
	const wanted = columnsOf(list);
	return wanted !== undefined && String(wanted.count) !== list.dataset.columns;
};

/** Distributes again and dispatches the event. */
export function dealAgain(list: HTMLElement): void {
	if (deal(list)) list.dispatchEvent(new CustomEvent("columnsChange"));
}
