import { repeater } from "../divi/repeater";

/**
 * Sections that a script shows (contract "divi-client", section 1.3): what is inside measures itself again, as after a
 * change of the window. This makes modules in pop-ups and tabs fit.
 */
export function watchSections(): void {
	const sections = [
		...document.querySelectorAll<HTMLElement>(".et_pb_section"),
	];
	if (sections.length === 0) return;
	const hidden = () =>
		sections.filter(
			({ offsetParent, offsetHeight }) => !offsetParent && offsetHeight === 0,
		).length;
	let known = hidden();
	const look = repeater(() => {
		const now = hidden();
		const hasShown = now < known;
		known = now;
		if (hasShown) window.dispatchEvent(new Event("resize"));
	}, 200);
	const ancestors = new Set<Element>();
	for (const section of sections) {
		let node: Element | null = section;
		while (node && !ancestors.has(node)) {
			ancestors.add(node);
			node = node.parentElement;
		}
	}
	const observer = new MutationObserver(look);
	for (const node of ancestors) {
		observer.observe(node, {
			attributes: true,
			attributeFilter: ["class", "style"],
			childList: true,
		});
	}
}
