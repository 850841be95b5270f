import { emit, on } from "../runtime/events";
import { jQueryOfPage } from "../runtime/jquery";

/**
 * Events of the shop on the document's body: contract "woocommerce", section 12. jQuery's handlers get the values as
 * arguments after the event, native listeners by name in `detail`.
 */

type Values = Readonly<Record<string, unknown>>;

export const tell = (
	type: string,
	values: Values = {},
	target: EventTarget = document.body,
): void => emit(target, type, values, argumentsOf(values));

/** The values for jQuery's handlers, which expect elements in its collections. */
export function argumentsOf(values: Values): unknown[] {
	const jQuery = jQueryOfPage();
	return Object.values(values).map((value) =>
		jQuery && value instanceof Element ? jQuery(value) : value,
	);
}

/**
 * Listens to an event of the shop, whoever triggers it and however. The values are in the order of `names`; jQuery's
 * collections are given as their first element.
 */
export function hear(
	type: string,
	names: readonly string[],
	listener: (...values: unknown[]) => void,
	target: EventTarget = document.body,
): () => void {
	return on(target, type, (event, ...more) => {
		const { detail } = event as { detail?: unknown };
		const named = (
			typeof detail === "object" && detail !== null ? detail : event
		) as Values;
		const values = more.length > 0 ? more : names.map((name) => named[name]);
		listener(...values.map(elementOf));
	});
}

/** The element of a collection of jQuery; anything else as it is. */
function elementOf(value: unknown): unknown {
	const isCollection =
		typeof value === "object" && value !== null && "jquery" in value;
	return isCollection ? (value as { readonly 0?: unknown })[0] : value;
}
