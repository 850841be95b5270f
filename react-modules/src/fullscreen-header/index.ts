import { windowWidth } from "../divi/device";
import { repeater } from "../divi/repeater";
import { scrollPage } from "../divi/smooth-scroll";
import { whenLoaded } from "../runtime/loaded";

/** Headers as high as the window, and their arrow downwards (contract "divi-client", section 6.28). */

const SCROLL = 800;
/** Free space below what stands at the bottom, in pixels. */
const SPACE = 80;

/** The arrow's label for screen readers. */
const DOWN: Readonly<Record<string, string>> = {
	en: "Scroll down",
	es: "Bajar",
	fr: "Vers le bas",
	de: "Nach unten",
};

const has = (name: string) => document.body.classList.contains(name);
const find = (selector: string) =>
	document.querySelector<HTMLElement>(selector);
const heightOf = (selector: string) => find(selector)?.offsetHeight ?? 0;

export function mount(element: Element): void {
	const section = element as HTMLElement;
	const arrow = section.querySelector<HTMLAnchorElement>(
		".et_pb_fullwidth_header_scroll a",
	);
	if (arrow) startArrow(arrow, section);
	if (!section.matches(".et_pb_fullscreen")) return;
	let known = innerHeight;
	const sizeSoon = () => setTimeout(() => size(section), 100);
	const again = repeater(() => {
		const isGrowing = innerHeight > known;
		known = innerHeight;
		if (isGrowing) setTimeout(sizeSoon, 800);
		else sizeSoon();
	}, 200);
	whenLoaded(sizeSoon);
	window.addEventListener("resize", again);
}

function startArrow(arrow: HTMLElement, section: HTMLElement): void {
	const language = document.documentElement.lang.slice(0, 2);
	if (!arrow.hasAttribute("aria-label")) {
		arrow.setAttribute("aria-label", DOWN[language] ?? "Scroll down");
	}
	arrow.addEventListener("click", (event) => {
		event.preventDefault();
		scrollPast(section);
	});
}

/** Height of the elements above the section. */
function taken(section: HTMLElement): number {
	const isFirst = find(".et_pb_module") === section;
	const isWide = windowWidth() > 980;
	const isFixed = has("et_fixed_nav") && isWide;
	const header = find("#main-header");
	let sum = 0;
	if (windowWidth() > 781 || isFirst) sum += heightOf("#wpadminbar");
	if (isWide && (isFixed || isFirst)) {
		if (!has("et_hide_nav") || !isFirst) sum += heightOf("#top-header");
	}
	if (has("et_transparent_nav") && isFirst) return sum;
	if (isFirst) {
		// The height that the server printed, or that of a wide window's start: also where the header is another now.
		const height = header?.dataset.heightOnload;
		sum += Number(height ?? header?.offsetHeight ?? 0);
	} else if (isFixed) {
		sum += Number(header?.dataset.fixedHeightOnload ?? 0);
	}
	const builder = find(".et-l--header");
	if (builder && isFirst && !builder.contains(section)) {
		sum += builder.offsetHeight;
	}
	return sum;
}

/** Gives a header its height. */
export function size(section: HTMLElement): void {
	const box = section.querySelector<HTMLElement>(
		".et_pb_fullwidth_header_container",
	);
	const content = section.querySelector<HTMLElement>(
		".header-content-container",
	);
	const image = section.querySelector<HTMLElement>(".header-image-container");
	const style = getComputedStyle(section);
	const borders =
		(Number.parseFloat(style.borderTopWidth) || 0) +
		(Number.parseFloat(style.borderBottomWidth) || 0);
	const height = `${innerHeight - taken(section) - borders}px`;
	section.style.minHeight = height;
	if (!box) return;
	box.style.minHeight = height;
	const isBottom = content?.classList.contains("bottom") ?? false;
	if (!image) {
		if (content && isBottom) content.style.marginBottom = `${SPACE}px`;
		return;
	}
	// Text in the middle stands above its image; beside it nothing is to be arranged.
	if (!box.classList.contains("center")) return;
	const place = (node: HTMLElement | null) =>
		node?.classList.contains("bottom") ? "bottom" : "center";
	box.classList.add(`${place(content)}-${place(image)}`);
	if (place(image) === "bottom") {
		box.style.justifyContent = "flex-end";
		const needed = (content?.offsetHeight ?? 0) + SPACE;
		if (content && needed + image.offsetHeight <= innerHeight) {
			content.style.minHeight = `${needed}px`;
		}
	} else if (isBottom && content) {
		content.style.marginBottom = `${SPACE}px`;
	}
}

function scrollPast(section: HTMLElement): void {
	let covered = heightOf("#wpadminbar");
	if (has("et_fixed_nav") && windowWidth() > 980) {
		const header = find("#main-header");
		const isFixed = header?.classList.contains("et-fixed-header");
		// The page moves up by what the header loses when it becomes fixed on the way.
		const height = isFixed ? undefined : header?.dataset.heightOnload;
		covered +=
			heightOf("#top-header") + Number(height ?? header?.offsetHeight ?? 0);
	}
	const { bottom } = section.getBoundingClientRect();
	scrollPage(Math.round(bottom + scrollY) - covered, SCROLL);
}
