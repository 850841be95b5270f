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

/** Gives a header its height, and its parts their places. */
export function size(section: HTMLElement): void {
	const part = (selector: string) =>
		section.querySelector<HTMLElement>(selector);
	const box = part(".et_pb_fullwidth_header_container");
	const content = part(".header-content-container");
	const image = part(".header-image-container");
	const borders = section.offsetHeight - section.clientHeight;
	const height = innerHeight - taken(section) - borders;
	for (const each of [section, box]) {
		if (each) each.style.minHeight = `${height}px`;
	}
	if (!box) return;
	const isCentred = box.matches(".center");
	const place = (each: HTMLElement | null) =>
		each?.matches(".bottom") ? "bottom" : "center";
	const raise = (each: HTMLElement | null) => {
		if (each) each.style.marginBottom = `${SPACE}px`;
	};
	const text = place(content);
	if (!image) {
		if (isCentred && text === "bottom") raise(part(".header-content"));
		return;
	}
	const places = `${text}-${place(image)}`;
	if (isCentred) box.classList.add(places);
	if (places === "bottom-center") {
		// The picture goes down to the text, whether that is below it or beside it.
		raise(part(".header-image"));
		image.style.alignSelf = "flex-end";
	} else if (place(image) === "bottom") {
		box.style.justifyContent = "flex-end";
		// Text in the middle has all that its picture leaves.
		if (isCentred && content && text === "center") {
			content.style.minHeight = `${height - image.offsetHeight}px`;
		}
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
