/** Turnstile: contract "contact-form-7", section 9. A token is good for one request. */

declare global {
	interface Window {
		turnstile?: { readonly reset: () => void };
	}
}

let isStarted = false;

/** Asks for a fresh token after each request, unless the page's inline script does. */
export function startTurnstile(): void {
	if (isStarted || !document.querySelector(".wpcf7-turnstile")) return;
	isStarted = true;
	if (document.querySelector("#cloudflare-turnstile-js-after")) return;
	document.addEventListener("wpcf7submit", () => window.turnstile?.reset());
}
