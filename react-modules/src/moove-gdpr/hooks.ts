import { jQueryOfPage } from "../runtime/jquery";
import { report } from "../runtime/report";
import { CATEGORIES, type Consent } from "./settings";

/** Callbacks and events for other scripts (contract "cookie-consent", section 7.8). */

type Event =
	| "show_infobar"
	| "opened_modal_from_link"
	| "clicked_to_tab"
	| "accept_all"
	| "script_inject";

function call(name: string, ...values: readonly unknown[]): void {
	try {
		const jQuery = jQueryOfPage() as unknown as
			| (() => Record<string, unknown>)
			| undefined;
		const set = jQuery?.();
		const listener = set?.[`gdpr_cookie_compliance_${name}`];
		if (typeof listener === "function") listener.apply(set, values);
	} catch (error) {
		report("moove-gdpr", `met a failure in ${name}`, error);
	}
}

export const tellAnalytics = (event: Event, data: unknown = ""): void =>
	call("analytics", event, data);

/** A record of what a visitor chose. */
export const logConsent = (consent: Consent): void =>
	call("consent_log", asTexts(consent));

/** A consent as the cookie has it. */
export const asTexts = (consent: Consent): Record<string, string> =>
	Object.fromEntries(
		CATEGORIES.map((category) => [category, consent[category] ? "1" : "0"]),
	);
