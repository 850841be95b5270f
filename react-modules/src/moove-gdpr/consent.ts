import { hideBanner, showBanner, showFloatingButton } from "./banner";
import { mirror, setBoxes } from "./boxes";
import { withChoices, withScripts } from "./chunks";
import { readConsent } from "./cookie";
import { showFrames, tellConsentApi } from "./frames";
import { asTexts, tellAnalytics } from "./hooks";
import {
	all,
	CATEGORIES,
	type Consent,
	defaults,
	isAllOff,
	settings,
	strictDefault,
} from "./settings";

/** What the page may do, and how a visitor's choice changes it (contract "cookie-consent", sections 7.2, 7.3, 9). */

/** What scripts run by: the cookie or the defaults, then each choice. */
let known: Consent = all(false);
/** No choice, no scripts yet: scrolling or time may decide. */
let isWaiting = false;

function inject(consent: Consent): void {
	tellConsentApi(consent);
	tellAnalytics("script_inject", asTexts(consent));
	showFrames(consent);
	withScripts((scripts) => scripts.insertScripts(consent));
}

/** The decision at the start. */
export function decide(): void {
	const { display_cookie_banner, enable_on_scroll } = settings();
	showFloatingButton();
	mirror();
	let first = defaults();
	const hasScroll = enable_on_scroll === "true";
	if (hasScroll && !hasChosenDefault(first)) first = all(true);
	const cookie = readConsent();
	known = cookie ?? first;
	if (display_cookie_banner === "false") {
		hideBanner();
		inject(all(true));
		return;
	}
	if (cookie) {
		if (isAllOff(cookie)) {
			withChoices(({ deleteCookies }) => deleteCookies());
			showBanner();
			return;
		}
		setBoxes(cookie);
		hideBanner();
		run(cookie);
		return;
	}
	if (!hasChosenDefault(first) && strictDefault() <= 1) {
		showBanner();
		showFrames(all(false));
		return;
	}
	if (hasScroll) waitForScroll(first);
	else {
		setBoxes(first);
		showBanner();
		inject(first);
	}
}

const hasChosenDefault = (consent: Consent) =>
	CATEGORIES.some((category) => category !== "strict" && consent[category]);

/** Scripts run while strict is on; otherwise what they stored goes. */
function run(consent: Consent): void {
	if (consent.strict || strictDefault() > 1) inject(consent);
	else withChoices(({ deleteCookies }) => deleteCookies());
}

/** Scrolling or time decides, or has in this session. Few sites have it so: what waits is a chunk of its own. */
function waitForScroll(first: Consent): void {
	isWaiting = true;
	import(/* webpackChunkName: "moove-gdpr-wait" */ "./wait").then(
		({ wait }) =>
			wait(
				first,
				() => isWaiting,
				(consent) => {
					stopWaiting();
					setBoxes(consent);
					settle(consent);
				},
			),
		showBanner,
	);
}

/** Something has decided: scrolling and time do no more. */
export function stopWaiting(): void {
	isWaiting = false;
}

/** After a choice: reload when something was taken back, else let in what is allowed. */
export function settle(consent: Consent): void {
	const isLess = CATEGORIES.some(
		(category) => known[category] && !consent[category],
	);
	known = consent;
	hideBanner();
	if (isLess || settings().force_reload === "true")
		withScripts(({ reloadPage }) => reloadPage());
	else run(consent);
}
