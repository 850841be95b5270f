import { smoothScroll } from "../divi/smooth-scroll";
import type { LinkOption } from "./data";

/** Modules, columns, rows and sections that are links as a whole (contract "divi-client", section 6.17). */

/** What works by itself inside an element that is a link: its clicks go on to their own scripts. */
const EXCEPTIONS = [
	".et_pb_toggle_title",
	".mejs-container *",
	".et_pb_contact_field input",
	".et_pb_contact_field textarea",
	".et_pb_contact_field_checkbox *",
	".et_pb_contact_field_radio *",
	".et_pb_contact_captcha",
	".et_pb_tabs_controls a",
	".flex-control-nav *",
	".et_pb_menu__search-button",
	".et_pb_menu__close-search-button",
	".et_pb_menu__search-container *",
	".et_pb_fullwidth_header_scroll *",
].join();

export function mount(): void {
	for (const option of window.et_link_options_data ?? []) {
		if (!option.class || !option.url || !option.target) continue;
		const name = CSS.escape(option.class.replace(/^\./, ""));
		for (const element of document.querySelectorAll<HTMLElement>(`.${name}`)) {
			listen(element, option);
		}
	}
}

function listen(element: HTMLElement, option: LinkOption): void {
	element.addEventListener("click", (event) => {
		const target = event.target as Element;
		if (target !== element) {
			if (target.closest(EXCEPTIONS)) return;
			const own = target.closest("a, button");
			if (own && element.contains(own)) {
				event.stopPropagation();
				return;
			}
		}
		event.stopPropagation();
		follow(option);
	});
	// By keyboard too, unless something inside leads on.
	const isModule = element.matches(".et_pb_module");
	if (!isModule || element.querySelector("a[href], button, input")) return;
	element.setAttribute("role", "link");
	element.tabIndex = 0;
	element.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" || event.target !== element) return;
		event.preventDefault();
		follow(option);
	});
}

function follow({ url: given, target }: LinkOption): void {
	const url = given.replaceAll("&#91;", "[").replaceAll("&#93;", "]");
	if (target === "_blank") {
		const opened = window.open(url);
		if (opened) opened.opener = null;
		return;
	}
	if (url.startsWith("#")) {
		const place = placeOf(url);
		if (place) {
			smoothScroll(place, { ms: 800 });
			history.pushState(null, "", url);
			return;
		}
	}
	location.href = url;
}

/** Where a fragment leads. The tab of a product's reviews is opened on the way: no element has its fragment's name. */
function placeOf(fragment: string): HTMLElement | null {
	if (fragment !== "#product_reviews_tab") {
		return document.getElementById(fragment.slice(1));
	}
	const tab = document.querySelector<HTMLElement>(".reviews_tab a");
	tab?.click();
	return tab;
}
