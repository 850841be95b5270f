/** What a module changes on an element that the server printed. `undefined` leaves the present value as it is. */
export interface Changes {
	/** Class names to add (`true`) or remove (`false`); all others stay, in their order. */
	readonly classes?: Readonly<Record<string, boolean | undefined>>;
	/** `null` removes the attribute. */
	readonly attributes?: Readonly<Record<string, string | null | undefined>>;
	/** DOM properties such as `disabled`. */
	readonly properties?: Readonly<Record<string, unknown>>;
	/** The message for `setCustomValidity`; empty when the control is valid. */
	readonly validity?: string | undefined;
}

/** Applies the changes to an element; writes only what differs. */
export function applyChanges(
	node: Element & Partial<Pick<HTMLInputElement, "setCustomValidity">>,
	{ classes, attributes, properties, validity }: Changes,
): void {
	for (const [name, isOn] of Object.entries(classes ?? {})) {
		if (isOn !== undefined) node.classList.toggle(name, isOn);
	}
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (value === null) node.removeAttribute(name);
		else if (value !== undefined && node.getAttribute(name) !== value) {
			node.setAttribute(name, value);
		}
	}
	const live = node as unknown as Record<string, unknown>;
	for (const [name, value] of Object.entries(properties ?? {})) {
		if (value !== undefined && live[name] !== value) live[name] = value;
	}
	if (validity !== undefined) node.setCustomValidity?.(validity);
}

/** Replaces the text of an element when it differs. */
export function setText(node: Element | null, text: string | undefined): void {
	if (node && text !== undefined && node.textContent !== text) {
		node.textContent = text;
	}
}
