import { device } from "../divi/device";

/**
 * A transparent header lies over the page: what comes first gets the header's height as free space, in the way of its
 * kind. What was changed has `data-fix-page-container` and is as before when it is measured again.
 */

const before = new Map<HTMLElement, string | null>();

function change(element: HTMLElement, styles: Record<string, string>): void {
	if (!before.has(element)) before.set(element, element.getAttribute("style"));
	element.dataset.fixPageContainer = "on";
	Object.assign(element.style, styles);
}

function restore(): void {
	for (const [element, style] of before) {
		if (style === null) element.removeAttribute("style");
		else element.setAttribute("style", style);
		element.removeAttribute("data-fix-page-container");
	}
	before.clear();
}

const isVisible = (element: HTMLElement) => element.offsetHeight > 0;
const heightOf = (selector: string) =>
	document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
const topOf = (element: HTMLElement) =>
	Number.parseFloat(getComputedStyle(element).paddingTop) || 0;

export function makeRoomBelow(): void {
	restore();
	const section = [
		...document.querySelectorAll<HTMLElement>(".et_pb_section"),
	].find(isVisible);
	const height = heightOf("#main-header") + heightOf("#top-header");
	const isPost = document.body.matches(".single");
	if (
		!section ||
		(isPost && !document.body.matches(".et_pb_pagebuilder_layout"))
	) {
		if (isPost) makeRoomForPost(height);
		return;
	}
	forceNoPadding();
	section.classList.add("et_pb_section_first");
	if (!section.matches(".et_pb_fullwidth_section")) {
		change(section, { paddingTop: `${savedTop(section) + height}px` });
		return;
	}
	const module = [
		...section.querySelectorAll<HTMLElement>(".et_pb_module"),
	].find(isVisible);
	if (module) makeRoomIn(module, height);
}

/** The space above that the section has by its settings, for the width of the window. */
function savedTop(section: HTMLElement): number {
	const { padding, paddingTablet, paddingPhone } = section.dataset;
	const tablet = paddingTablet ?? padding;
	const saved = { desktop: padding, tablet, phone: paddingPhone ?? tablet }[
		device()
	];
	const top = Number.parseFloat(saved?.split("|")[0] ?? "");
	return Number.isFinite(top) ? top : topOf(section);
}

function makeRoomIn(module: HTMLElement, height: number): void {
	const own = topOf(module);
	if (module.matches(".et_pb_slider")) {
		makeRoomInSlides(module, height);
	} else if (module.matches(".et_pb_fullwidth_menu")) {
		change(module, { marginTop: `${height}px` });
	} else if (module.matches(".et_pb_map_container")) {
		const map = module.querySelector<HTMLElement>(".et_pb_map");
		module.classList.add("et_beneath_transparent_nav");
		if (map) change(map, { height: `${map.offsetHeight + height}px` });
	} else if (module.matches(".et_pb_fullwidth_post_title, .et_pb_post_title")) {
		change(module, { paddingTop: `${height + 50}px` });
	} else {
		change(module, { paddingTop: `${own + height}px` });
	}
}

function makeRoomInSlides(slider: HTMLElement, height: number): void {
	let tallest = 0;
	for (const slide of slider.querySelectorAll<HTMLElement>(".et_pb_slide")) {
		change(slide, { paddingTop: `${height}px` });
		const box = slide.querySelector<HTMLElement>(".et_pb_container");
		tallest = Math.max(tallest, box?.offsetHeight ?? 0);
	}
	for (const box of slider.querySelectorAll<HTMLElement>(".et_pb_container")) {
		if (tallest > 0) change(box, { minHeight: `${tallest}px` });
	}
	for (const arrow of slider.querySelectorAll<HTMLElement>(
		".et-pb-slider-arrows a",
	)) {
		change(arrow, { marginTop: `${height / 2 - arrow.offsetHeight / 2}px` });
	}
}

/** Posts that were not built from sections begin with their title. */
function makeRoomForPost(height: number): void {
	const first = document.querySelector<HTMLElement>(
		".et_post_meta_wrapper, #main-content .container, .et_pb_row",
	);
	if (!first) return;
	const more = device() === "desktop" ? 58 : 40;
	forceNoPadding();
	change(first, { paddingTop: `${height + more}px` });
}

function forceNoPadding(): void {
	const id = "et_fix_page_container_position";
	if (document.getElementById(id)) return;
	const style = document.createElement("style");
	style.id = id;
	style.textContent = "#page-container{padding-top:0!important}";
	document.head.append(style);
}
