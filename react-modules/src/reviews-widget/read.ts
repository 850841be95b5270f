/** What a widget's markup says: contract "reviews-widget", section 8, step 1. */

export const WIDGET = ".google-business-reviews-rating";

export interface WidgetInfo {
	/** Reviews on a slide; undefined: no carousel. */
	readonly view: number | undefined;
	/** Number of reviews. */
	readonly items: number;
	/** Number of slides. */
	readonly slides: number;
	/** The first slide shown. */
	readonly slide: number;
	/** How often it moves by itself: a number of times, for ever, or not at all. */
	readonly loop: number | boolean;
	/** Milliseconds between two moves; undefined: none. */
	readonly interval: number | undefined;
	readonly isDraggable: boolean;
	readonly hasCursor: boolean;
	/** How the stars are drawn. */
	readonly stars: "html" | "css" | "inline" | "vector";
	/** Colours that the page asks for. */
	readonly gold: string | undefined;
	readonly gray: string | undefined;
	readonly rating: number | undefined;
	/** Where a click on the whole widget leads. */
	readonly target: string | undefined;
	readonly isBubble: boolean;
	readonly hasScriptLinks: boolean;
}

const LARGEST_VIEW = 50;
const SECONDS = { least: 0.3, most: 999 };

export function readWidget(root: HTMLElement): WidgetInfo {
	const has = (name: string) => root.classList.contains(name);
	const { dataset } = root;
	const items = itemsOf(root).length;
	const wanted = has("carousel") ? number(dataset.view) : undefined;
	const view =
		wanted !== undefined && wanted >= 1 && wanted <= LARGEST_VIEW
			? wanted
			: undefined;
	const slide = number(dataset.slide) ?? 1;
	const seconds = number(dataset.interval);
	const isHtml = has("stars-html") || VERSIONS.some(has);
	const inline = /^inline|inline$/.test(dataset.stars ?? "");
	const isCss = has("stars-css") || has("stars-gray-css");
	return {
		view,
		items,
		slides: view === undefined ? 0 : Math.ceil(items / view),
		slide: slide >= 2 ? slide : 1,
		loop: loopOf(dataset.loop, dataset.iterations, view ?? 1),
		interval:
			seconds !== undefined &&
			seconds >= SECONDS.least &&
			seconds <= SECONDS.most
				? seconds * 1000
				: undefined,
		isDraggable: isOn(dataset.draggable),
		hasCursor: isOn(dataset.cursor),
		stars: isHtml ? "html" : isCss ? "css" : inline ? "inline" : "vector",
		gold: inline ? undefined : dataset.stars || undefined,
		gray: dataset.starsGray || undefined,
		rating: decimal(root.querySelector(".number")?.textContent),
		target: targetOf(root, items),
		isBubble: has("bubble") && Boolean(root.querySelector(".fixed-height")),
		hasScriptLinks: has("js-links"),
	};
}

const VERSIONS = ["version-1", "version_1", "version1"];

/** The reviews of a widget. */
export const itemsOf = (root: Element) => [
	...root.querySelectorAll<HTMLElement>(".listing > *:not(.no-reviews)"),
];

function number(text: string | undefined): number | undefined {
	if (text === undefined || text.trim() === "") return undefined;
	const value = Number(text);
	return Number.isFinite(value) ? value : undefined;
}

/** A rating as the page writes it, with a point or a comma. */
export function decimal(text: string | null | undefined): number | undefined {
	const found = /\d+(?:[.,]\d+)?/.exec(text ?? "");
	return found ? Number(found[0].replace(",", ".")) : undefined;
}

/** Off for `false` and for numbers of 0 or less. */
function isOn(text: string | undefined): boolean {
	const value = number(text);
	return value === undefined ? text !== "false" : value > 0;
}

function loopOf(
	loop: string | undefined,
	iterations: string | undefined,
	view: number,
): number | boolean {
	const times = number(loop);
	if (times !== undefined) return times < 1 ? true : times;
	if (loop !== undefined) return loop === "true";
	const rounds = number(iterations);
	return rounds === undefined ? false : Math.round(rounds * view);
}

function targetOf(root: HTMLElement, items: number): string | undefined {
	const isPlain = items === 0 && !root.querySelector(".buttons");
	return (isPlain && root.dataset.href) || undefined;
}

/** The number of a review in its widget. */
export const indexOf = (item: Element): number =>
	number((item as HTMLElement).dataset.index) ??
	[...(item.parentElement?.children ?? [])].indexOf(item);
