/** Which options of a list a visitor means by what is typed. */

/** A text without accents and in small letters, so that "espana" finds "España". */
const folded = (text: string): string =>
	text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** An option that a visitor may choose. */
export interface Item {
	readonly value: string;
	readonly text: string;
	readonly isDisabled: boolean;
}

/** The options of a list. The empty one is its placeholder, which is not offered. */
export const itemsOf = (select: HTMLSelectElement): Item[] =>
	[...select.options]
		.filter(({ value }) => value !== "")
		.map(({ value, text, disabled }) => ({
			value,
			text,
			isDisabled: disabled,
		}));

/** The items whose text has the term in it, wherever it stands. */
export function matching(items: readonly Item[], term: string): Item[] {
	const wanted = folded(term.trim());
	return items.filter(({ text }) => folded(text).includes(wanted));
}
