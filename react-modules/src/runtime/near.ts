/** How far from the viewport an element counts as near. */
const MARGIN = "300px";
/** Longest wait for an idle period, in milliseconds. */
const IDLE_LIMIT = 2000;

/** Calls back once: when one of the elements is near the viewport, or when the browser is idle. */
export function whenNear(elements: readonly Element[], call: () => void): void {
	let isDone = false;
	const done = () => {
		if (isDone) return;
		isDone = true;
		observer.disconnect();
		call();
	};
	const observer = new IntersectionObserver(
		(entries) => {
			if (entries.some((entry) => entry.isIntersecting)) done();
		},
		{ rootMargin: MARGIN },
	);
	for (const element of elements) observer.observe(element);
	// Safari has no such call.
	window.requestIdleCallback?.(done, { timeout: IDLE_LIMIT });
	setTimeout(done, IDLE_LIMIT);
}
