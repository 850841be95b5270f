import { settings } from "./settings";

/** A request to the site's AJAX address. */
export async function ask(
	action: string,
	fields: Readonly<Record<string, string>> = {},
): Promise<string> {
	const { ajaxurl = "/wp-admin/admin-ajax.php" } = settings();
	const answer = await fetch(ajaxurl, {
		method: "POST",
		body: new URLSearchParams({ action, ...fields }),
		headers: { "X-Requested-With": "XMLHttpRequest" },
		credentials: "same-origin",
	});
	return answer.text();
}
