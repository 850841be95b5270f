/** A swipe takes less than this many milliseconds, */
const LONGEST = 1000;
/** goes further than this sideways, */
const FAR = 30;
/** and less than this up or down, in pixels. */
const STEEP = 30;

/**
 * Calls back with the direction of each swipe (contract "divi-client", section 1.6): by touch where the device has it,
 * by mouse elsewhere; the first moment that is a swipe counts. Returns a function that ends it.
 */
export function onSwipe(
	element: HTMLElement,
	call: (direction: "left" | "right") => void,
): () => void {
	const isTouch = "ontouchend" in document;
	const [down, move, up] = isTouch
		? (["touchstart", "touchmove", "touchend"] as const)
		: (["mousedown", "mousemove", "mouseup"] as const);
	// Horizontal moves are handled here (`touch-action`); otherwise the browser may delay and coalesce them.
	if (isTouch) element.style.touchAction = "pan-y pinch-zoom";
	const listening = new AbortController();
	const { signal } = listening;
	let start: { x: number; y: number; time: number } | undefined;
	let isReported = false;
	const point = (event: Event) =>
		"touches" in event
			? (event as TouchEvent).touches[0]
			: (event as MouseEvent);
	element.addEventListener(
		down,
		(event) => {
			const at = point(event);
			isReported = false;
			if (at) start = { x: at.pageX, y: at.pageY, time: Date.now() };
		},
		{ signal, passive: true },
	);
	element.addEventListener(
		move,
		(event) => {
			const at = point(event);
			if (!start || !at) return;
			const sideways = start.x - at.pageX;
			// Also after the callback, else the page would scroll along.
			if (Math.abs(sideways) > FAR && event.cancelable) event.preventDefault();
			const isSwipe =
				!isReported &&
				Date.now() - start.time < LONGEST &&
				Math.abs(sideways) > FAR &&
				Math.abs(start.y - at.pageY) < STEEP;
			if (!isSwipe) return;
			isReported = true;
			call(sideways > 0 ? "left" : "right");
		},
		{ signal, passive: false },
	);
	for (const end of [up, "touchcancel"]) {
		element.addEventListener(end, () => (start = undefined), { signal });
	}
	return () => listening.abort();
}
