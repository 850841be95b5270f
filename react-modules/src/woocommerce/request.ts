/** Requests of the shop: contract "woocommerce", section 10. */

export type Fields = URLSearchParams | Readonly<Record<string, string>>;

/**
 * Sends fields and returns the answer's text. Redirects are followed.
 *
 * Rejects when the server cannot be reached, answers an error or `signal` ends the request.
 */
export async function post(
	address: string,
	fields: Fields,
	signal?: AbortSignal,
): Promise<string> {
	const body =
		fields instanceof URLSearchParams ? fields : new URLSearchParams(fields);
	return textOf(address, { method: "POST", body }, signal);
}

/** Reads a page. Rejects as `post` does. */
export const read = (address: string, signal?: AbortSignal): Promise<string> =>
	textOf(address, {}, signal);

async function textOf(
	address: string,
	init: RequestInit,
	signal?: AbortSignal,
): Promise<string> {
	const response = await fetch(address, {
		...init,
		credentials: "same-origin",
		headers: { "X-Requested-With": "XMLHttpRequest" },
		...(signal ? { signal } : {}),
	});
	if (!response.ok) throw new Error(`${address}: status ${response.status}`);
	return response.text();
}

/** The answer's JSON object; undefined when it is none. */
export function objectOf(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

/** A form's fields as a browser would send them, without the button that was pressed; files are left out. */
export function fieldsOf(form: HTMLFormElement): URLSearchParams {
	const fields = new URLSearchParams();
	for (const [name, value] of new FormData(form)) {
		if (typeof value === "string") fields.append(name, value);
	}
	return fields;
}

/** Whether a request ended because its page or a newer request ended it. */
export const isAborted = (error: unknown): boolean =>
	error instanceof DOMException && error.name === "AbortError";
