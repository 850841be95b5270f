/** What the page prints for the shop's scripts: contract "woocommerce", section 11. Scalars arrive as text. */

export type Params = Readonly<Record<string, unknown>>;

/** A global of the shop; undefined on pages that do not print it. */
export function paramsOf(name: string): Params | undefined {
	const params = (globalThis as Record<string, unknown>)[name];
	return typeof params === "object" && params !== null
		? (params as Params)
		: undefined;
}

/** One value of a global as text; empty when it is missing. */
export function textOf(name: string, key: string): string {
	const value = paramsOf(name)?.[key];
	return typeof value === "string" || typeof value === "number"
		? String(value)
		: "";
}

/** A switch: true, `1` and `yes` are on. */
export function isOn(name: string, key: string): boolean {
	const value = paramsOf(name)?.[key];
	return value === true || value === 1 || value === "1" || value === "yes";
}

/** A value that is JSON inside a string; an empty object when it cannot be read. */
export function jsonOf<Value>(
	name: string,
	key: string,
): Readonly<Record<string, Value>> {
	const value = paramsOf(name)?.[key];
	try {
		const read: unknown = typeof value === "string" ? JSON.parse(value) : value;
		if (typeof read === "object" && read !== null) {
			return read as Readonly<Record<string, Value>>;
		}
	} catch {
		// As if it were missing.
	}
	return {};
}

/** The address of an end point (section 10), from the first global of these that the page has. */
export function addressOf(action: string, ...names: readonly string[]): string {
	const template = names
		.concat("woocommerce_params")
		.map((name) => textOf(name, "wc_ajax_url"))
		.find((text) => text !== "");
	return (template ?? "/?wc-ajax=%%endpoint%%").replace("%%endpoint%%", action);
}
