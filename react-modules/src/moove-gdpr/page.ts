import { settings } from "./settings";

/** What an open dialog does to the rest of the page (contract "cookie-consent", section 7.4). */

const HIDDEN = "gdpr_lightbox-hidden";
const BARE = "script, style, link, template, noscript";
let covered: Element[] = [];

export function coverPage(overlay: Element): void {
	document.documentElement.classList.add("gdpr_lightbox-active");
	document.body.classList.add("moove_gdpr_overflow");
	if (settings().show_icons === "none") {
		document.body.classList.add("gdpr-no-icons");
	}
	covered = [...document.body.children].filter(
		(child) => child !== overlay && !child.matches(BARE),
	);
	for (const child of covered) {
		child.classList.add(HIDDEN);
		child.setAttribute("ah", "true");
	}
}

export function uncoverPage(): void {
	document.documentElement.classList.remove("gdpr_lightbox-active");
	document.body.classList.remove("moove_gdpr_overflow");
	for (const child of covered) {
		child.classList.remove(HIDDEN);
		if (child.getAttribute("class") === "") child.removeAttribute("class");
		child.removeAttribute("ah");
	}
	covered = [];
}
