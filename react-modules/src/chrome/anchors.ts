import { windowWidth } from "../divi/device";
import { fullscreenMenuClosed } from "../divi/fullscreen-menu";
import { smoothScroll } from "../divi/smooth-scroll";

/**
 * Links to places in the page (contract "divi-client", section 2.3, and D12): the page scrolls there and the address
 * names the place, without telling the modules of a changed fragment.
 */

const EXCEPT = [
	".et_smooth_scroll_disabled *",
	".woocommerce-tabs .tabs *",
	".tt_tabs_navigation *",
	".eab-shortcode_calendar-navigation-link",
	".view-cart-lnk",
	".acomment-reply",
	".woocommerce-review-link",
].join();

/** Links that move the comment form and then, like all others, lead to it. */
const REPLIES = ".comment-reply-link, #cancel-comment-reply-link";

/** Milliseconds after which the position is corrected, in case the header became fixed during the scroll. */
const CORRECT_AFTER = 780;
const CORRECT_IN = 40;

export function startAnchors(): void {
	document.addEventListener("click", (event) => {
		const link = (event.target as Element).closest?.("a");
		const isPlain =
			event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
		if (!link || !isPlain) return;
		const isMoved = event.defaultPrevented;
		if (isMoved && !link.matches(REPLIES)) return;
		const place = placeOf(link);
		if (!place) return;
		event.preventDefault();
		if (link.closest(".widget_recent_reviews")) {
			document
				.querySelector<HTMLElement>(".reviews_tab a, .reviews_tab")
				?.click();
		}
		fullscreenMenuClosed();
		setTimeout(() => scrollTo(place));
		if (isMoved) return;
		history.pushState(null, "", link.hash);
		// Keyboard navigation continues from the target.
		if (event.detail === 0 && event.isTrusted) focusOn(place);
	});
}

/** The element that a link in this page leads to. */
function placeOf(link: HTMLAnchorElement): HTMLElement | null {
	const href = link.getAttribute("href") ?? "";
	if (!link.hash || href === "#" || link.matches(EXCEPT)) return null;
	if (link.host !== location.host || link.pathname !== location.pathname) {
		return null;
	}
	const name = link.hash.slice(1);
	return (
		document.getElementById(name) ??
		document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
	);
}

function scrollTo(place: HTMLElement): void {
	const header = document.querySelector("#main-header");
	const isToBeFixed =
		document.body.classList.contains("et_fixed_nav") &&
		!header?.classList.contains("et-fixed-header") &&
		windowWidth() > 980;
	smoothScroll(place, { ms: 800 });
	if (!isToBeFixed) return;
	setTimeout(
		() => smoothScroll(place, { ms: CORRECT_IN, easing: "linear" }),
		CORRECT_AFTER,
	);
}

function focusOn(place: HTMLElement): void {
	place.focus({ preventScroll: true });
	if (document.activeElement === place) return;
	place.tabIndex = -1;
	place.focus({ preventScroll: true });
}
