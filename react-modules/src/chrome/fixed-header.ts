import { windowWidth } from "../divi/device";
import { repeater } from "../divi/repeater";
import { onWaypoint } from "../divi/waypoint";
import { emit } from "../runtime/events";
import { whenLoaded } from "../runtime/loaded";

/**
 * The header that stays when the page scrolls (contract "divi-client", section 2.5). Colours, logo and spaces change in
 * the theme's style sheet, by the class `et-fixed-header`.
 */

const TRANSITION = 400;

const find = (selector: string) =>
	document.querySelector<HTMLElement>(selector);
const has = (name: string) => document.body.classList.contains(name);
const heightOf = (selector: string) => {
	const element = find(selector);
	return element && getComputedStyle(element).display !== "none"
		? element.offsetHeight
		: 0;
};

export function startFixedHeader(): void {
	const header = find("#main-header");
	const page = find("#page-container");
	if (!header || !page) return;
	const isFixed = has("et_fixed_nav") || has("et_vertical_fixed");
	whenLoaded(() => {
		makeRoomForLogo();
		measureLogo();
		if (!isFixed) return;
		// It is measured at once: a sheet that gives everything a transition must not hold the page's move up for a frame.
		page.style.transition = "none";
		placeHeader(header, page);
		emit(document, "et-pb-header-height-calculated");
		watch(header, page);
		page.style.transition = "";
	});
	const again = repeater(() => {
		makeRoomForLogo();
		if (isFixed) placeHeader(header, page);
	}, 200);
	window.addEventListener("resize", again);
}

/** Sets the header's position and the page's padding for it. */
export function placeHeader(header: HTMLElement, page: HTMLElement): void {
	const top = heightOf("#top-header");
	const isWide = windowWidth() > 980;
	header.style.top = `${heightOf("#wpadminbar") + top}px`;
	if (isWide && !header.hasAttribute("data-height-loaded")) {
		header.dataset.heightOnload = String(
			heightLike(header, "et-fixed-header", false),
		);
		header.dataset.heightLoaded = "true";
	}
	// As the theme measures it: before its style sheet has made the header smaller.
	header.dataset.fixedHeightOnload = isWide
		? (header.dataset.heightOnload ?? "0")
		: "0";
	if (has("et_vertical_nav") && isWide) return;
	const height = isWide
		? Number.parseInt(header.dataset.heightOnload ?? "0", 10)
		: header.clientHeight - 1;
	if (!has("et_transparent_nav")) {
		page.style.paddingTop = `${height + top}px`;
	}
	if (has("et_hide_nav")) hideHeader(header, height + top);
}

/** How high a header would be with or without a class: measured on a copy, out of sight and without transitions. */
function heightLike(header: HTMLElement, name: string, isOn: boolean): number {
	if (header.classList.contains(name) === isOn) return inner(header);
	const copy = header.cloneNode(true) as HTMLElement;
	copy.classList.add("et-disabled-animations", "main-header-clone");
	copy.classList.toggle(name, isOn);
	copy.setAttribute("aria-hidden", "true");
	copy.style.cssText =
		"opacity:0;position:fixed;top:auto;right:0;bottom:0;left:0;pointer-events:none";
	document.body.append(copy);
	const height = inner(copy);
	copy.remove();
	return height;
}

/** The height without the borders and paddings. */
function inner(element: HTMLElement): number {
	const { paddingTop, paddingBottom } = getComputedStyle(element);
	return Math.trunc(
		element.clientHeight -
			(Number.parseFloat(paddingTop) || 0) -
			(Number.parseFloat(paddingBottom) || 0),
	);
}

/** Moves a hidden header above the window; the style sheet shows it with `et-fixed-header`. */
function hideHeader(header: HTMLElement, height: number): void {
	const isLong =
		document.documentElement.scrollHeight > innerHeight + height + 200;
	for (const part of [header, find("#top-header")]) {
		if (part) part.style.transform = `translateY(${isLong ? -height : 0}px)`;
	}
	document.body.classList.toggle("et_hide_nav", isLong);
	document.body.classList.toggle("et_hide_nav_disabled", !isLong);
}

function watch(header: HTMLElement, page: HTMLElement): void {
	const height = header.clientHeight + heightOf("#top-header");
	const less = height <= 90 ? height - 29 : height - 56;
	const offset =
		less + heightOf("#wpadminbar") - (has("et_hide_nav") ? height + 200 : 0);
	const point = pointOf();
	if (!point) return;
	let isSettingUp = true;
	setTimeout(() => {
		isSettingUp = false;
	}, 100);
	onWaypoint(point, offset, (direction) => {
		const isDown = direction === "down";
		if (isDown && isSettingUp && scrollY === 0) return;
		fix(header, page, isDown);
	});
}

/** The element at which the header becomes fixed. */
function pointOf(): HTMLElement | null {
	const sections = document.querySelectorAll<HTMLElement>(".et_pb_section");
	if (!has("et_transparent_nav") || sections.length === 0) {
		return find("#main-content");
	}
	const section = [...sections].find(isVisible);
	if (!section) return find("#main-content");
	const first = section.classList.contains("et_pb_fullwidth_section")
		? section.querySelectorAll<HTMLElement>(".et_pb_module")
		: section.querySelectorAll<HTMLElement>(".et_pb_row");
	return (
		[...first].find(isVisible) ??
		[...document.querySelectorAll<HTMLElement>(".et_pb_module")].find(
			isVisible,
		) ??
		find("#content-area")
	);
}

const isVisible = (element: HTMLElement) => element.offsetHeight > 0;

function fix(header: HTMLElement, page: HTMLElement, isDown: boolean): void {
	const bar = find("#et_mobile_nav_menu");
	const isPlain =
		!has("et_transparent_nav") &&
		!has("et_hide_nav") &&
		!(bar && bar.offsetHeight > 0 && windowWidth() <= 980);
	const padding = Number.parseFloat(getComputedStyle(page).paddingTop) || 0;
	let margin = -1;
	if (isDown) {
		const fixed = heightLike(header, "et-fixed-header", true);
		margin = -(padding - fixed - heightOf("#top-header") + 1);
		page.classList.add("et-animated-content");
	}
	for (const part of [header, find("#top-header")]) {
		part?.classList.toggle("et-fixed-header", isDown);
	}
	if (isPlain && !has("et_vertical_nav")) page.style.marginTop = `${margin}px`;
	const detail = { marginTop: margin };
	emit(window, "ETDiviFixedHeaderTransitionStart", detail);
	setTimeout(() => {
		emit(window, "ETDiviFixedHeaderTransitionEnd", detail);
	}, TRANSITION);
}

/** Reserves the logo's width beside a menu with a left logo. */
function makeRoomForLogo(): void {
	const menu = find("#et-top-navigation");
	const logo = find("#logo");
	if (!menu || !logo || !has("et_header_style_left")) return;
	const side = has("rtl") ? "paddingRight" : "paddingLeft";
	menu.style[side] = `${logo.getBoundingClientRect().width + 30}px`;
}

function measureLogo(): void {
	const logo = document.querySelector<HTMLImageElement>("img#logo");
	if (!logo?.naturalWidth) return;
	logo.dataset.actualWidth = String(logo.naturalWidth);
	logo.dataset.actualHeight = String(logo.naturalHeight);
}
