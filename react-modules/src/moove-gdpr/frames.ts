import { CATEGORIES, type Category, type Consent, settings } from "./settings";

/** What a consent lets in that is in the page already (contract "cookie-consent", sections 6.3 and 9). */

/** Frames wait for the category that the server names, or for the first look. */
export function showFrames(consent: Consent): void {
	const category = settings().ifbc as Category | undefined;
	if (category && !consent[category]) return;
	for (const frame of document.querySelectorAll<HTMLElement>(
		"iframe[data-gdpr-iframesrc]",
	)) {
		const { gdprIframesrc: address } = frame.dataset;
		if (address && frame.getAttribute("src") !== address) {
			frame.setAttribute("src", address);
		}
	}
}

const CONSENT_TYPES: Partial<Record<Category, string>> = {
	strict: "functional",
	thirdparty: "statistics",
	advanced: "marketing",
	preference: "preferences",
};

export function tellConsentApi(consent: Consent): void {
	if (settings().wp_consent_api !== "true") return;
	for (const category of CATEGORIES) {
		const type = CONSENT_TYPES[category];
		if (type)
			window.wp_set_consent?.(type, consent[category] ? "allow" : "deny");
	}
}
