/** Variations and the attributes that choose them: contract "woocommerce", section 6.4. */

/** Attribute names, with their prefix, to values; empty is any. */
export type Attributes = Readonly<Record<string, string>>;

export interface Picture {
	readonly [key: string]: string | number | boolean | undefined;
}

export interface Variation {
	readonly attributes: Attributes;
	readonly variation_id: number;
	readonly variation_is_active: boolean;
	readonly variation_is_visible: boolean;
	readonly is_in_stock: boolean;
	readonly is_purchasable: boolean;
	readonly is_sold_individually: string;
	readonly min_qty: number | string;
	readonly max_qty: number | string;
	readonly sku?: string;
	readonly weight_html?: string;
	readonly dimensions_html?: string;
	readonly weight?: string;
	readonly dimensions?: Readonly<Record<string, string>>;
	readonly image?: Picture;
	readonly [key: string]: unknown;
}

/** Whether a variation fits what is chosen; what is not chosen yet fits all, and so does an empty attribute. */
export const fits = (variation: Variation, chosen: Attributes): boolean =>
	Object.entries(variation.attributes).every(([name, value]) => {
		const wanted = chosen[name];
		return !value || !wanted || value === wanted;
	});

/** The first variation that fits. */
export const match = (
	variations: readonly Variation[],
	chosen: Attributes,
): Variation | undefined =>
	variations.find((variation) => fits(variation, chosen));

/**
 * The values of an attribute that lead to a variation with the other attributes as they are; undefined when all do,
 * because one of those variations takes any.
 */
export function valuesOf(
	variations: readonly Variation[],
	chosen: Attributes,
	attribute: string,
): ReadonlySet<string> | undefined {
	const others = { ...chosen, [attribute]: "" };
	const values = new Set<string>();
	for (const variation of variations) {
		if (!variation.variation_is_active || !fits(variation, others)) continue;
		const value = variation.attributes[attribute];
		if (!value) return undefined;
		values.add(value);
	}
	return values;
}
