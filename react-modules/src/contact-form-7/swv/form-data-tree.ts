/** Form data by field: `a[]`, `a[x]` and `a[0]` are all values of `a` (contract "contact-form-7", section 20.7). */
export class FormDataTree {
	readonly #values = new Map<string, FormDataEntryValue[]>();

	constructor(entries: Iterable<readonly [string, FormDataEntryValue]>) {
		for (const [name, value] of entries) {
			const bracket = name.indexOf("[");
			const field = bracket > 0 ? name.slice(0, bracket) : name;
			const values = this.#values.get(field) ?? [];
			values.push(value);
			this.#values.set(field, values);
		}
	}

	fields(): Iterable<string> {
		return this.#values.keys();
	}

	all(field: string): readonly FormDataEntryValue[] {
		return (this.#values.get(field) ?? []).filter((value) => value !== "");
	}

	texts(field: string): string[] {
		return this.all(field)
			.map((value) => (typeof value === "string" ? value.trim() : value.name))
			.filter((text) => text !== "");
	}

	files(field: string): File[] {
		return this.all(field).filter((value) => value instanceof File);
	}
}
