import type { Schema } from "../wpcf7";
import type { FormDataTree } from "./form-data-tree";
import { checks } from "./rules";

export type FieldResult =
	| { readonly error: string }
	| { readonly error?: undefined; readonly values: readonly string[] };

/**
 * What the schema says about each field of the data: its first error, or the values that are fine. A field that is
 * neither in error nor in the data has no result (contract "contact-form-7", section 20.7).
 */
export function validate(
	schema: Schema,
	data: FormDataTree,
): Map<string, FieldResult> {
	const results = new Map<string, FieldResult>();
	for (const rule of schema.rules ?? []) {
		const check = Object.hasOwn(checks, rule.rule) && checks[rule.rule];
		const { field = "" } = rule;
		if (!check || results.has(field)) continue;
		const answer = check(rule, data);
		if (answer === true) continue;
		const child = answer === false ? undefined : answer.error;
		results.set(field, { error: child || (rule.error ?? "") });
	}
	for (const field of data.fields()) {
		if (results.has(field)) continue;
		results.set(field, { values: data.texts(field) });
	}
	return results;
}
