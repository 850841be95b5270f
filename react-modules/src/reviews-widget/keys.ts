import {
	handleOf,
	isCarousel,
	isRtl,
	type WidgetHandle,
	widgets,
} from "./handle";

/** Arrow keys: contract "reviews-widget", section 9 ("Keyboard"). */
export function onKey(event: Event): void {
	const { keyCode, target } = event as KeyboardEvent;
	if (keyCode !== 37 && keyCode !== 39) return;
	if (target instanceof Element && target.closest(EDITABLE)) return;
	const handle = withKeys();
	if (!handle) return;
	const isNext = (keyCode === 39) !== isRtl();
	const { slide } = handle.store.get();
	handle.store.dispatch({ type: "go", target: slide + (isNext ? 1 : -1) });
}

const EDITABLE = "input, textarea, select, [contenteditable]";

/** The one carousel that keys move: the one under the pointer, else the first that is to be seen. */
function withKeys(): WidgetHandle | undefined {
	const carousels = widgets()
		.map(handleOf)
		.filter((handle) => handle && isCarousel(handle) && handle.info.hasCursor);
	return (
		carousels.find((handle) => handle?.root.matches(":hover")) ??
		carousels.find((handle) => handle && isSeen(handle.root))
	);
}

function isSeen(root: Element): boolean {
	const box = root.querySelector(".listing")?.getBoundingClientRect();
	return Boolean(
		box && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight,
	);
}
