import { asButton, word } from "../divi/button";
import { windowWidth } from "../divi/device";
import { placeMegaMenus } from "./mega-menus";

/** The menu modules' search and logo (contract "divi-client", section 6.29). */

const SPEED = 1000;
const WRAP = "et_pb_menu__wrap";
const BOX = "et_pb_menu__search-container";
const ANIMATING = "et_pb_is_animating";
const STILL = "et_pb_no_animation";

export function mount(element: Element): void {
	const module = element as HTMLElement;
	const color = module.dataset.bg_color;
	if (color) {
		for (const list of module.querySelectorAll("ul")) {
			list.style.backgroundColor = color;
		}
	}
	placeLogo(module);
	placeMegaMenus(module);
	nameCart(module);
	startSearch(module);
}

/** The style with the logo amid the items shows a copy of it there. */
function placeLogo(module: HTMLElement): void {
	if (!module.matches('[class*="menu--style-inline_centered_logo"]')) return;
	const list = module.querySelector(".et-menu-nav > ul");
	const logo = module.querySelector(
		":scope > div > .et_pb_menu__logo-wrap .et_pb_menu__logo",
	);
	if (!list || !logo || list.querySelector(".et_pb_menu__logo-slot")) return;
	const slot = document.createElement("li");
	slot.className = "et_pb_menu__logo-slot";
	const wrap = document.createElement("div");
	wrap.className = "et_pb_menu__logo-wrap";
	wrap.append(logo.cloneNode(true));
	slot.append(wrap);
	const items = list.children;
	list.insertBefore(slot, items[Math.round(items.length / 2)] ?? null);
}

/** Labels the cart link, which shows an icon only. */
function nameCart(module: HTMLElement): void {
	const cart = module.querySelector<HTMLElement>("a.et_pb_menu__cart-button");
	if (cart) asButton(cart, word("cart"));
}

function startSearch(module: HTMLElement): void {
	const opener = module.querySelector<HTMLElement>(
		".et_pb_menu__search-button",
	);
	const wrap = module.querySelector<HTMLElement>(`.${WRAP}`);
	const box = module.querySelector<HTMLElement>(`.${BOX}`);
	const input = box?.querySelector<HTMLInputElement>(
		".et_pb_menu__search-input",
	);
	if (!opener || !wrap || !box || !input) return;
	const close = box.querySelector<HTMLElement>(
		".et_pb_menu__close-search-button",
	);
	asButton(opener, input.title.replace(/\s*:$/, "") || word("search"));
	opener.setAttribute("aria-expanded", "false");
	const isOpen = () => box.classList.contains(`${BOX}--visible`);

	const open = () => {
		if (isOpen() || box.classList.contains(ANIMATING)) return;
		module
			.querySelector<HTMLElement>(".mobile_nav.opened .mobile_menu_bar")
			?.click();
		wrap.classList.remove(`${WRAP}--visible`);
		wrap.classList.add(`${WRAP}--hidden`);
		box.classList.remove(`${BOX}--hidden`, `${BOX}--disabled`);
		box.classList.add(`${BOX}--visible`, ANIMATING);
		opener.setAttribute("aria-expanded", "true");
		makeRoom(module, box, input);
		setTimeout(() => input.focus());
		setTimeout(() => {
			wrap.classList.add(STILL);
			box.classList.add(STILL);
			box.classList.remove(ANIMATING);
		}, SPEED);
	};
	const shut = () => {
		if (!isOpen() || box.classList.contains(ANIMATING)) return;
		wrap.classList.remove(`${WRAP}--hidden`);
		wrap.classList.add(`${WRAP}--visible`);
		box.classList.remove(`${BOX}--visible`);
		box.classList.add(`${BOX}--hidden`, ANIMATING);
		opener.setAttribute("aria-expanded", "false");
		// Moves the focus out of the form before it is hidden.
		if (box.querySelector(":focus-visible")) opener.focus();
		setTimeout(() => {
			box.classList.add(`${BOX}--disabled`);
			box.classList.remove(ANIMATING);
		}, SPEED);
	};

	opener.addEventListener("click", open);
	close?.addEventListener("click", shut);
	if (close) asButton(close, word("close"));
	input.addEventListener("blur", ({ relatedTarget }) => {
		// The form stays open when the focus moves to its own button.
		if (relatedTarget !== close) shut();
	});
	box.addEventListener("keydown", ({ key }) => {
		if (key === "Escape") shut();
	});
}

/** The open field leaves the logo free, and writes as the menu does. */
function makeRoom(
	module: HTMLElement,
	box: HTMLElement,
	input: HTMLInputElement,
): void {
	const logo = module
		.querySelector(".et_pb_menu__logo :is(img, svg)")
		?.getBoundingClientRect();
	const isBeside = module.matches('[class*="menu--style-left_aligned"]');
	const isAbove =
		module.matches(
			'[class*="menu--style-centered"], [class*="menu--style-inline_centered"]',
		) || windowWidth() <= 980;
	const left = logo && isBeside ? logo.width + 30 : 0;
	const top = logo && !isBeside && isAbove ? logo.height + 30 : 0;
	box.style.paddingTop = `${top}px`;
	box.style.paddingLeft = `${left}px`;
	const link = module.querySelector(".et_pb_menu__menu li a");
	if (link) input.style.fontSize = getComputedStyle(link).fontSize;
}
