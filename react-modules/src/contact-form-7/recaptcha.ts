import type { Wpcf7 } from "./wpcf7";

/** reCAPTCHA v3: contract "contact-form-7", sections 9 and 20.9. */

interface Recaptcha {
	readonly ready: (call: () => void) => void;
	readonly execute: (
		sitekey: string,
		options: { readonly action: string },
	) => Promise<string>;
}

declare global {
	interface Window {
		grecaptcha?: Recaptcha;
	}
}

const EXECUTED = "wpcf7grecaptchaexecuted";
let isStarted = false;

/** Starts where the page has a key, unless the plugin's own script is linked. */
export function startRecaptcha(): void {
	const { wpcf7, wpcf7_recaptcha: settings, grecaptcha } = window;
	if (isStarted || !wpcf7 || !settings || !grecaptcha) return;
	if (document.querySelector('script[src*="/modules/recaptcha/"]')) return;
	isStarted = true;
	const { homepage, contactform } = settings.actions;
	const execute = async (action: string | undefined) => {
		if (!action) return;
		const { sitekey } = settings;
		const token = await grecaptcha.execute(sitekey, { action });
		document.dispatchEvent(
			new CustomEvent(EXECUTED, { detail: { action, token } }),
		);
	};
	document.addEventListener(EXECUTED, (event) => {
		const { token } = (event as CustomEvent<{ token: string }>).detail;
		for (const input of document.querySelectorAll<HTMLInputElement>(
			'form.wpcf7-form input[name="_wpcf7_recaptcha_response"]',
		)) {
			input.value = token;
		}
	});
	grecaptcha.ready(() => {
		const soon = (action?: string) => {
			execute(action).catch((error) => console.error(error));
		};
		soon(homepage);
		document.addEventListener("change", () => soon(contactform));
		wrapSubmit(wpcf7, () => execute(contactform));
	});
}

/** Submits with a fresh token; also without one, the server decides then. */
function wrapSubmit(wpcf7: Wpcf7, execute: () => Promise<void>): void {
	const { submit } = wpcf7;
	wpcf7.submit = (...args) => {
		execute()
			.catch((error) => console.error(error))
			.then(() => submit(...args));
	};
}
