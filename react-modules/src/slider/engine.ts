import { refreshWaypoints } from "../divi/waypoint";
import { emit } from "../runtime/events";
import { createStore, type Store } from "../runtime/store";
import { fadeTo, hasReducedMotion, type Tween } from "../runtime/tween";
import { fixAll } from "./heights";
import { pauseBackground, playBackground, stopVideos } from "./media";
import { readControls, type SliderInfo } from "./read";
import {
	type Direction,
	reduce,
	type SliderAction,
	type SliderState,
	targetOf,
} from "./state";

/** How long a slide fades, in milliseconds. */
const FADE = 700;
/** Interval in which a paused slider checks whether it may continue, in milliseconds. */
const PAUSE_CHECK = 2000;

export interface Slider {
	readonly info: SliderInfo;
	readonly store: Store<SliderState, SliderAction>;
	/** Shows another slide, also while one is still moving. */
	readonly move: (wanted: Direction | number) => void;
	/** What a click on an arrow or dot does: nothing while a slide is moving. */
	readonly choose: (wanted: Direction | number) => void;
	readonly fix: () => void;
	readonly hover: (isOver: boolean) => void;
	readonly destroy: () => void;
	/** Starts again from the first slide, with the controls that the classes ask for now. */
	readonly rebuild: () => void;
}

const LAYOUTS = ["et_pb_bg_layout_light", "et_pb_bg_layout_dark"] as const;

/** A slide's layout, which the slider takes over. */
const layoutOf = (slide: Element | undefined) =>
	LAYOUTS.find((token) => slide?.classList.contains(token)) ?? LAYOUTS[1];

/** The moves of a slider: contract "divi-client", section 6.1. */
export function createSlider(info: SliderInfo): Slider {
	const { root, slides } = info;
	const store = createStore(reduce, {
		active: 0,
		isMoving: false,
		isDestroyed: false,
		controls: readControls(info),
	});
	let timer: ReturnType<typeof setTimeout> | undefined;
	let fades: Tween[] = [];
	let transition = "";

	const wait = () => {
		clearTimeout(timer);
		const { interval } = info;
		// With `prefers-reduced-motion` slides change by hand only.
		if (interval === undefined || hasReducedMotion()) return;
		if (root.classList.contains("et_pb_pause_slider")) {
			timer = setTimeout(wait, PAUSE_CHECK);
			return;
		}
		timer = setTimeout(() => {
			const isPaused = root.classList.contains("et_pb_pause_slider");
			if (isPaused || isUsedByKeys(root)) wait();
			else move("next");
		}, interval);
	};
	const isHovered = () => root.classList.contains("et_slider_hovered");
	const hover = (isOver: boolean) => {
		if (info.interval === undefined || info.ignoresHover) return;
		root.classList.toggle("et_slider_hovered", isOver);
		if (isOver) clearTimeout(timer);
		else wait();
	};

	const move = (wanted: Direction | number) => {
		for (const fade of fades.splice(0)) fade.finish();
		const { active, isDestroyed } = store.get();
		const target = targetOf(wanted, active, slides.length);
		const old = slides[active];
		const next = slides[target];
		if (isDestroyed || !old || !next) return;
		if (transition) root.classList.remove(transition);
		transition = `et_slide_transition_to_${wanted}`;
		root.classList.add(transition);
		emit(root, "simple_slider_before_move_to", {
			direction: wanted,
			next_slide: next,
		});
		if (old === next) return showAgain(slides, next);
		clearTimeout(timer);
		const { slideId } = next.dataset;
		if (slideId) root.dataset.activeSlide = slideId;
		store.dispatch({ type: "move", target });
		emit(root, "slide", { current: old, next }, [{ current: old, next }]);
		pauseBackground(old);
		playBackground(next);
		lay(slides, old, next);
		fades = [
			fadeTo(next, 1, FADE),
			fadeTo(old, 0, FADE, () => settle(old, next)),
		];
		if (!isHovered()) wait();
	};

	const settle = (old: HTMLElement, next: HTMLElement) => {
		fades = [];
		old.style.display = "none";
		old.classList.remove("et_slide_transition");
		stopVideos(old);
		root.classList.remove(layoutOf(old));
		root.classList.add(layoutOf(next));
		if (info.isGallery && !next.style.maxHeight) limit(next);
		store.dispatch({ type: "moved" });
		emit(root, "simple_slider_after_move_to", { next_slide: next });
		if (info.isPosts) {
			setTimeout(() => {
				refreshWaypoints();
				window.et_fix_testimonial_inner_width?.();
			}, 1000);
		}
	};

	const fix = () => {
		const active = slides[store.get().active];
		// Items of a gallery that were limited have another height in another width.
		for (const item of info.isGallery ? slides : []) {
			if (!item.style.maxHeight) continue;
			item.style.removeProperty("max-height");
			if (item === active) limit(item);
		}
		fixAll(root, slides, active);
	};

	const clear = () => {
		clearTimeout(timer);
		for (const fade of fades.splice(0)) fade.stop();
		for (const { style, classList } of slides) {
			for (const name of ["z-index", "display", "opacity"]) {
				style.removeProperty(name);
			}
			classList.remove(
				"et-pb-active-slide",
				"et-pb-moved-slide",
				"et_slide_transition",
			);
		}
		if (transition) root.classList.remove(transition);
		root.classList.remove("et_slider_hovered");
		root.removeAttribute("data-active-slide");
	};
	const destroy = () => {
		clear();
		store.dispatch({ type: "destroy" });
	};
	const rebuild = () => {
		clear();
		start(info);
		store.dispatch({ type: "rebuild", controls: readControls(info) });
		fix();
		wait();
	};

	start(info);
	wait();
	return {
		info,
		store,
		move,
		choose: (wanted) => {
			if (!store.get().isMoving) move(wanted);
		},
		fix,
		hover,
		destroy,
		rebuild,
	};
}

/** An item of a gallery is at most as high as it is. */
function limit(item: HTMLElement): void {
	item.style.maxHeight = `${item.offsetHeight}px`;
}

declare global {
	interface Window {
		et_fix_testimonial_inner_width?: () => void;
	}
}

/** The first slide is the shown one. */
function start({ root, slides }: SliderInfo): void {
	const [first] = slides;
	if (!first) return;
	first.classList.add("et-pb-active-slide");
	const { slideId } = first.dataset;
	if (slideId) root.dataset.activeSlide = slideId;
	if (!LAYOUTS.some((token) => root.classList.contains(token))) {
		root.classList.add(layoutOf(first));
	}
}

/** Stacks the new slide below the old one before they fade. */
function lay(
	slides: readonly HTMLElement[],
	old: HTMLElement,
	next: HTMLElement,
): void {
	for (const { style, classList } of slides) {
		style.zIndex = "1";
		classList.remove("et-pb-active-slide", "et-pb-moved-slide");
	}
	old.style.zIndex = "2";
	old.style.display = "list-item";
	old.style.opacity = "1";
	old.classList.add("et-pb-moved-slide", "et_slide_transition");
	next.style.display = "block";
	next.style.opacity = "0";
	next.classList.add("et-pb-active-slide");
}

function showAgain(slides: readonly HTMLElement[], slide: HTMLElement): void {
	for (const { classList } of slides) {
		classList.remove("et-pb-inactive-slide");
	}
	slide.style.display = "block";
	slide.style.opacity = "1";
}

/** Whether the keyboard focus is inside. */
function isUsedByKeys(root: HTMLElement): boolean {
	const focused = document.activeElement;
	return Boolean(
		focused && root.contains(focused) && focused.matches(":focus-visible"),
	);
}
