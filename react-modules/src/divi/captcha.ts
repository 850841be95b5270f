/** The captcha service of Divi, when its helper script is there. */
interface Captcha {
	readonly isEnabled?: () => boolean;
	readonly interaction: (action: string) => Promise<string>;
}

declare global {
	interface Window {
		etCore?: { api?: { spam?: { recaptcha?: Captcha } } };
	}
}

/** A token for a form that asks for one; empty without the service, or when it fails. */
export async function captchaToken(
	root: Element,
	action: string,
): Promise<string> {
	const captcha = window.etCore?.api?.spam?.recaptcha;
	if (!captcha || !root.classList.contains("et_pb_recaptcha_enabled"))
		return "";
	try {
		if (captcha.isEnabled && !captcha.isEnabled()) return "";
		return (await captcha.interaction(action)) || "";
	} catch {
		return "";
	}
}
