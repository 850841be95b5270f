/** When a field with conditions shows (contract "divi-client", section 6.24). */

/** A field's id, an operator and a value. */
export type Rule = readonly [field: string, operator: string, value: string];

/** What a field holds: a text, or the values of the boxes that are checked. */
export type Held = string | readonly string[];

/** The rules of an attribute; nothing for what is none. */
export function readRules(attribute: string | null): Rule[] {
	try {
		const rules: unknown = JSON.parse(attribute ?? "");
		if (!Array.isArray(rules)) return [];
		return rules
			.filter(Array.isArray)
			.map(([field = "", operator = "", value = ""]) => [
				String(field),
				String(operator),
				String(value).replace(/\\(.)/g, "$1"),
			]);
	} catch {
		return [];
	}
}

export function matches(held: Held, [, operator, value]: Rule): boolean {
	const isText = typeof held === "string";
	const texts: readonly string[] = isText ? [held] : held;
	const has = isText ? held === value : held.includes(value);
	const isEmpty = texts.every((text) => text.trim() === "");
	const contains = () =>
		texts.some((text) => text.toLowerCase().includes(value.toLowerCase()));
	const number = Number.parseInt(texts[0] ?? "", 10);
	const limit = Number.parseInt(value, 10);
	switch (operator) {
		case "is":
			return has;
		case "is not":
			return !has;
		// The original compares a boolean for boxes and always finds them empty (defect D8).
		case "is empty":
			return isEmpty;
		case "is not empty":
			return !isEmpty;
		case "contains":
			return contains();
		case "does not contain":
			return !contains();
		// Nothing is greater or less than no number.
		case "is greater":
			return number > limit;
		case "is less":
			return number < limit;
		default:
			return false;
	}
}
