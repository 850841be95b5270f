/**
 * The classes of items that stand in rows (contract "divi-client", section 4.7): which are the first and the last of
 * their row, and which stand in the last one.
 */
const CLASSES = ["first_in_row", "last_in_row", "on_last_row"] as const;
const PAGERS =
	".et_pb_gallery_pagination, .et_pb_portofolio_pagination, .pagination, .wp-pagenavi";

const isVisible = (element: HTMLElement) => element.getClientRects().length > 0;

/** Sets them soon, when the page has been laid out. */
export function setGridSoon(container: HTMLElement): void {
	setTimeout(() => setGrid(container), 1);
}

export function setGrid(container: HTMLElement): void {
	const all = [
		...container.querySelectorAll<HTMLElement>(":scope > .et_pb_grid_item"),
	];
	const shown = all.filter(
		(item) => isVisible(item) && !item.classList.contains("inactive"),
	);
	for (const { classList } of all) classList.remove(...CLASSES);
	const columns = columnsOf(container, shown);
	if (columns === 0) return;
	shown.forEach(({ classList }, n) => {
		if (columns === 1) {
			classList.add(n % 2 === 0 ? "first_in_row" : "last_in_row");
		} else if (n % columns === 0) classList.add("first_in_row");
		else if (n % columns === columns - 1) classList.add("last_in_row");
	});
	const module = container.closest<HTMLElement>(".et_pb_module");
	if (!module || module.nextElementSibling || hasPager(module)) return;
	const rest = shown.length % columns || columns;
	const first = shown[shown.length - rest];
	if (!first) return;
	for (const { classList } of all.slice(all.indexOf(first))) {
		classList.add("on_last_row");
	}
}

const hasPager = (module: HTMLElement) =>
	[...module.querySelectorAll<HTMLElement>(PAGERS)].some(isVisible);

function columnsOf(
	container: HTMLElement,
	[first, ...others]: readonly HTMLElement[],
): number {
	if (!first) return 0;
	const last = others.at(-1) ?? first;
	const pixels = (element: Element, side: "marginLeft" | "marginRight") =>
		Number.parseFloat(getComputedStyle(element)[side]) || 0;
	const outer =
		first.getBoundingClientRect().width +
		pixels(first, "marginLeft") +
		pixels(first, "marginRight");
	const room =
		container.getBoundingClientRect().width + pixels(last, "marginRight");
	return outer > 0 ? Math.max(1, Math.round(room / outer)) : 0;
}

/** Calls back when an element's width has changed with the window's. */
export function onWidth(element: HTMLElement, call: () => void): void {
	let width = element.clientWidth;
	window.addEventListener("resize", () => {
		if (element.clientWidth === width) return;
		width = element.clientWidth;
		call();
	});
}
