import { getCookie } from "../runtime/cookies";
import { ask } from "./ajax";
import { type Settings, settings } from "./settings";

/** The answer to where the visitor is, kept for the session. */

const KEY = "moove_gdpr_geo_cache";

/** The site asks by address whether there is a banner and what is on. A failure means that nothing starts. */
export async function localize(): Promise<void> {
	const text = readGeo(KEY) ?? (await ask("moove_gdpr_localize_scripts"));
	const answer: unknown = JSON.parse(text);
	writeGeo(KEY, text);
	if (answer && typeof answer === "object" && !Array.isArray(answer)) {
		window.moove_frontend_gdpr_scripts = {
			...settings(),
			...(answer as Settings),
		};
	}
}

function readGeo(name: string): string | undefined {
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

function writeGeo(name: string, text: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous.
	document.cookie = `${name}=${encodeURIComponent(text)}; path=/; SameSite=Lax`;
}
