/** Calls back with each attribute that a script, such as responsive content, has changed. */
export function watchAttributes(
	element: Element,
	names: readonly string[],
	call: (name: string) => void,
): void {
	new MutationObserver((records) => {
		for (const name of new Set(records.map((r) => r.attributeName ?? ""))) {
			call(name);
		}
	}).observe(element, { attributeFilter: [...names] });
}

/** Shows the sign that responsive content asks for beside a counter's number. */
export function showSign(root: Element, holder: HTMLElement): void {
	const sign = holder.dataset.percentSign;
	const place = root.querySelector(".percent-sign");
	if (place && sign !== undefined && place.textContent !== sign) {
		place.textContent = sign;
	}
}
