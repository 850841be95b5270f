import { windowWidth } from "../divi/device";
import { scrollPage } from "../divi/smooth-scroll";
import { on } from "../runtime/events";
import { jQueryOfPage } from "../runtime/jquery";

/** Notices of the shop: each error once, in sight. */

const MS = 1000;
const SPACE = 100;

export function startNotices(): void {
	on(document.body, "init_checkout", hideForeign);
	on(document.body, "checkout_error", () => {
		const [, ...more] = document.querySelectorAll<HTMLElement>(
			".woocommerce-NoticeGroup-checkout",
		);
		for (const group of more) group.style.display = "none";
		hideForeign();
		scrollToForm();
	});
	on(document.body, "updated_checkout", ({ result }) => {
		if (result === "failure") scrollToForm();
	});
	// The shop's own name for it: the page's fixed header covers nothing.
	const jQuery = jQueryOfPage() as { scroll_to_notices?: unknown } | undefined;
	if (jQuery) {
		jQuery.scroll_to_notices = ([notice]: Iterable<Element>) =>
			notice && scrollTo(notice, heightOf(".et-fixed-header"));
	}
}

/** Nobody can mend an address that the page does not ask for. */
function hideForeign(): void {
	if (document.querySelector(".et_pb_wc_checkout_shipping")) return;
	for (const error of document.querySelectorAll<HTMLElement>(
		'.woocommerce-error li[data-id^="shipping_"]',
	)) {
		error.style.display = "none";
	}
}

function scrollToForm(): void {
	const form = document.querySelector("form.checkout");
	const hasFixed =
		document.body.classList.contains("et_fixed_nav") && windowWidth() > 980;
	if (form && hasFixed) scrollTo(form, heightOf("#main-header"));
}

const heightOf = (selector: string) =>
	document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;

function scrollTo(target: Element, covered: number): void {
	const top = target.getBoundingClientRect().top + scrollY;
	scrollPage(top - SPACE - covered, MS);
}
