import { asButton, word } from "../divi/button";
import { windowWidth } from "../divi/device";
import { onSwipe } from "../runtime/swipe";
import { slideDown, slideUp } from "../runtime/tween";

/** The slide-in and the fullscreen header (contract "divi-client", section 2.7). */

/** How near the edge a swipe begins that opens the menu, in pixels. */
const EDGE = 30;

const find = (selector: string) =>
	document.querySelector<HTMLElement>(selector);

export function mount(element: Element): void {
	const box = element as HTMLElement;
	const { classList } = document.body;
	startSubMenus(box);
	if (classList.contains("et_header_style_slide")) startSlide(box);
	if (classList.contains("et_header_style_fullscreen")) startFullscreen(box);
}

function buttons(selector: string, box: HTMLElement, act: () => void): void {
	for (const button of document.querySelectorAll<HTMLElement>(selector)) {
		asButton(button, word("menu"));
		button.addEventListener("click", act);
	}
	box.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape" || !isOpen(box)) return;
		act();
		find(selector)?.focus();
	});
}

const isOpen = (box: HTMLElement) =>
	box.matches(".et_pb_slide_menu_opened, .et_pb_fullscreen_menu_opened");

function startSlide(box: HTMLElement): void {
	const isRtl = document.body.classList.contains("rtl");
	const [own, other] = isRtl
		? (["left", "right"] as const)
		: (["right", "left"] as const);
	let hiding: ReturnType<typeof setTimeout> | undefined;
	const turn = (willOpen: boolean) => {
		if (willOpen === isOpen(box)) return;
		clearTimeout(hiding);
		if (willOpen) box.style.display = "block";
		else hiding = setTimeout(() => (box.style.display = "none"), 700);
		const page = find("#page-container");
		const isBoxed = document.body.classList.contains("et_boxed_layout");
		const margin =
			isBoxed && page
				? Number.parseFloat(getComputedStyle(page).marginRight) || 0
				: 0;
		const width = Math.max(0, box.offsetWidth - margin);
		const move = () => {
			box.style[own] = willOpen ? "0px" : `-${box.offsetWidth}px`;
			const moved = document.querySelectorAll<HTMLElement>(
				".et_fixed_nav #main-header, .et_fixed_nav #top-header, #page-container",
			);
			for (const part of moved) {
				part.style[other] = willOpen ? `-${width}px` : "0px";
			}
			box.classList.toggle("et_pb_slide_menu_opened", willOpen);
			document.body.classList.toggle("et_pb_slide_menu_active", willOpen);
		};
		if (willOpen) setTimeout(move, 50);
		else move();
	};
	buttons(".et_toggle_slide_menu", box, () => turn(!isOpen(box)));
	if (!("ontouchend" in document)) return;
	let begin = 0;
	window.addEventListener(
		"touchstart",
		({ touches }) => {
			begin = touches[0]?.clientX ?? 0;
		},
		{ passive: true },
	);
	onSwipe(document.body, (direction) => {
		if (direction === "right") turn(false);
		else if (begin > windowWidth() - EDGE) turn(true);
	});
}

function startFullscreen(box: HTMLElement): void {
	const turn = (willOpen: boolean) => {
		if (willOpen === isOpen(box)) return;
		box.classList.toggle("et_pb_fullscreen_menu_opened", willOpen);
		document.body.classList.toggle("et_pb_fullscreen_menu_active", willOpen);
		if (willOpen) {
			box.classList.add("et_pb_fullscreen_menu_animated");
			const bar = box.querySelector<HTMLElement>(".et_slide_menu_top");
			box.style.paddingTop = `${(bar?.offsetHeight ?? 0) + 20}px`;
			return;
		}
		setTimeout(() => {
			if (!isOpen(box)) box.classList.remove("et_pb_fullscreen_menu_animated");
		}, 1000);
	};
	buttons(".et_toggle_fullscreen_menu", box, () => turn(!isOpen(box)));
	document.addEventListener("visibilitychange", () => turn(false));
}

/** `easeInOutCubic`. */
const cubic = (part: number) =>
	part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;

/** Links with a list below them open it and lead nowhere. */
function startSubMenus(box: HTMLElement): void {
	for (const link of box.querySelectorAll<HTMLElement>(
		".menu-item-has-children > a",
	)) {
		if (link.querySelector(".et_mobile_menu_arrow")) continue;
		const arrow = document.createElement("span");
		arrow.className = "et_mobile_menu_arrow";
		link.append(arrow);
		link.setAttribute("aria-expanded", "false");
		link.addEventListener("click", (event) => {
			event.preventDefault();
			const list = link.parentElement?.querySelector<HTMLElement>(
				":scope > ul.sub-menu",
			);
			if (!list) return;
			const willOpen = arrow.classList.toggle("et_pb_submenu_opened");
			link.setAttribute("aria-expanded", String(willOpen));
			list.classList.add("et_pb_slide_dropdown_opened");
			if (willOpen) slideDown(list, 700, undefined, cubic);
			else {
				slideUp(
					list,
					700,
					() => list.classList.remove("et_pb_slide_dropdown_opened"),
					cubic,
				);
			}
		});
	}
}
