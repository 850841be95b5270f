import { getCookie } from "../runtime/cookies";

/** The answer to where the visitor is, kept for the session. */

export function readGeo(name: string): string | undefined {
	const stored = getCookie(name);
	if (!stored) return undefined;
	try {
		const text = decodeURIComponent(stored);
		JSON.parse(text);
		return text;
	} catch {
		return undefined;
	}
}

export function writeGeo(name: string, text: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous.
	document.cookie = `${name}=${encodeURIComponent(text)}; path=/; SameSite=Lax`;
}
