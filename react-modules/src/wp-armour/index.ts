import { inject, publish, type Settings } from "./fields";
import { FORMS } from "./forms";
import { showTestBoxes } from "./test-box";

/**
 * The honeypot in the page: contract "honeypot", sections 2 to 4 and 6. No React here: the comment and login pages,
 * that have no other module, must not load it for two hidden fields.
 */

declare global {
	interface Window {
		wpa_field_info?: Settings;
		wpa_field_name?: string;
		wpa_unique_id?: number | string;
		wpa_add_test?: string;
		wpa_hidden_field?: string;
		wpae_add_honeypot_field?: () => void;
	}
}

/** Events of a visitor; the fields are injected at the first one, or after the delay. */
const SIGNS = [
	"mousemove",
	"keydown",
	"scroll",
	"touchstart",
	"focusin",
	"mousedown",
	"click",
];
const DELAY = 2000;

const waiting = new Set<Element>();
let state: "idle" | "waiting" | "injected" = "idle";

export function mount(element: Element): void {
	const { wpa_field_info: settings } = window;
	if (!settings?.wpa_field_name || !element.matches(FORMS)) return;
	waiting.add(element);
	switch (state) {
		case "idle":
			state = "waiting";
			publish(settings);
			whenReady(() => waitForSign(settings));
			break;
		case "injected":
			injectAll(settings);
			break;
		case "waiting":
			break;
		default:
			state satisfies never;
	}
}

function waitForSign(settings: Settings): void {
	const stop = new AbortController();
	const start = () => {
		stop.abort();
		clearTimeout(timer);
		if (state === "injected") return;
		state = "injected";
		injectAll(settings);
		window.wpae_add_honeypot_field?.();
	};
	const timer = setTimeout(start, DELAY);
	for (const sign of SIGNS) {
		document.addEventListener(sign, start, {
			passive: true,
			signal: stop.signal,
		});
	}
}

function injectAll(settings: Settings): void {
	for (const element of waiting) {
		if (element.isConnected) inject(element, settings);
	}
	waiting.clear();
	if (settings.wpa_add_test === "yes") showTestBoxes(settings);
}

/** The delay counts from the moment when the document is read. */
function whenReady(act: () => void): void {
	if (document.readyState !== "loading") act();
	else document.addEventListener("DOMContentLoaded", act, { once: true });
}
