import { isBuilder } from "../divi/builder";

/** A tabs module as the server printed it: contract "divi-client", section 6.5. */
export interface TabsInfo {
	readonly root: HTMLElement;
	readonly list: HTMLElement | null;
	readonly items: readonly HTMLElement[];
	readonly panels: readonly HTMLElement[];
	/** The tab that is open at the start, from 0. */
	readonly start: number;
}

/** Tabs inside a panel belong to their own module. */
export function readTabs(root: HTMLElement): TabsInfo {
	const all = <Found extends HTMLElement>(selector: string) => [
		...root.querySelectorAll<Found>(`:scope > ${selector}`),
	];
	const items = all<HTMLElement>(".et_pb_tabs_controls > li");
	const active = items.findIndex((item) =>
		item.classList.contains("et_pb_tab_active"),
	);
	return {
		root,
		list: root.querySelector(":scope > .et_pb_tabs_controls"),
		items,
		panels: all(".et_pb_all_tabs > div"),
		start: isBuilder() ? 0 : Math.max(0, active),
	};
}

/** Columns in which tabs stand one below the other. */
const NARROW = ".et_pb_column_1_3, .et_pb_column_1_4, .et_pb_column_3_8";

export const isInNarrowColumn = (root: Element): boolean =>
	root.closest(NARROW) !== null;

/** The tab that a plain fragment opens: `#name` is the link `#tab-name`, and so is `#tab-name`. */
export function tabOfFragment(info: TabsInfo, hash: string): number {
	const name = hash.replace(/^#(tab-)?/, "");
	if (!name) return -1;
	return info.items.findIndex(
		(item) => item.querySelector("a")?.getAttribute("href") === `#tab-${name}`,
	);
}
