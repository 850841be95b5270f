import { refreshWaypoints } from "../divi/waypoint";
import { slideDown, slideUp, tween } from "../runtime/tween";
import { type ToggleInfo, toggleOf } from "./read";

/** How long a content slides, in milliseconds. */
const SLIDE = 700;
/** How long the page scrolls back to an item that went out of sight. */
const SCROLL = 400;
const TOGGLING = "et_pb_accordion_toggling";

/** What a click on a title does. */
export function open(toggle: ToggleInfo): void {
	if (toggle.accordion) openItem(toggle, toggle.accordion);
	else flip(toggle);
}

/** A toggle of its own: its class changes when the content has slid. */
function flip({ content, store }: ToggleInfo): void {
	const { isOpen, isMoving } = store.get();
	if (isMoving || !content) return;
	store.dispatch({ isMoving: true });
	const slide = isHidden(content) ? slideDown : slideUp;
	slide(content, SLIDE, () => {
		store.dispatch({ isOpen: !isOpen, isMoving: false });
		refreshWaypoints();
	});
}

/** An accordion has one item open: the others close. */
function openItem(toggle: ToggleInfo, accordion: HTMLElement): void {
	if (accordion.classList.contains(TOGGLING)) return;
	if (toggle.store.get().isOpen || !toggle.content) return;
	accordion.classList.add(TOGGLING);
	const scrolled = scrollY;
	const closing = [
		...accordion.querySelectorAll<HTMLElement>(".et_pb_toggle_open"),
	].flatMap((root) => toggleOf(root) ?? []);
	for (const { content } of closing) {
		if (!content) continue;
		if (content.offsetParent === null) content.style.display = "none";
		else slideUp(content, SLIDE);
	}
	slideDown(toggle.content, SLIDE, () => {
		for (const { store } of closing) store.dispatch({ isOpen: false });
		toggle.store.dispatch({ isOpen: true });
		accordion.classList.remove(TOGGLING);
		showTop(toggle.root, scrolled);
		refreshWaypoints();
	});
}

const isHidden = (content: HTMLElement) =>
	getComputedStyle(content).display === "none";

/** Scrolls up when fixed elements at the top of the window cover the item's top. */
function showTop(item: HTMLElement, scrolled: number): void {
	const hasSideHeader = document.body.classList.contains("et_vertical_nav");
	const covers = hasSideHeader
		? ["#wpadminbar", "#top-header"]
		: ["#wpadminbar", "#top-header", "#main-header"];
	const covered = covers.reduce(
		(sum, selector) =>
			sum + (document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0),
		0,
	);
	const top = item.getBoundingClientRect().top + scrollY;
	if (scrolled + covered <= top) return;
	const from = scrollY;
	const to = top - covered - 50;
	tween(SCROLL, (part) => window.scrollTo(scrollX, from + (to - from) * part));
}
