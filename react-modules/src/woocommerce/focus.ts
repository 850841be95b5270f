/** Focus over updates: what has the focus and is replaced gives it to its successor. */

const FOCUSABLE =
	"a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex]";

/** Attributes that name a control over updates, the surest first. */
const NAMES = ["id", "name", "data-cart_item_key", "data-coupon", "href"];

/**
 * Runs a change of the page. When the focused element went with it, its successor gets the focus: the element of the same
 * name, else the one that stands at its place among what can have the focus below `scope`.
 */
export function keepFocus(scope: string, change: () => void): void {
	const focused = document.activeElement;
	const region = focused?.closest<HTMLElement>(scope);
	if (!(focused instanceof HTMLElement) || !region) {
		change();
		return;
	}
	const place = focusablesOf(region).indexOf(focused);
	const selection = selectionOf(focused);
	change();
	if (focused.isConnected) return;
	const next = successorOf(focused) ?? neighbourOf(scope, place);
	if (!next) return;
	next.focus({ preventScroll: true });
	if (selection && next instanceof HTMLInputElement) {
		next.setSelectionRange(...selection);
	}
}

const focusablesOf = (region: ParentNode) =>
	[...region.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
		({ tabIndex }) => tabIndex >= 0,
	);

function successorOf(gone: Element): HTMLElement | undefined {
	for (const name of NAMES) {
		const value = gone.getAttribute(name);
		if (!value) continue;
		const selector = `${gone.localName}[${name}="${CSS.escape(value)}"]`;
		const all = [...document.querySelectorAll<HTMLElement>(selector)];
		const isChoice =
			gone instanceof HTMLInputElement && /^(radio|checkbox)$/.test(gone.type);
		const found = all.find(
			(element) => name !== "name" || !isChoice || sameValue(element, gone),
		);
		if (found) return found;
	}
	return undefined;
}

const sameValue = (one: Element, other: Element) =>
	(one as HTMLInputElement).value === (other as HTMLInputElement).value;

/** What stands where the element stood; the last, when it was the last; the region itself when nothing is left in it. */
function neighbourOf(scope: string, place: number): HTMLElement | undefined {
	const region = document.querySelector<HTMLElement>(scope);
	if (!region) return undefined;
	const all = focusablesOf(region);
	const next = all[Math.min(Math.max(place, 0), all.length - 1)];
	if (next) return next;
	region.tabIndex = -1;
	return region;
}

/** The cursor in a text field; other controls have none. */
function selectionOf(field: HTMLElement): [number, number] | undefined {
	if (!(field instanceof HTMLInputElement)) return undefined;
	if (field.type !== "text" && field.type !== "tel") return undefined;
	const { selectionStart: start, selectionEnd: end } = field;
	return start === null || end === null ? undefined : [start, end];
}
