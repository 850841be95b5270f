import { getCookie } from "../runtime/cookies";
import { withChoices } from "./chunks";
import {
	CATEGORIES,
	type Category,
	type Consent,
	numberOf,
	settings,
} from "./settings";

/** The consent cookie (contract "cookie-consent", section 4). Only the browser writes it. */

export const NAME = "moove_gdpr_popup";
/** What the scroll or timer consent leaves for the session. */
export const SESSION = "gdpr_session";

/** A consent in JSON; undefined for what is none. */
export function parse(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

export const consentOf = (value: Readonly<Record<string, unknown>>): Consent =>
	Object.fromEntries(
		CATEGORIES.map((category) => [
			category,
			numberOf(value[category], 0) === 1,
		]),
	) as Record<Category, boolean>;

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return "";
	}
}

/** What the visitor chose; a cookie that cannot be read, or is of an older consent version, is none, and goes. */
export function readConsent(): Consent | undefined {
	const stored = getCookie(NAME);
	if (!stored) return undefined;
	const value = parse(decoded(stored));
	if (!value) return undefined;
	const wanted = Number.parseFloat(settings().gdpr_consent_version ?? "");
	if (wanted) {
		const has = Number.parseFloat(String(value.version ?? ""));
		if (Number.isNaN(has) ? wanted > 1 : has < wanted) {
			withChoices(({ expire }) => expire(NAME));
			return undefined;
		}
	}
	return consentOf(value);
}
