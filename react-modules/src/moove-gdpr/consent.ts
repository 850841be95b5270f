import {
	closeBanner,
	hideBanner,
	showBanner,
	showFloatingButton,
} from "./banner";
import { mirror, readBoxes, setBoxes, tickAll } from "./boxes";
import {
	deleteCookies,
	readConsent,
	sessionConsent,
	writeConsent,
} from "./cookie";
import { logConsent, tellAnalytics } from "./hooks";
import { ask, inject, reloadPage, showFrames, withdraw } from "./scripts";
import {
	all,
	CATEGORIES,
	type Consent,
	defaults,
	isAllOff,
	numberOf,
	type Settings,
	STRICT_ONLY,
	settings,
	strictDefault,
} from "./settings";

/** What the page may do, and how a visitor's choice changes it (contract "cookie-consent", sections 7.2, 7.3, 9). */

/** What scripts run by: the cookie or the defaults, then each choice. */
let known: Consent = all(false);
/** No choice, no scripts yet: scrolling or time may decide. */
let isWaiting = false;

/** How far a visitor scrolls to accept, in pixels. */
const SCROLL = 200;
/** The second writing of a rejection, in milliseconds: other scripts may still delete. */
const AGAIN = 500;

/** The site asks by address whether there is a banner and what is on. A failure means that nothing starts. */
export async function localize(): Promise<void> {
	const KEY = "moove_gdpr_geo_cache";
	const { readGeo, writeGeo } = await import(
		/* webpackChunkName: "moove-gdpr-geo" */ "./geo"
	);
	const text = readGeo(KEY) ?? (await ask("moove_gdpr_localize_scripts"));
	const answer: unknown = JSON.parse(text);
	writeGeo(KEY, text);
	if (answer && typeof answer === "object" && !Array.isArray(answer)) {
		window.moove_frontend_gdpr_scripts = {
			...settings(),
			...(answer as Settings),
		};
	}
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

function waitForScroll(first: Consent): void {
	const { gdpr_aos_hide: kinds = [], gdpr_aos_hide_seconds } = settings();
	const has = (kind: string) => [kinds].flat().includes(kind);
	const session = sessionConsent();
	const decided = (consent: Consent) => {
		isWaiting = false;
		setBoxes(consent);
		writeConsent(consent, "number");
		settle(consent);
	};
	if (session) {
		decided(session);
		return;
	}
	isWaiting = true;
	showBanner();
	if (has("1") || has("true")) {
		const start = scrollY;
		const look = () => {
			if (isWaiting && scrollY - start <= SCROLL) return;
			window.removeEventListener("scroll", look);
			if (isWaiting) decided(first);
		};
		window.addEventListener("scroll", look, { passive: true });
	}
	if (has("2")) {
		const seconds = numberOf(gdpr_aos_hide_seconds, 30);
		setTimeout(() => {
			if (isWaiting) decided(first);
			hideBanner();
		}, seconds * 1000);
	}
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
