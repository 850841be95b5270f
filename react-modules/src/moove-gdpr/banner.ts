import { tellAnalytics } from "./hooks";

/** The banner and the floating button (contract "cookie-consent", sections 3.1, 3.2 and 7.2). */

const HIDDEN = "moove-gdpr-info-bar-hidden";
/** Session storage: the visitor closed the banner. */
const CLOSED = "gdpr_infobar_hidden";

export const bannerOf = (): HTMLElement | null =>
	document.getElementById("moove_gdpr_cookie_info_bar");

const floatingButton = () =>
	document.getElementById("moove_gdpr_save_popup_settings_button");

/** The floating button shows; while the banner is there, only when the server says that it always does. */
export function showFloatingButton(isShown = true): void {
	const button = floatingButton();
	if (!button) return;
	if (isShown) button.style.removeProperty("display");
	else if (!button.classList.contains("button-visible")) {
		button.style.display = "none";
	}
}

/** Not when the visitor closed it in this session. Gives back whether it shows. */
export function showBanner(): boolean {
	const banner = bannerOf();
	if (!banner || sessionStorage.getItem(CLOSED) === "1") return false;
	banner.classList.remove(HIDDEN);
	banner.style.removeProperty("display");
	document.body.classList.add("gdpr-infobar-visible");
	showFloatingButton(false);
	tellAnalytics("show_infobar");
	return true;
}

export function hideBanner(): void {
	const banner = bannerOf();
	document.body.classList.remove("gdpr-infobar-visible");
	showFloatingButton();
	if (!banner) return;
	banner.classList.add(HIDDEN);
	banner.style.display = "none";
}

/** Hidden until the browser is closed. */
export function closeBanner(): void {
	sessionStorage.setItem(CLOSED, "1");
	hideBanner();
}
