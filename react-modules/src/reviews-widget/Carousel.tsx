import { useLayoutEffect, useState } from "react";
import { useListener } from "../runtime/owned";
import { useHandle, useWidget } from "./HandleContext";
import { isRtl } from "./handle";
import { itemsOf } from "./read";

/** Milliseconds until a widget without a size is measured once more. */
const RETRY = 10;
/** Pixels that a finger moves before it counts. */
const THRESHOLD = 7;

/** Moves a carousel by interval and by swipe. Contract "reviews-widget", section 9. */
export function Carousel() {
	const { root, info, store } = useHandle();
	const isRunning = useWidget((state) => state.isRunning);
	const [isMeasured, setMeasured] = useState(false);
	useLayoutEffect(() => {
		const measure = (isLast: boolean) => {
			if (hasSize(root)) {
				setMeasured(true);
				if (info.interval !== undefined) store.dispatch({ type: "start" });
			} else if (!isLast) timer = setTimeout(measure, RETRY, true);
		};
		// In a timer, because other layout effects of this commit are still to run.
		let timer = setTimeout(measure, 0, false);
		return () => clearTimeout(timer);
	}, [root, info, store]);
	useLayoutEffect(() => {
		if (!isRunning) return;
		const step = () => {
			if (root.matches(":hover")) return;
			const target = store.get().slide + 1;
			store.dispatch({ type: "go", target, isAuto: true });
		};
		const timer = setInterval(step, info.interval);
		return () => clearInterval(timer);
	}, [isRunning, root, info, store]);
	useSwipe(isMeasured && info.isDraggable);
	return null;
}

/** Whether the reviews that are shown take up room. */
const hasSize = (root: Element) =>
	itemsOf(root)
		.filter((item) => !item.classList.contains("hidden"))
		.every((item) => item.offsetWidth > 0 && item.offsetHeight > 0);

/** The first `touchmove` decides the direction. */
function useSwipe(isOn: boolean): void {
	const { root, store } = useHandle();
	useListener(isOn ? root : null, "touchstart", (event) => {
		const start = xOf(event);
		const ended = new AbortController();
		const end = () => ended.abort();
		const options = { signal: ended.signal, passive: true };
		const move = (event: Event) => {
			end();
			const way = xOf(event) - start;
			if (Math.abs(way) <= THRESHOLD) return;
			const isNext = way < 0 !== isRtl();
			const target = store.get().slide + (isNext ? 1 : -1);
			store.dispatch({ type: "go", target });
		};
		root.addEventListener("touchmove", move, options);
		root.addEventListener("touchend", end, options);
		root.addEventListener("touchcancel", end, options);
	});
}

const xOf = (event: Event) => (event as TouchEvent).touches[0]?.pageX ?? 0;
