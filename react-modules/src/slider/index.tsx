import { adopt } from "../runtime/adopt";
import { jQueryOfPage } from "../runtime/jquery";
import { whenLoaded } from "../runtime/loaded";
import { report } from "../runtime/report";
import { onSwipe } from "../runtime/swipe";
import { nextTask } from "../runtime/task";
import { Controls } from "./Controls";
import { createSlider, type Slider } from "./engine";
import { readControls, readSlider } from "./read";

/** Sliders of every kind: contract "divi-client", sections 6.1 to 6.3. */
const sliders = new WeakMap<Element, Slider>();
/** Delay from `load` until elements with `et_pb_preload` show, in milliseconds. */
const PRELOAD = 500;

export function mount(element: Element): void {
	if (sliders.has(element)) return;
	const root = element as HTMLElement;
	const info = readSlider(root);
	if (info.slides.length === 0) return;
	const slider = createSlider(info);
	sliders.set(root, slider);
	adopt(root, {
		name: "slider",
		owners: {},
		wrap: (tree) => <Controls slider={slider}>{tree}</Controls>,
		onFailure: slider.destroy,
	});
	const { hasThumbnails, hasArrows } = slider.store.get().controls;
	if (hasThumbnails) addThumbnails(slider);
	if (hasArrows) listenToSwipes(slider);
	if (info.below) followClasses(slider);
	// Measuring has a task of its own; the base sheet reserves the slider's place until then.
	nextTask().then(slider.fix);
	window.addEventListener("resize", slider.fix);
	whenLoaded(() => setTimeout(() => unveil(root), PRELOAD));
	fixLater(slider);
	publish(slider);
}

/** Measures again when images and fonts have loaded, which change heights. */
function fixLater({ fix }: Slider): void {
	if (document.readyState !== "complete") whenLoaded(fix);
	if (document.fonts?.status === "loading") document.fonts.ready.then(fix);
}

function listenToSwipes({ info, move }: Slider): void {
	for (const slide of info.slides) {
		onSwipe(slide, (way) => move(way === "left" ? "next" : "previous"));
	}
}

/** Videos have thumbnails, other slides none. */
function addThumbnails(slider: Slider): void {
	import(/* webpackChunkName: "slider-thumbnails" */ "./thumbnails").then(
		({ addThumbnails }) => addThumbnails(slider),
		(error) => report("slider", "could not add its thumbnails", error),
	);
}

/** Shows elements that are hidden until their videos have loaded. */
function unveil(root: HTMLElement): void {
	root.classList.remove("et_pb_preload");
	for (const { classList } of root.querySelectorAll(".et_pb_preload")) {
		classList.remove("et_pb_preload");
	}
}

/** Stores the slider's methods in jQuery's data, where the theme keeps them for page scripts. */
function publish({ info, move, destroy }: Slider): void {
	const set = jQueryOfPage()?.(info.root) as unknown as
		| { data?: (name: string, value: unknown) => void }
		| undefined;
	set?.data?.("et_pb_simple_slider", {
		et_slider_move_to: move,
		et_slider_destroy: destroy,
	});
}

/** Changes a video slider between dots and thumbnails, when another device's classes ask for the others. */
function followClasses(slider: Slider): void {
	const look = () => {
		const before = slider.store.get().controls.hasThumbnails;
		if (readControls(slider.info).hasThumbnails === before) return;
		slider.rebuild();
		if (!before) addThumbnails(slider);
	};
	const { root } = slider.info;
	new MutationObserver(look).observe(root, { attributeFilter: ["class"] });
}

/** Measures a slider again. */
export function fixHeights(root: HTMLElement): void {
	sliders.get(root)?.fix();
}
