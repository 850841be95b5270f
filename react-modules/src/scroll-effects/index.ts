import { device } from "../divi/device";
import { whenLoaded } from "../runtime/loaded";
import { hasReducedMotion } from "../runtime/tween";
import { effectsOfPage } from "./read";
import { createStage, type Stage } from "./stage";

/** Scroll effects: contract "divi-client", section 6.21. */

/** How long the window must have been quiet after its load or a resize, in milliseconds. */
const QUIET = 500;
/** From the first values until elements show, in milliseconds. */
const SHOWN_AFTER = 200;

const BEFORE = "et-pb-before-scroll-animation";

function hide(): void {
	for (const { selector } of effectsOfPage()) {
		for (const element of document.querySelectorAll(selector)) {
			element.classList.add(BEFORE);
		}
	}
}

function unhide(elements: readonly Element[]): void {
	for (const { classList } of elements) {
		classList.remove(BEFORE, "et_animated", "et-waypoint");
		classList.add("et_had_animation");
	}
}

/** With `prefers-reduced-motion` the scroll position has no effect; all else runs as usual. */
const still = (stage: Stage): Stage => ({ ...stage, show: () => {} });

/** Other scripts read off this how far the page's content begins from the top. */
const PROBE = "et-pb-motion-effects-offset-tracker";

function addProbe(): void {
	if (document.getElementById(PROBE)) return;
	const probe = document.createElement("div");
	probe.id = PROBE;
	document.body.prepend(probe);
}

export function mount(): void {
	addProbe();
	hide();
	let stage: Stage | undefined;
	let mode = device();
	const start = () => {
		mode = device();
		stage?.end();
		stage = createStage(mode);
		if (hasReducedMotion()) stage = still(stage);
		stage.measure();
		stage.show();
		const { elements } = stage;
		setTimeout(() => unhide(elements()), SHOWN_AFTER);
	};
	let timer: ReturnType<typeof setTimeout> | undefined;
	const startSoon = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			if (!stage || device() !== mode) {
				start();
				return;
			}
			stage.measure();
			stage.show();
		}, QUIET);
	};
	let isWaiting = false;
	const onScroll = () => {
		if (isWaiting) return;
		isWaiting = true;
		requestAnimationFrame(() => {
			isWaiting = false;
			stage?.show();
		});
	};
	window.addEventListener("scroll", onScroll, { passive: true });
	window.addEventListener("resize", startSoon);
	whenLoaded(startSoon);
	// Images that load late change all positions.
	if (typeof ResizeObserver === "function") {
		new ResizeObserver(() => {
			stage?.measure();
			onScroll();
		}).observe(document.body);
	}
}
