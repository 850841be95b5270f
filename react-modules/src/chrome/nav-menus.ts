import { windowWidth } from "../divi/device";

/**
 * Drop-down menus (contract "divi-client", section 2.1): what is open is said by classes on the items, the theme's style
 * sheet shows it. The keyboard opens them too, and Escape closes.
 */

const LISTS = "ul.nav, ul.menu";
const PARENT = "li.menu-item-has-children";
/** How long an item that a touch elsewhere closes keeps `et-hover`, in milliseconds. */
const LINGER = 200;

const taken = new WeakSet<Element>();

export function startNavMenus(root: ParentNode): void {
	for (const list of root.querySelectorAll<HTMLElement>(LISTS)) init(list);
}

/** The first step, before the mobile menu copies the list. */
export function prepareNavMenus(root: ParentNode): void {
	for (const list of root.querySelectorAll(LISTS)) {
		for (const item of list.querySelectorAll("li.mega-menu")) {
			const columns = item.querySelectorAll(":scope > ul > li").length;
			if (columns < 4) {
				item.classList.add("mega-menu-parent", `mega-menu-parent-${columns}`);
			}
		}
		if (!list.matches(".et_disable_top_tier")) continue;
		for (const link of list.querySelectorAll<HTMLElement>(":scope > li > ul")) {
			const top = link.parentElement?.querySelector(":scope > a");
			top?.setAttribute("href", "#");
		}
	}
}

function init(list: HTMLElement): void {
	if (taken.has(list)) return;
	taken.add(list);
	for (const item of list.querySelectorAll("li")) {
		item.addEventListener("mouseenter", () => {
			if (!isInsideMega(item)) show(item);
			say(item);
		});
		item.addEventListener("mouseleave", () => hide(item, 0));
	}
	list.addEventListener("touchend", touch);
	list.addEventListener("focusin", focused);
	list.addEventListener("focusout", ({ relatedTarget }) => {
		for (const item of list.querySelectorAll("li.et-show-dropdown")) {
			if (!item.contains(relatedTarget as Node | null) && !isUnder(item)) {
				hide(item, 0);
			}
		}
	});
	list.addEventListener("keydown", closeByKey);
	for (const item of list.querySelectorAll(PARENT)) say(item);
}

const isUnder = (item: Element) => item.matches(":hover");

/** Whether the item lies in a mega menu, whose inside is open as a whole. */
const isInsideMega = (item: Element) =>
	!item.matches(".mega-menu") && item.closest("li.mega-menu") !== null;

function show(item: Element): void {
	item.classList.add("et-show-dropdown", "et-hover");
	say(item);
}

function hide(item: Element, after: number): void {
	item.classList.remove("et-show-dropdown", "et-touch-hover");
	setTimeout(() => {
		if (!item.matches(".et-show-dropdown")) item.classList.remove("et-hover");
	}, after);
	say(item);
}

/** Sets an item to `open` or `closed`; without an argument it toggles. */
export function toggleNavMenu(
	given: Element | ArrayLike<Element>,
	state?: string,
	after = LINGER,
): void {
	for (const item of given instanceof Element ? [given] : Array.from(given)) {
		const isOpen = item.matches(".et-show-dropdown");
		if (state === "open" || (!state && !isOpen)) show(item);
		else hide(item, after);
	}
}

/** Sets `aria-expanded` of an item's link. */
function say(item: Element): void {
	if (!item.matches(PARENT)) return;
	item
		.querySelector(":scope > a")
		?.setAttribute("aria-expanded", String(item.matches(".et-show-dropdown")));
}

const openItems = (root: ParentNode) =>
	root.querySelectorAll("li.et-show-dropdown, li.et-touch-hover");

/** The first tap opens an item that has a list; the second one follows its link, as any tap does. */
function touch(event: TouchEvent): void {
	const target = event.target as Element;
	const item = target.closest("li");
	if (!item?.matches(PARENT) || !event.cancelable) return;
	if (item.matches(".et-touch-hover")) return;
	if (isInsideMega(item)) return;
	event.preventDefault();
	event.stopPropagation();
	for (const open of openItems(document)) {
		if (!open.contains(item)) {
			hide(open, open.parentElement === item.parentElement ? LINGER : 0);
		}
	}
	item.classList.add("et-touch-hover");
	show(item);
}

/** Opens lists as the keyboard focus enters them. */
function focused({ target }: FocusEvent): void {
	if (!(target as Element).matches(":focus-visible")) return;
	let item = (target as Element).closest("li");
	while (item) {
		if (!isInsideMega(item)) show(item);
		item = item.parentElement?.closest("li") ?? null;
	}
}

function closeByKey(event: KeyboardEvent): void {
	if (event.key !== "Escape") return;
	const item = (event.target as Element).closest("li.et-show-dropdown");
	const open = item?.matches(PARENT)
		? item
		: item?.parentElement?.closest("li.et-show-dropdown");
	if (!open) return;
	open.querySelector<HTMLElement>(":scope > a")?.focus();
	hide(open, 0);
}

/** Closes lists on a touch elsewhere, and marks lists that would overflow the window's edge. */
export function watchNavMenus(): void {
	document.addEventListener("touchend", ({ target }) => {
		if ((target as Element).closest(LISTS)) return;
		for (const open of openItems(document)) hide(open, LINGER);
	});
	document.addEventListener("click", (event) => {
		const item = (event.target as Element).closest("a")?.parentElement;
		const isTop = item?.parentElement?.matches(
			".et_disable_top_tier, .et_mobile_menu[data-oxipress-no-top-links]",
		);
		if (isTop && item?.querySelector(":scope > ul")) event.preventDefault();
	});
	turnLists();
	window.addEventListener("resize", turnLists);
}

function turnLists(): void {
	const tops = new Map<Element, boolean>();
	for (const list of document.querySelectorAll<HTMLElement>(".nav li li ul")) {
		const top = list.closest(".nav > li");
		if (!top) continue;
		if (!tops.has(top)) top.classList.remove("et-reverse-direction-nav");
		const { left, width } = list.getBoundingClientRect();
		tops.set(
			top,
			Boolean(tops.get(top)) || left + scrollX > windowWidth() - width,
		);
	}
	for (const [top, isTurned] of tops) {
		top.classList.toggle("et-reverse-direction-nav", isTurned);
	}
}
