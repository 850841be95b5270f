/** What the server printed where a variation shows its own. */

const attributes = new WeakMap<Element, Map<string, string | null>>();
const contents = new WeakMap<Element, string>();

/** Sets an attribute; the first value is kept. An empty value, or false, removes it. */
export function setOwn(
	element: Element | null | undefined,
	name: string,
	value: unknown,
): void {
	if (!element || value === undefined) return;
	const kept = attributes.get(element) ?? new Map<string, string | null>();
	attributes.set(element, kept);
	if (!kept.has(name)) kept.set(name, element.getAttribute(name));
	if (value === false) element.removeAttribute(name);
	else element.setAttribute(name, String(value));
}

/** Gives an element its first attributes again. */
export function resetAttributes(element: Element | null | undefined): void {
	const kept = element && attributes.get(element);
	for (const [name, value] of kept ?? []) {
		if (value === null) element?.removeAttribute(name);
		else element?.setAttribute(name, value);
	}
}

/** Sets the inside of elements; undefined gives them their first one again. */
export function setContent(
	elements: Iterable<Element>,
	content: string | undefined,
): void {
	for (const element of elements) {
		const first = contents.get(element) ?? element.innerHTML;
		contents.set(element, first);
		const next = content ?? first;
		if (element.innerHTML !== next) element.innerHTML = next;
	}
}
