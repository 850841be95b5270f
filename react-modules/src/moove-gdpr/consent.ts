import {
	closeBanner,
	hideBanner,
	showBanner,
	showFloatingButton,
} from "./banner";
import { mirror, readBoxes, setBoxes, tickAll } from "./boxes";
import { deleteCookies, readConsent, writeConsent } from "./cookie";
import { logConsent, tellAnalytics } from "./hooks";
import { inject, reloadPage, showFrames, withdraw } from "./scripts";
import {
	all,
	CATEGORIES,
	type Consent,
	defaults,
	isAllOff,
	STRICT_ONLY,
	settings,
	strictDefault,
} from "./settings";

/** What the page may do, and how a visitor's choice changes it (contract "cookie-consent", sections 7.2, 7.3, 9). */

/** What scripts run by: the cookie or the defaults, then each choice. */
let known: Consent = all(false);
/** No choice, no scripts yet: scrolling or time may decide. */
let isWaiting = false;

/** The second writing of a rejection, in milliseconds: other scripts may still delete. */
const AGAIN = 500;

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
			deleteCookies();
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
	else deleteCookies();
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
					isWaiting = false;
					setBoxes(consent);
					settle(consent);
				},
			),
		showBanner,
	);
}

/** After a choice: reload when something was taken back, else let in what is allowed. */
function settle(consent: Consent): void {
	const isLess = CATEGORIES.some(
		(category) => known[category] && !consent[category],
	);
	known = consent;
	hideBanner();
	if (isLess || settings().force_reload === "true") reloadPage();
	else run(consent);
}

export function acceptAll(): void {
	isWaiting = false;
	tickAll();
	tellAnalytics("accept_all");
	const consent = all(true);
	writeConsent(consent, "text");
	logConsent(consent);
	settle(consent);
}

/** Only what the site needs. `andShow`: the way by the address shows the banner again. */
export function reject(andShow = false): void {
	isWaiting = false;
	deleteCookies();
	withdraw();
	setBoxes(STRICT_ONLY);
	if (settings().gdpr_scor !== "false") {
		writeConsent(STRICT_ONLY, "text");
		setTimeout(() => {
			deleteCookies();
			writeConsent(STRICT_ONLY, "text");
		}, AGAIN);
	}
	logConsent(STRICT_ONLY);
	settle(STRICT_ONLY);
	if (andShow) showBanner();
}

/** What the switches say. */
export function save(): void {
	isWaiting = false;
	const consent = readBoxes();
	const had = readConsent();
	deleteCookies();
	if (settings().ajax_cookie_removal === "true") withdraw();
	if (had || !isAllOff(consent)) writeConsent(consent, "text");
	logConsent(consent);
	settle(consent);
}

/** The banner's close button does what the site chose. */
export function close(): void {
	const { close_btn_action, close_btn_rdr } = settings();
	switch (close_btn_action) {
		case "2":
			reject();
			break;
		case "3":
			acceptAll();
			break;
		case "4":
			reject();
			if (close_btn_rdr) window.parent.location.href = close_btn_rdr;
			break;
		default:
			closeBanner();
	}
}
