import { jQueryOfPage } from "../runtime/jquery";
import { type Tween, tween } from "../runtime/tween";

/** Notices of the shop: contract "woocommerce", sections 3.4 and 12. */

/** Both families of notices: of classic and of block themes. */
export const NOTICES =
	".woocommerce-error, .woocommerce-message, .woocommerce-info, .is-error, .is-info, .is-success";

const ALERTS =
	'.woocommerce-error[role="alert"], .woocommerce-message[role="alert"], [role="alert"] > .woocommerce-error, .is-error[role="alert"], .is-success[role="alert"]';

/** How long the page takes to a notice, in milliseconds, and the space above it then, in pixels. */
const SCROLL = 1000;
const SPACE = 100;

/** Whether an answer is an error, as the shop's scripts look at it. */
export const isError = (html: string): boolean =>
	html.includes("woocommerce-error") || html.includes("is-error");

/** Gives the focus to the first notice that is an alert, so that it is read out. Returns it. */
export function focusNotice(root: ParentNode): HTMLElement | undefined {
	const notice = root.querySelector<HTMLElement>(ALERTS);
	if (!notice) return undefined;
	notice.tabIndex = -1;
	notice.focus({ preventScroll: true });
	return notice;
}

let running: Tween | undefined;

/** Scrolls to a notice. A script of the page may have its own way to (`jQuery.scroll_to_notices`). */
export function scrollToNotice(notice: Element | null | undefined): void {
	if (!notice) return;
	const jQuery = jQueryOfPage() as unknown as
		| {
				(target: unknown): unknown;
				scroll_to_notices?: (notices: unknown) => void;
		  }
		| undefined;
	if (jQuery?.scroll_to_notices) {
		jQuery.scroll_to_notices(jQuery(notice));
		return;
	}
	const from = scrollY;
	const to = Math.max(0, notice.getBoundingClientRect().top + from - SPACE);
	let last = from;
	running?.stop();
	const scrolling = tween(SCROLL, (part) => {
		// The visitor, or a theme, has another idea.
		if (Math.abs(scrollY - last) > 2) return scrolling?.stop();
		window.scrollTo(scrollX, from + (to - from) * part);
		last = scrollY;
	});
	running = scrolling;
}

/** Takes the notices below an element away. */
export function removeNotices(root: ParentNode = document): void {
	for (const notice of root.querySelectorAll(NOTICES)) {
		if (notice.matches(".cart-empty")) continue;
		// Lines such as "Have a coupon?" belong to the page.
		if (notice.closest(KEPT)) continue;
		notice.remove();
	}
}

/** Information that is a part of the page, not an answer to the visitor. */
const KEPT =
	".woocommerce-form-login-toggle, .woocommerce-form-coupon-toggle, .wc_payment_methods, .woocommerce-no-products-found, .woocommerce-Reviews, .variations_form";

/** The notices of a page, those of equal text once. */
export function noticesOf(page: ParentNode): Element[] {
	const seen = new Set<string>();
	return [...page.querySelectorAll(NOTICES)].filter((notice) => {
		const text = notice.textContent?.replace(/\s+/g, " ").trim() ?? "";
		if (seen.has(text) || notice.closest(KEPT)) return false;
		seen.add(text);
		return true;
	});
}

/** Puts notices into the page's place for them, else before the form, and shows them to the visitor. */
export function showNotices(
	notices: readonly Node[],
	fallback = ".woocommerce-cart-form",
): void {
	if (notices.length === 0) return;
	const place = document.querySelector(".woocommerce-notices-wrapper");
	if (place) place.prepend(...notices);
	else {
		const form = document.querySelector(fallback);
		if (!form) return;
		form.before(...notices);
	}
	const parents = notices
		.map((notice) => notice.parentNode)
		.filter((parent): parent is ParentNode & Node => parent !== null);
	const shown = parents
		.map((parent) => focusNotice(parent))
		.find((notice) => notice !== undefined);
	scrollToNotice(shown ?? firstElement(notices));
}

const firstElement = (nodes: readonly Node[]) =>
	nodes.find((node): node is Element => node instanceof Element);
