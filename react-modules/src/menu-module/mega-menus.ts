import { repeater } from "../divi/repeater";

/**
 * Where the mega menus of menu modules open (contract "divi-client", section 2.1): below their item, or above it in lists
 * that open upwards. One sheet for each module says it.
 */

const waiting = new Set<HTMLElement>();

const placeAll = () => {
	for (const module of waiting) place(module);
};

export function placeMegaMenus(module: HTMLElement): void {
	if (!module.querySelector(".et-menu > .mega-menu")) return;
	if (waiting.size === 0) {
		window.addEventListener("resize", repeater(placeAll, 200));
	}
	waiting.add(module);
	place(module);
}

function place(module: HTMLElement): void {
	const name = /(^|\s)(et_pb_(fullwidth_)?menu_\d\S*)/.exec(
		module.className,
	)?.[2];
	const row = module.querySelector(".et_pb_menu_inner_container, .et_pb_row");
	if (!name || !row) return;
	const around = row.getBoundingClientRect();
	const rules: string[] = [];
	for (const item of module.querySelectorAll(".et-menu > .mega-menu")) {
		const id = /(^|\s)(menu-item-\d+)/.exec(item.className)?.[2];
		const { top, bottom } = item.getBoundingClientRect();
		if (!id || top === bottom) continue;
		const isUpwards = item.parentElement?.matches(".upwards");
		const distance = isUpwards ? around.bottom - top : bottom - around.top;
		rules.push(
			`.${name} li.${id} > .sub-menu{${isUpwards ? "bottom" : "top"}:${Math.floor(distance) - 1}px !important}`,
		);
	}
	sheetOf(name).textContent = rules.join("\n");
}

function sheetOf(name: string): HTMLStyleElement {
	const known = document.head.querySelector<HTMLStyleElement>(
		`style.et-menu-style-${name}`,
	);
	if (known) return known;
	const sheet = document.createElement("style");
	sheet.className = `et-menu-style et-menu-style-${name}`;
	document.head.append(sheet);
	return sheet;
}
