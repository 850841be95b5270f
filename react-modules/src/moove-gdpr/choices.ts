import { showBanner } from "./banner";
import { boxOf, setBoxes } from "./boxes";
import { withScripts } from "./chunks";
import { settle, stopWaiting } from "./consent";
import { readConsent } from "./cookie";
import { logConsent, tellAnalytics } from "./hooks";
import {
	all,
	CATEGORIES,
	type Category,
	type Consent,
	isAllOff,
	STRICT_ONLY,
	settings,
} from "./settings";
import { deleteCookies, writeConsent } from "./write-cookie";

export { deleteCookies, expire, writeConsent } from "./write-cookie";

/** What a visitor chooses (contract "cookie-consent", sections 7.3 and 9). */

/** The second writing of a rejection, in milliseconds: other scripts may still delete. */
const AGAIN = 500;

export function acceptAll(): void {
	stopWaiting();
	tickAll();
	tellAnalytics("accept_all");
	const consent = all(true);
	writeConsent(consent, "text");
	logConsent(consent);
	settle(consent);
}

/** Only what the site needs. `andShow`: the way by the address shows the banner again. */
export function reject(andShow = false): void {
	stopWaiting();
	deleteCookies();
	withScripts(({ withdraw }) => withdraw());
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
	stopWaiting();
	const consent = readBoxes();
	const had = readConsent();
	deleteCookies();
	if (settings().ajax_cookie_removal === "true") {
		withScripts(({ withdraw }) => withdraw());
	}
	if (had || !isAllOff(consent)) writeConsent(consent, "text");
	logConsent(consent);
	settle(consent);
}

/** What closing the banner chooses, where the site has it so. */
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
	}
}

/** What the switches say; without a strict switch, strict is on. */
const readBoxes = (): Consent =>
	Object.fromEntries(
		CATEGORIES.map((category) => [
			category,
			boxOf(category)?.checked ?? category === "strict",
		]),
	) as Record<Category, boolean>;

/** Ticks what is not ticked, as a visitor would. */
function tickAll(): void {
	for (const category of CATEGORIES) {
		const box = boxOf(category);
		if (!box || box.checked) continue;
		box.disabled = false;
		box.checked = true;
		box.dispatchEvent(new Event("change", { bubbles: true }));
	}
}
