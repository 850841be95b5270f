import { emit } from "../runtime/events";
import { boxOf, type Held, offsetOf, pushOf, type Room } from "./place";
import type { Edge } from "./read";

const STYLES = [
	"position",
	"padding",
	"z-index",
	"width",
	"left",
	"top",
	"bottom",
	"margin-top",
	"margin-bottom",
];

function zIndex(element: Element): number {
	if (element.closest(".et-l--header")) return 10_010;
	return element.closest(".et-l--footer") ? 9990 : 10_000;
}

function createPlaceholder({ id, element }: Held): HTMLElement {
	const copy = element.cloneNode(true) as HTMLElement;
	// Two elements of an id would confuse fragments and labels.
	for (const node of copy.querySelectorAll("[id]")) node.removeAttribute("id");
	copy.removeAttribute("id");
	// What the end of a push has left is not the place's.
	copy.style.removeProperty("margin-top");
	copy.classList.add("et_pb_sticky_placeholder");
	copy.dataset.stickyPlaceholderId = id;
	copy.setAttribute("aria-hidden", "true");
	for (const node of copy.querySelectorAll(
		"a, button, input, select, textarea",
	)) {
		node.setAttribute("tabindex", "-1");
	}
	return copy;
}

/** Ancestors whose stacking the style sheet lifts while they hold a sticky element. */
const AROUND = ".et_builder_inner_content, .et_pb_column";
const HAS = "has_et_pb_sticky";

function markAround(element: Element): void {
	let around = element.parentElement?.closest(AROUND);
	while (around) {
		const holds = around.querySelector(".et_pb_sticky") !== null;
		around.classList.toggle(HAS, holds);
		around = around.parentElement?.closest(AROUND);
	}
}

/** Light and dark by the state, where a module has both. */
function setLayout(element: HTMLElement, isStuck: boolean): void {
	const selector = "[data-background-layout-sticky]";
	const inside = [...element.querySelectorAll<HTMLElement>(selector)];
	if (element.matches(selector)) inside.push(element);
	for (const { classList, dataset } of inside) {
		const layout = isStuck
			? dataset.backgroundLayoutSticky
			: dataset.backgroundLayout;
		if (!layout) continue;
		classList.remove("et_pb_bg_layout_light", "et_pb_bg_layout_dark");
		classList.add(`et_pb_bg_layout_${layout}`);
	}
}

/** When the style sheet has given a stuck element its styles, in milliseconds. */
const STYLED = 50;

/** The room that a stuck element's styles give it where its place is. */
function roomOf({ element, placeholder, stickyStyles }: Held): Room {
	const probe = element.cloneNode() as HTMLElement;
	probe.removeAttribute("id");
	probe.removeAttribute("style");
	for (const [name, value] of Object.entries(stickyStyles)) {
		probe.style.setProperty(name.replaceAll("_", "-"), value);
	}
	// It takes no height, and shows nothing.
	for (const declaration of [
		"position: relative",
		"visibility: hidden",
		"height: 0",
		"min-height: 0",
		"margin-top: 0",
		"margin-bottom: 0",
		"padding-top: 0",
		"padding-bottom: 0",
		"transition: none",
	]) {
		const [name = "", value = ""] = declaration.split(": ");
		probe.style.setProperty(name, value, "important");
	}
	placeholder?.after(probe);
	const { left, width } = probe.getBoundingClientRect();
	probe.remove();
	return { left, width };
}

/** Measures the room of an element that is stuck and whose styles are others then. */
export function remeasureRoom(held: Held): void {
	const isOther = Object.keys(held.stickyStyles).length > 0;
	held.room = held.placeholder && isOther ? roomOf(held) : undefined;
}

/** The longest of an element's transitions with its delay, in milliseconds. */
function transitionOf(element: Element): number {
	const { transitionDuration, transitionDelay } = getComputedStyle(element);
	const times = (list: string) =>
		list.split(",").map((time) => (Number.parseFloat(time) || 0) * 1000);
	const delays = times(transitionDelay);
	return Math.max(
		...times(transitionDuration).map(
			(time, n) => time + (delays[n % delays.length] ?? 0),
		),
	);
}

/** Keeps the height of what an element stands in until its own has settled: the page does not jump. */
function lockHeight({ element, hasTransition }: Held): void {
	const parent = element.parentElement;
	const ms = hasTransition ? transitionOf(element) : 0;
	const name = [...(parent?.classList ?? [])].find(
		(token) => document.getElementsByClassName(token).length === 1,
	);
	if (!parent || !name || !(ms > 0)) return;
	const lock = document.createElement("style");
	const { height } = getComputedStyle(parent);
	lock.textContent = `.${CSS.escape(name)}{height:${height}!important}`;
	document.head.append(lock);
	setTimeout(() => lock.remove(), ms);
}

/** What stands in the element's place becomes like it again. */
export function renewPlaceholder(held: Held): void {
	held.placeholder?.replaceChildren(...createPlaceholder(held).childNodes);
}

/** Puts the element where it is held now. */
export function place(held: Held, edge: Edge, all: readonly Held[]): void {
	const { left, width } = held.room ?? boxOf(held);
	const offset = offsetOf(held, edge, all);
	const push = pushOf(held, edge, offset);
	const isTop = edge === "top";
	const styles = {
		width: `${width}px`,
		left: `${left}px`,
		top: isTop ? `${offset}px` : "auto",
		bottom: isTop ? "auto" : `${offset}px`,
		[`margin-${edge}`]: `${push}px`,
	};
	for (const [name, value] of Object.entries(styles)) {
		held.element.style.setProperty(name, value, "important");
	}
}

/** The element leaves its place in the page and is held at an edge of the window. */
export function hold(held: Held, edge: Edge, all: readonly Held[]): void {
	const { element, id, position } = held;
	const { padding } = getComputedStyle(element);
	const { left, width } = element.getBoundingClientRect();
	lockHeight(held);
	const copy = createPlaceholder(held);
	element.after(copy);
	held.placeholder = copy;
	element.classList.add("et_pb_sticky", `et_pb_sticky--${position}`);
	const styles = {
		position: "fixed",
		padding,
		"z-index": String(zIndex(element)),
		width: `${width}px`,
		left: `${left}px`,
	};
	for (const [name, value] of Object.entries(styles)) {
		element.style.setProperty(name, value, "important");
	}
	place(held, edge, all);
	setLayout(element, true);
	markAround(element);
	emit(window, "ETBuilderStickyStart", { stickyId: id });
	setTimeout(() => {
		if (held.placeholder !== copy) return;
		remeasureRoom(held);
		if (held.room) place(held, edge, all);
	}, STYLED);
}

/** The element goes back to its place. */
export function release(held: Held): void {
	const { element, id, position } = held;
	if (held.placeholder) lockHeight(held);
	held.placeholder?.remove();
	held.placeholder = undefined;
	held.room = undefined;
	element.classList.remove("et_pb_sticky", `et_pb_sticky--${position}`);
	const wasPushed = Number.parseFloat(element.style.marginTop) < 0;
	for (const name of STYLES) element.style.removeProperty(name);
	// One that its limit had pushed out of the window keeps the end of that push.
	if (wasPushed) element.style.marginTop = "0px";
	if (!element.getAttribute("style")) element.removeAttribute("style");
	setLayout(element, false);
	markAround(element);
	emit(window, "ETBuilderStickyEnd", { stickyId: id });
}
