import { device } from "../divi/device";
import { type Click, type Names, nameOfClick, readNames } from "./names";

declare global {
	interface Window {
		gtag?: (command: "event", name: string) => void;
		dataLayer?: unknown[];
	}
}

/**
 * Tells the site's analytics service what visitors did (specification, section 9): telephone, booking and messaging
 * links, forms that were sent, orders. The service comes into the page only with the visitor's consent; without it
 * nothing is sent, and nothing is kept for later.
 */
export function mount(data: Element): void {
	const names = readNames(data.textContent ?? "");
	document.addEventListener("click", ({ target }) => {
		const link = (target as Element).closest?.("a");
		if (link) tell(nameOfClick(names, link, kindOfDevice()));
	});
	document.addEventListener("wpcf7mailsent", (event) => {
		const { contactFormId } = (event as CustomEvent).detail ?? {};
		tell(names.forms?.[String(contactFormId)]);
	});
	if (document.querySelector(".et_pb_ab_shop_conversion")) tellOrder(names);
}

const kindOfDevice = (): keyof Click & ("desktop" | "mobile") =>
	device() === "desktop" ? "desktop" : "mobile";

function tell(name: string | undefined): boolean {
	if (!name || typeof window.gtag !== "function") return false;
	window.gtag("event", name);
	return true;
}

/** The service's script may still be on its way when the page of the finished order comes. */
function tellOrder({ purchase }: Names): void {
	if (!purchase) return;
	let tries = 20;
	const attempt = () => {
		tries -= 1;
		if (!tell(purchase) && tries > 0) setTimeout(attempt, 500);
	};
	attempt();
}
