import { repeater } from "../divi/repeater";

/** How long changes are gathered, in milliseconds. */
const GATHER = 200;

const countHidden = () =>
	[...document.querySelectorAll(".et_pb_section")].filter(
		(section) => section.getClientRects().length === 0,
	).length;

/**
 * Tells modules to measure again when a section comes into view, in a pop-up or behind a tab: whatever is around
 * sections is watched, and when fewer of them are invisible than before, the window's `resize` is triggered.
 */
export function watchSections(): void {
	const around = new Set<Element>();
	for (const section of document.querySelectorAll(".et_pb_section")) {
		let element: Element | null = section;
		while (element && !around.has(element)) {
			around.add(element);
			element = element.parentElement;
		}
	}
	let known = countHidden();
	const look = repeater(() => {
		const hidden = countHidden();
		const isFewer = hidden < known;
		known = hidden;
		if (isFewer) window.dispatchEvent(new Event("resize"));
	}, GATHER);
	const observer = new MutationObserver(() => look());
	for (const element of around) {
		observer.observe(element, {
			childList: true,
			attributeFilter: ["class", "style"],
		});
	}
}
