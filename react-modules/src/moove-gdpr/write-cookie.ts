import { NAME, SESSION } from "./cookie";
import { CATEGORIES, type Consent, numberOf, settings } from "./settings";

/** Writes the consent cookie, and expires those of scripts (contract "cookie-consent", sections 4 and 7.7). */

function write(cookie: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the page may be leaving.
	document.cookie = cookie;
}

/** Stores a choice: as texts when the visitor pressed a button, as numbers when scrolling or time decided. Returns its JSON. */
export function writeConsent(
	consent: Consent,
	kind: "text" | "number",
): string {
	const {
		cookie_expiration,
		cookie_attributes,
		gdpr_consent_version: version,
	} = settings();
	const value: Record<string, string | number> = {};
	for (const category of CATEGORIES) {
		const flag = consent[category] ? 1 : 0;
		value[category] = kind === "text" ? String(flag) : flag;
	}
	if (version) value.version = version;
	const json = JSON.stringify(value);
	const days = numberOf(cookie_expiration, 365);
	const expires =
		days > 0
			? `; expires=${new Date(Date.now() + days * 86_400_000).toUTCString()}`
			: "";
	const attributes = cookie_attributes || "SameSite=Lax";
	write(`${NAME}=${encodeURIComponent(json)}${expires}; path=/; ${attributes}`);
	return json;
}

/** Names that hold one of these stay. */
const PROTECTED = /woocommerce|wc_|moove_gdpr_popup|wordpress/;

/**
 * Where a cookie that a page sees may have been set: with any folder of its address as path, for any domain of its host,
 * or for the host alone. An empty path stands for the page's own folder.
 */
export function placesOf(hostname: string, pathname: string): string[] {
	const domains = hostname
		.split(".")
		.map((_, n, labels) => `; domain=.${labels.slice(n).join(".")}`);
	let path = "; path=";
	return ["", ...pathname.split(/(?<=\/)|(?=\/)/)].flatMap((step) => {
		path += step;
		return [path, ...domains.map((domain) => path + domain)];
	});
}

/** Expires a cookie wherever it was set. */
export function expire(name: string): void {
	const secure = location.protocol === "https:" ? "; secure" : "";
	for (const place of placesOf(location.hostname, location.pathname)) {
		write(`${name}=; max-age=0${place}${secure}`);
	}
}

/** Expires what scripts have stored (section 7.7; with path `/` too, as the server does: section 5.4). */
export function deleteCookies(): void {
	sessionStorage.removeItem(SESSION);
	for (const cookie of document.cookie.split("; ")) {
		const [name] = cookie.split("=");
		if (name && !PROTECTED.test(name)) expire(name);
	}
}
