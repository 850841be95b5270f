import { asButton, word } from "../divi/button";
import { repeater } from "../divi/repeater";

const SPEED = 1000;

type Turn = (isOpening: boolean) => void;

let turnForm: Turn | undefined;

/** Opens the form of the header's search (contract "divi-client", section 2.6). */
export function open(icon: HTMLElement): void {
	turnForm ??= start(icon);
	turnForm?.(true);
}

function start(icon: HTMLElement): Turn | undefined {
	const menu = document.querySelector<HTMLElement>(".et_menu_container");
	const form = document.querySelector<HTMLElement>(".et_search_form_container");
	if (!menu || !form) return undefined;
	const close = form.querySelector<HTMLElement>(".et_close_search_field");

	const turn: Turn = (isOpening) => {
		const isOpen = form.classList.contains("et_pb_search_visible");
		if (isOpen === isOpening || form.matches(".et_pb_is_animating")) return;
		menu.classList.remove("et_pb_menu_visible", "et_pb_no_animation");
		menu.classList.toggle("et_pb_menu_hidden", isOpening);
		menu.classList.toggle("et_pb_menu_visible", !isOpening);
		form.classList.remove("et_pb_no_animation");
		form.classList.toggle("et_pb_search_visible", isOpening);
		form.classList.toggle("et_pb_search_form_hidden", !isOpening);
		form.classList.add("et_pb_is_animating");
		icon.setAttribute("aria-expanded", String(isOpening));
		setTimeout(() => {
			for (const box of [menu, form]) box.classList.add("et_pb_no_animation");
			form.classList.remove("et_pb_is_animating");
		}, SPEED);
		resize();
		if (isOpening) form.querySelector("input")?.focus();
		else if (form.querySelector(":focus-visible")) icon.focus();
	};

	close?.addEventListener("click", () => turn(false));
	if (close) asButton(close, word("close"));
	document.addEventListener("mouseup", ({ target }) => {
		if (!(target as Element).closest?.("#main-header")) turn(false);
	});
	form.addEventListener("keydown", ({ key }) => {
		if (key === "Escape") turn(false);
	});
	window.addEventListener("resize", repeater(resize, 200));
	window.addEventListener("ETDiviFixedHeaderTransitionEnd", resize);
	return turn;
}

/** The open form is as high as the header, and as wide as the menu with some room. */
function resize(): void {
	const form = document.querySelector<HTMLElement>(".et_pb_search_visible");
	const header = document.querySelector<HTMLElement>("#main-header");
	if (!form || !header) return;
	form.style.height = `${header.clientHeight}px`;
	const menu = document.querySelector<HTMLElement>("#top-menu");
	const link = menu?.querySelector("li a");
	const input = form.querySelector("input");
	if (input && link) input.style.fontSize = getComputedStyle(link).fontSize;
	const isLeft = document.body.classList.contains("et_header_style_left");
	const wide = isLeft ? form.querySelector("form") : form;
	if (wide && menu) {
		const { width, paddingLeft, paddingRight } = getComputedStyle(menu);
		const inner =
			menu.getBoundingClientRect().width -
			(Number.parseFloat(paddingLeft) || 0) -
			(Number.parseFloat(paddingRight) || 0);
		if (width) wide.style.maxWidth = `${Math.round(inner) + 60}px`;
	}
}
