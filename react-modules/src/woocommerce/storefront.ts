import { getCookie } from "../runtime/cookies";
import { whenLoaded } from "../runtime/loaded";
import { focusNotice } from "./notices";

/** What every page of the shop does: contract "woocommerce", sections 3.2, 3.4 and 5.2. */

const HIDDEN = "hidden";
const BUTTONS =
	".woocommerce a[role=button], .woocommerce-mini-cart a[role=button], a.ajax_add_to_cart";

export function startStorefront(): void {
	whenLoaded(() => void focusNotice(document));
	for (const input of document.querySelectorAll<HTMLInputElement>(
		"input.qty[min]",
	)) {
		raiseToMinimum(input);
	}
	for (const notice of document.querySelectorAll<HTMLElement>(
		".woocommerce-store-notice",
	)) {
		startStoreNotice(notice);
	}
	document.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLSelectElement)) return;
		// `submit()` passes over a button that is named "submit".
		if (target.matches(".woocommerce-ordering select.orderby")) {
			target.form?.requestSubmit();
		}
	});
	document.addEventListener("click", ({ target }) => {
		if (!(target instanceof Element)) return;
		// The browser then goes to the fragment, which the tab shows.
		if (target.closest(".woocommerce-review-link")) {
			document.querySelector<HTMLElement>(".reviews_tab a")?.click();
		}
	});
	// A link with the role of a button is pressed with the space bar, too.
	document.addEventListener("keydown", (event) => {
		const { target, key } = event;
		if (key !== " " || !(target instanceof HTMLElement)) return;
		if (!target.matches(BUTTONS)) return;
		event.preventDefault();
		target.click();
	});
}

/** A quantity of a product's page is at least its minimum; the cart's may be 0, which removes the line. */
function raiseToMinimum(input: HTMLInputElement): void {
	if (input.closest(".product-quantity")) return;
	const least = Number.parseFloat(input.min);
	if (least >= 0 && Number.parseFloat(input.value) < least) {
		input.value = input.min;
	}
}

/** The shop's notice is shown until the visitor dismisses it; another text is another notice. */
function startStoreNotice(notice: HTMLElement): void {
	const name = `store_notice${notice.dataset.noticeId ?? ""}`;
	notice.style.display = getCookie(name) === HIDDEN ? "none" : "";
	notice.addEventListener("click", (event) => {
		const link = (event.target as Element).closest(
			".woocommerce-store-notice__dismiss-link",
		);
		if (!link) return;
		event.preventDefault();
		// biome-ignore lint/suspicious/noDocumentCookie: for the session, which `setCookie` has no number of days for.
		document.cookie = `${name}=${HIDDEN}; path=/`;
		notice.style.display = "none";
	});
}
