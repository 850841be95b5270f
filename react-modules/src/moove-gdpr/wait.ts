import { hideBanner, showBanner } from "./banner";
import { consentOf, parse, SESSION } from "./cookie";
import { type Consent, numberOf, settings } from "./settings";
import { writeConsent } from "./write-cookie";

/** How far a visitor scrolls to accept, in pixels. */
const SCROLL = 200;

/**
 * Decides when the visitor has scrolled, or after a while, as the site has it (contract "cookie-consent", section 7.3), unless
 * something else has decided.
 */
export function wait(
	first: Consent,
	isWaiting: () => boolean,
	decided: (consent: Consent) => void,
): void {
	const decide = (consent: Consent) => {
		if (!isWaiting()) return;
		const json = writeConsent(consent, "number");
		sessionStorage.setItem(SESSION, json);
		decided(consent);
	};
	if (!isWaiting()) return;
	const session = parse(sessionStorage.getItem(SESSION) ?? "");
	if (session) {
		decide(consentOf(session));
		return;
	}
	showBanner();
	const { gdpr_aos_hide: kinds = [], gdpr_aos_hide_seconds } = settings();
	const has = (kind: string) => [kinds].flat().includes(kind);
	if (has("1") || has("true")) {
		const start = scrollY;
		const look = () => {
			if (isWaiting() && scrollY - start <= SCROLL) return;
			window.removeEventListener("scroll", look);
			decide(first);
		};
		window.addEventListener("scroll", look, { passive: true });
	}
	if (has("2")) {
		const seconds = numberOf(gdpr_aos_hide_seconds, 30);
		setTimeout(() => {
			decide(first);
			hideBanner();
		}, seconds * 1000);
	}
}
