import { report } from "../runtime/report";
import { ask } from "./ajax";
import { CATEGORIES, type Category, type Consent, settings } from "./settings";
import { append, prepend } from "./stream";

/** Scripts that need a consent (contract "cookie-consent", sections 6.3, 6.4 and 8). */

interface Parts {
	readonly header?: string;
	readonly body?: string;
	readonly footer?: string;
}

/** Each category runs once in a page. */
const injected = new Set<Category>();
/** Runs the scripts in order: a script may need the one before. */
let queue: Promise<void> = Promise.resolve();

async function insert({ header, body, footer }: Parts): Promise<void> {
	if (header) await append(document.head, header);
	if (body) prepend(document.body, body);
	if (footer) await append(document.body, footer);
}

const insertInTurn = (parts: Parts): void => {
	queue = queue
		.then(() => insert(parts))
		.catch((error) => report("moove-gdpr", "could not insert", error));
};

const flags = (isOn: (category: Category) => boolean) =>
	Object.fromEntries(
		CATEGORIES.map((category) => [category, isOn(category) ? "1" : "0"]),
	);

async function fetchScripts(isOn: (category: Category) => boolean) {
	const { wp_lang = "" } = settings();
	const text = await ask("moove_gdpr_get_scripts", { ...flags(isOn), wp_lang });
	return JSON.parse(text) as Parts;
}

/** Inserts the scripts of the allowed categories that the page does not have yet. */
export function insertScripts(consent: Consent): void {
	const { scripts_defined } = settings();
	const isNew = (category: Category) =>
		consent[category] && !injected.has(category);
	if (scripts_defined) {
		const defined = read(scripts_defined);
		for (const category of CATEGORIES) {
			if (!isNew(category)) continue;
			injected.add(category);
			insertInTurn(defined[category] ?? {});
		}
		return;
	}
	const answer = fetchScripts(isNew);
	for (const category of CATEGORIES) {
		if (consent[category]) injected.add(category);
	}
	answer.then(insertInTurn, (error) =>
		report("moove-gdpr", "could not fetch scripts", error),
	);
}

function read(text: string): Partial<Record<Category, Parts>> {
	try {
		return JSON.parse(text);
	} catch (error) {
		report("moove-gdpr", "cannot read its scripts", error);
		return {};
	}
}

/** Removes the inserted scripts after a rejection; the server may expire cookies too. */
export async function withdraw(): Promise<void> {
	for (const script of document.querySelectorAll("script[data-gdpr]")) {
		script.remove();
	}
	const { ajax_cookie_removal, gdpr_nonce = "" } = settings();
	if (ajax_cookie_removal !== "true") return;
	try {
		await ask("moove_gdpr_remove_php_cookies", {
			security: gdpr_nonce,
			type: "ajax_b1",
		});
		await fetchScripts(() => false);
	} catch (error) {
		report("moove-gdpr", "could not remove cookies", error);
	}
}

/** Reloads without what a visitor took back: what has run already cannot be stopped otherwise. */
export function reloadPage(): void {
	const { scripts_defined, ajaxurl, gdpr_nonce = "" } = settings();
	if (scripts_defined) {
		setTimeout(() => location.reload(), 800);
		return;
	}
	for (const script of document.querySelectorAll(
		'script[src*="googletagmanager"], script[src*="google-analytics"]',
	)) {
		script.remove();
	}
	const body = new FormData();
	body.append("action", "moove_gdpr_remove_php_cookies");
	body.append("security", gdpr_nonce);
	body.append("type", "navigatorBeacon");
	const isSent = ajaxurl ? navigator.sendBeacon?.(ajaxurl, body) : true;
	if (isSent) location.reload();
	else {
		ask("moove_gdpr_remove_php_cookies", {
			security: gdpr_nonce,
			type: "ajax_b2",
		}).finally(() => location.reload());
	}
}
