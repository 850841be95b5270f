/** Classes that rows get from their columns (contract "divi-client", sections 4.1 to 4.3 and 4.9). */

/** Neighbours that make a row one whose columns are named. */
const NARROW = ["1-5", "1-6"];
const EQUAL: Readonly<Record<string, number>> = {
	"1-4": 4,
	"1-5": 5,
	"1-6": 6,
};

/** What the row is called after its columns' types, as in `["1-4", "3-4"]`; undefined for the usual ones. */
export function rowClass(types: readonly string[]): string | undefined {
	const isNamed =
		types.includes("1-4") ||
		types.some((type, n) => NARROW.includes(type) && types[n + 1] === type);
	if (!isNamed) return undefined;
	const [first = ""] = types;
	const isEqual =
		types.length === EQUAL[first] && types.every((type) => type === first);
	return isEqual
		? `et_pb_row_${types.length}col`
		: `et_pb_row_${types.join("_")}`;
}

export function nameRows(root: ParentNode): void {
	for (const row of root.querySelectorAll(".et_pb_row, .et_pb_row_inner")) {
		const types = [...row.children].flatMap((column) => {
			const [, whole, part] =
				/(?:^|\s)et_pb_column_(?:inner_)?(\d)_(\d)(?:\s|$)/.exec(
					column.className,
				) ?? [];
			return whole ? [`${whole}-${part}`] : [];
		});
		const name = rowClass(types);
		if (name) row.classList.add(name);
	}
}

/** Menus open over the rows that follow. */
export function raiseMenuRows(root: ParentNode): void {
	for (const menu of root.querySelectorAll(".et_pb_menu")) {
		const row = menu.closest<HTMLElement>(".et_pb_row");
		if (!row) continue;
		const level = row.closest(".section_has_divider") ? 6 : 3;
		const known = Number.parseInt(getComputedStyle(row).zIndex, 10) || 0;
		if (known < level) row.style.zIndex = String(level);
	}
}

export function markSingleColumns(root: ParentNode): void {
	for (const column of root.querySelectorAll(
		".et_section_specialty .et_pb_row > .et_pb_column:not(.et_pb_specialty_column)",
	)) {
		column.classList.add("et_pb_column_single");
	}
}

/** Images that stand on the lower edge of their section. */
export function markStickyImages(root: ParentNode): void {
	for (const image of root.querySelectorAll(".et_pb_image_sticky")) {
		const column = image.closest(".et_pb_column");
		const row = image.closest(".et_pb_row");
		const section = image.closest(".et_pb_section");
		if (!column || !row || !section) continue;
		const isLastModule = lastOf(column, ":scope > .et_pb_module") === image;
		if (!isLastModule || lastOf(section, ".et_pb_row") !== row) continue;
		section.classList.add("et_pb_section_sticky");
		column.classList.add("et_pb_row_sticky");
		row.classList.add("et-last-child");
		if (lastOf(row, ":scope > .et_pb_column") === column) {
			section.classList.add("et_pb_section_sticky_mobile");
		}
	}
}

function lastOf(root: Element, selector: string): Element | undefined {
	return [...root.querySelectorAll(selector)].at(-1);
}
