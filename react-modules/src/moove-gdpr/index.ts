import { jQueryOfPage } from "../runtime/jquery";
import { report } from "../runtime/report";
import { bannerOf, closeBanner } from "./banner";
import {
	DIALOG,
	dialogOf,
	isMirror,
	onBoxChange,
	onMirrorChange,
} from "./boxes";
import { loadChoices, withChoices } from "./chunks";
import { decide } from "./consent";
import { readConsent } from "./cookie";
import { asTexts, tellAnalytics } from "./hooks";
import { numberOf, settings } from "./settings";

/**
 * Cookie consent in the page (contract "cookie-consent", sections 4 and 7). The banner and what it decides are plain
 * functions, on every page and for visitors who chose long ago; the dialog comes with React when somebody may open it.
 */
const NAME = "moove-gdpr";

let hasStarted = false;

export function mount(): void {
	if (hasStarted || !window.moove_frontend_gdpr_scripts) return;
	hasStarted = true;
	if (settings().gpc === "1" && navigator.globalPrivacyControl) return;
	// Before the theme, which would scroll to the dialog that a link names.
	document.addEventListener("click", onClick, true);
	document.addEventListener("change", onChange);
	bannerOf()?.addEventListener("keydown", onBannerKey);
	defineFunctions();
	start().catch((error) => report(NAME, "did not start", error));
}

async function start(): Promise<void> {
	if (settings().geo_location === "true") {
		const { localize } = await import(
			/* webpackChunkName: "moove-gdpr-geo" */ "./geo"
		);
		await localize();
	} else {
		const delay = numberOf(settings().script_delay, 0);
		if (delay > 0) await new Promise((done) => setTimeout(done, delay));
	}
	decide();
	onAddress();
	// Most visitors never choose or open the dialog: its chunks are loaded when a control gets pointer or focus.
	for (const sign of ["pointerover", "focusin"]) {
		document.addEventListener(sign, onSign, { passive: true });
	}
}

/** The pointer or the focus reaches a control. */
function onSign({ target }: Event): void {
	if (!(target instanceof Element)) return;
	if (target.closest(OPENERS)) loadDialog().catch(() => {});
	else if (target.closest(CHOOSERS)) loadChoices().catch(() => {});
}

const loadDialog = () =>
	import(/* webpackChunkName: "moove-gdpr-dialog" */ "./dialog");

export const openDialog = (): Promise<void> =>
	loadDialog().then(
		({ open }) => open(),
		(error) => report(NAME, "could not open its dialog", error),
	);

export const closeDialog = (): Promise<void> =>
	dialogOf()?.closest(".gdpr_lightbox")
		? loadDialog().then(({ close }) => close())
		: Promise.resolve();

/** Actions that the address's fragment requests (section 7.6). */
function onAddress(): void {
	const fragment = location.hash.replace(/^#/, "").replace(/\/$/, "");
	switch (fragment) {
		case DIALOG:
		case "gdpr_cookie_modal":
			setTimeout(openDialog, 500);
			break;
		case "gdpr-accept-cookies":
			withChoices(({ acceptAll }) => acceptAll());
			break;
		case "gdpr-reject-cookies":
			withChoices(({ reject }) => reject(true));
	}
}

const OPENERS = `[data-href*="#${DIALOG}"], [href*="#${DIALOG}"], [href*="#gdpr_cookie_modal"]`;

/** The banner and the dialog. */
const CHOOSERS = `#moove_gdpr_cookie_info_bar, #${DIALOG}`;

type Choices = typeof import("./choices");

/** Does what a visitor chose, then closes the dialog. */
const choose = (act: (choices: Choices) => void) => (): Promise<void> =>
	withChoices((choices) => {
		act(choices);
		closeDialog();
	});

/** Selectors and what a click on them does (section 7.3); the first that matches. */
const CONTROLS: readonly (readonly [string, () => void])[] = [
	[
		'.moove-gdpr-infobar-allow-all, .moove-gdpr-modal-allow-all, [href*="#gdpr-accept-cookies"]',
		choose(({ acceptAll }) => acceptAll()),
	],
	[
		'.moove-gdpr-infobar-reject-btn, .moove-gdpr-modal-reject-all, [href*="#gdpr-reject-cookies"]',
		choose(({ reject }) => reject()),
	],
	[".moove-gdpr-modal-save-settings", choose(({ save }) => save())],
	[".moove-gdpr-modal-close", () => closeDialog()],
	[".moove-gdpr-infobar-close-btn", onClose],
	[
		OPENERS,
		() => {
			tellAnalytics("opened_modal_from_link");
			openDialog();
		},
	],
];

/** The banner is closed; as the site has it, that is a choice. */
function onClose(): void {
	if (/^[234]$/.test(settings().close_btn_action ?? "")) {
		withChoices(({ close }) => close());
	} else closeBanner();
}

function onClick(event: Event): void {
	const { target } = event;
	if (!(target instanceof Element)) return;
	const waiting = target.closest(".fl-disabled");
	if (waiting && dialogOf()?.contains(waiting)) {
		event.preventDefault();
		loadDialog().then(({ onLockedSwitch }) => onLockedSwitch(waiting));
		return;
	}
	for (const [selector, act] of CONTROLS) {
		if (!target.closest(selector)) continue;
		event.preventDefault();
		// The theme scrolls to what a link names; the dialog is no place to scroll to.
		if (target.closest("a")) event.stopPropagation();
		act();
		return;
	}
}

function onChange({ target }: Event): void {
	if (!(target instanceof HTMLInputElement)) return;
	if (dialogOf()?.contains(target)) onBoxChange(target);
	else if (isMirror(target)) onMirrorChange(target);
}

function onBannerKey(event: KeyboardEvent): void {
	const { target } = event;
	const banner = bannerOf();
	if (event.key === "Enter" && target instanceof HTMLElement) {
		event.preventDefault();
		// The dialog that the click opens must not handle this key event.
		event.stopPropagation();
		target.click();
	}
	if (
		event.key !== "Tab" ||
		!banner?.classList.contains("gdpr-full-screen-infobar")
	) {
		return;
	}
	const stops = [
		...banner.querySelectorAll<HTMLElement>("button, a[href]"),
	].filter((stop) => stop.offsetParent !== null);
	const edge = event.shiftKey ? stops[0] : stops.at(-1);
	if (target !== edge) return;
	event.preventDefault();
	(event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** The jQuery functions that other scripts may call. */
function defineFunctions(): void {
	const fn = jQueryOfPage()?.fn as Record<string, unknown> | undefined;
	if (!fn) return;
	Object.assign(fn, {
		moove_gdpr_read_cookies: () => {
			const consent = readConsent();
			return consent ? asTexts(consent) : {};
		},
		moove_gdpr_save_cookie: () => {
			const consent = readConsent();
			if (!consent) return;
			withChoices(({ writeConsent }) => writeConsent(consent, "text"));
		},
		moove_gdpr_lightbox_open: openDialog,
		moove_gdpr_lightbox_close: closeDialog,
	});
}
