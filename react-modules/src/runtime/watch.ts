/**
 * Takes in what comes later: calls back for each element that a script inserts, such as the answer of an AJAX call.
 * Elements that left again before the callback are skipped.
 */
export function watchInserted(
	root: Node,
	takeIn: (element: Element) => void,
): MutationObserver {
	const observer = new MutationObserver((records) => {
		const added = new Set<Element>();
		for (const { addedNodes } of records) {
			for (const node of addedNodes) {
				if (node instanceof Element && node.isConnected) added.add(node);
			}
		}
		for (const element of added) takeIn(element);
	});
	observer.observe(root, { childList: true, subtree: true });
	return observer;
}
