/** What the server printed for the consent script (contract "cookie-consent", section 2.1): scalars arrive as text. */

/** The categories, in the order of the cookie's keys. */
export const CATEGORIES = [
	"strict",
	"thirdparty",
	"advanced",
	"performance",
	"preference",
] as const;
export type Category = (typeof CATEGORIES)[number];
/** Which categories a visitor allows. */
export type Consent = Readonly<Record<Category, boolean>>;

export interface Settings {
	readonly ajaxurl?: string;
	readonly show_icons?: string;
	readonly ajax_cookie_removal?: string;
	readonly enabled_default?: Readonly<Record<string, number | string>>;
	readonly geo_location?: string;
	readonly force_reload?: string;
	readonly hide_save_btn?: string;
	readonly cookie_expiration?: string;
	readonly script_delay?: string;
	readonly close_btn_action?: string;
	readonly close_btn_rdr?: string;
	/** Missing with dynamic insertion. */
	readonly scripts_defined?: string;
	readonly cookie_attributes?: string;
	readonly gdpr_scor?: string;
	readonly wp_lang?: string;
	readonly wp_consent_api?: string;
	readonly gdpr_nonce?: string;
	readonly display_cookie_banner?: string;
	readonly enable_on_scroll?: string;
	readonly gdpr_aos_hide?: string | readonly string[];
	readonly gdpr_aos_hide_seconds?: string;
	readonly gdpr_consent_version?: string;
	readonly ifbc?: string;
	readonly gpc?: string;
}

declare global {
	interface Window {
		moove_frontend_gdpr_scripts?: Settings;
		wp_set_consent?: (type: string, value: "allow" | "deny") => void;
	}
	interface Navigator {
		globalPrivacyControl?: boolean;
	}
}

export const settings = (): Settings =>
	window.moove_frontend_gdpr_scripts ?? {};

/** A whole number in a setting. */
export function numberOf(text: unknown, otherwise: number): number {
	const number = Number.parseInt(String(text), 10);
	return Number.isNaN(number) ? otherwise : number;
}

/** The consent of a visitor who has chosen nothing. */
export function defaults(): Consent {
	const printed = settings().enabled_default ?? {};
	const isOn = (key: string) => numberOf(printed[key], 0) > 0;
	return {
		strict: isOn("strict"),
		thirdparty: isOn("third_party"),
		advanced: isOn("advanced"),
		performance: isOn("performance"),
		preference: isOn("preference"),
	};
}

/** 1: the visitor decides over the strict category; more: it is on. */
export const strictDefault = (): number =>
	numberOf(settings().enabled_default?.strict, 0);

/** The same answer for each category. */
export const all = (isOn: boolean): Consent => ({
	strict: isOn,
	thirdparty: isOn,
	advanced: isOn,
	performance: isOn,
	preference: isOn,
});

export const STRICT_ONLY: Consent = { ...all(false), strict: true };

export const isAllOff = (consent: Consent): boolean =>
	CATEGORIES.every((category) => !consent[category]);
