import { asButton, word } from "../divi/button";
import { slideDown, slideUp, type Tween } from "../runtime/tween";

/** The mobile menu (contract "divi-client", section 2.2): copies of the lists, behind a bar that opens and closes them. */

const SPEED = 500;
const bars = new Map<HTMLElement, HTMLElement>();

export function startMobileMenus(root: ParentNode): void {
	const header = root.querySelector<HTMLElement>("#et-top-navigation");
	const list = header?.querySelector("ul.nav");
	const place = header?.querySelector<HTMLElement>(".mobile_nav");
	if (list && place && !bars.has(place)) {
		const copy = duplicate(list, place, "mobile_menu");
		for (const item of document.querySelectorAll("#et-secondary-nav > li")) {
			copy.append(item.cloneNode(true));
		}
	}
	const menus = root.querySelectorAll(".et_pb_menu, .et_pb_fullwidth_menu");
	for (const [n, menu] of menus.entries()) {
		const list = menu.querySelector(".et-menu-nav ul.nav, ul.nav");
		const place = menu.querySelector<HTMLElement>(".mobile_nav");
		if (!list || !place || bars.has(place)) continue;
		duplicate(list, place, `mobile_menu${n + 1}`);
	}
}

/**
 * Copies a list into its place. The items keep their ids: owners' style sheets name the items of both lists by them,
 * as the theme always had it.
 */
export function duplicate(
	list: Element,
	place: HTMLElement,
	id: string,
): HTMLElement {
	const copy = list.cloneNode(true) as HTMLElement;
	if (list.matches(".et_disable_top_tier")) {
		copy.setAttribute("data-oxipress-no-top-links", "");
	}
	copy.id = id;
	copy.className = "et_mobile_menu";
	for (const slot of copy.querySelectorAll(
		".menu_slide, .et_pb_menu__logo-slot",
	)) {
		slot.remove();
	}
	for (const link of copy.querySelectorAll("[aria-expanded]")) {
		link.removeAttribute("aria-expanded");
	}
	copy.querySelector("li")?.classList.add("et_first_mobile_item");
	place.append(copy);
	const bar = place.querySelector<HTMLElement>(".mobile_menu_bar");
	if (bar) control(place, bar, copy);
	return copy;
}

function control(
	place: HTMLElement,
	bar: HTMLElement,
	copy: HTMLElement,
): void {
	bars.set(place, bar);
	asButton(
		bar,
		place.querySelector(".select_page")?.textContent?.trim() || word("menu"),
	);
	bar.setAttribute("aria-controls", copy.id);
	bar.setAttribute("aria-expanded", "false");
	let running: Tween | undefined;
	bar.addEventListener("click", (event) => {
		event.preventDefault();
		const isOpening = !place.classList.contains("opened");
		if (isOpening) closeMobileMenus(place);
		running?.finish();
		// The classes come second: style sheets show and hide the list by them.
		running = (isOpening ? slideDown : slideUp)(copy, SPEED, () => {
			running = undefined;
		});
		place.classList.toggle("opened", isOpening);
		place.classList.toggle("closed", !isOpening);
		bar.setAttribute("aria-expanded", String(isOpening));
		makeRoom(place, isOpening);
	});
	copy.addEventListener("click", ({ target }) => {
		if ((target as Element).closest("a")) bar.click();
	});
	place.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape" || !place.classList.contains("opened")) return;
		bar.click();
		bar.focus();
	});
}

/** Closes the menus that are open, except one. */
export function closeMobileMenus(except?: Element): void {
	for (const [place, bar] of bars) {
		if (place !== except && place.classList.contains("opened")) bar.click();
	}
}

/** Sections and rows with round corners cut off what leaves them: not while the menu is open. */
function makeRoom(place: HTMLElement, isOpening: boolean): void {
	for (const selector of [".et_pb_row", ".et_pb_section"]) {
		const box = place.closest<HTMLElement>(selector);
		if (!box || !/[1-9]/.test(getComputedStyle(box).borderRadius)) continue;
		if (isOpening) box.style.overflow = "visible";
		else setTimeout(() => (box.style.overflow = "hidden"), SPEED);
	}
}
