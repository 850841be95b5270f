import { onDevice } from "../divi/device";
import { onWaypoint, usualOffset } from "../divi/waypoint";
import { setText } from "../runtime/changes";
import { on } from "../runtime/events";
import { createStore, type Store } from "../runtime/store";
import { type Colours, coloursOf, hasMood, type Mood } from "./colours";
import { paint } from "./paint";
import { reserveWidth } from "./reserve-width";
import { createRun, type Run } from "./run";
import { showSign, watchAttributes } from "./watch-attributes";

interface Appearance {
	/** Width and height of the canvas in pixels; undefined while the counter is not laid out. */
	readonly size: number | undefined;
	readonly mood: Mood;
	readonly colours: Colours;
}

type AppearanceStore = Store<Appearance, Partial<Appearance>>;

const INNER = ".et_pb_circle_counter_inner";

/** Appends a canvas while the counter has a size and paints it after each change. */
function paintChanges(
	inner: HTMLElement,
	run: Run,
	appearance: AppearanceStore,
): void {
	let canvas: HTMLCanvasElement | undefined;
	const update = () => {
		const { size, colours } = appearance.get();
		if (size === undefined) {
			canvas?.remove();
			canvas = undefined;
			return;
		}
		if (!canvas) {
			canvas = document.createElement("canvas");
			inner.append(canvas);
		}
		paint(canvas, size, run.store.get() ?? 0, colours);
	};
	update();
	appearance.subscribe(update);
	run.store.subscribe(update);
}

/** Writes the running number; the number with its sign is hidden until the run starts. */
function showNumber(root: HTMLElement, run: Run, value: () => number): void {
	run.store.subscribe(() => {
		const number = run.store.get();
		if (number === undefined) return;
		for (const text of root.querySelectorAll<HTMLElement>(".percent p")) {
			text.style.visibility = "visible";
		}
		const text = String(number === value() ? number : Math.round(number));
		setText(root.querySelector(".percent-value"), text);
	});
}

const sizeOf = (inner: Element): number | undefined => {
	const width = Math.floor(inner.getBoundingClientRect().width);
	return width > 0 ? width : undefined;
};

/** Updates colours and size: pointer, sticky elements, device, room. */
function follow(
	root: HTMLElement,
	inner: HTMLElement,
	appearance: AppearanceStore,
): void {
	const setMood = (mood: Mood) => {
		if (mood && !hasMood(inner, mood)) return;
		appearance.dispatch({ mood, colours: coloursOf(inner, mood) });
	};
	inner.addEventListener("mouseenter", () => setMood("hover"));
	inner.addEventListener("mouseleave", () => setMood(undefined));
	const isStuck = () => root.closest(".et_pb_sticky") !== null;
	window.addEventListener("ETBuilderStickyStart", () => {
		if (isStuck()) setMood("sticky");
	});
	window.addEventListener("ETBuilderStickyEnd", () => {
		if (appearance.get().mood === "sticky" && !isStuck()) setMood(undefined);
	});
	const measure = () => {
		const size = sizeOf(inner);
		if (size !== appearance.get().size) appearance.dispatch({ size });
	};
	window.addEventListener("resize", measure);
	on(root, "containerWidthChanged", measure);
	onDevice(() => setMood(appearance.get().mood));
	// Hidden parts of the page become visible without any of these events.
	if (typeof ResizeObserver === "function") {
		new ResizeObserver(measure).observe(inner);
	}
}

/** A circle counter (contract "divi-client", section 6.11). */
export function startCircle(root: HTMLElement): void {
	const inner = root.matches(INNER)
		? root
		: root.querySelector<HTMLElement>(INNER);
	if (!inner) return;
	const value = () => Number.parseFloat(inner.dataset.numberValue ?? "") || 0;
	const run = createRun();
	const initial: Appearance = {
		size: sizeOf(inner),
		mood: undefined,
		colours: coloursOf(inner),
	};
	const appearance: AppearanceStore = createStore(
		(state, change) => ({ ...state, ...change }),
		initial,
	);
	paintChanges(inner, run, appearance);
	showNumber(root, run, value);
	follow(root, inner, appearance);
	let hasPassed = false;
	let isSeen = false;
	const runOnce = () => {
		if (isSeen || appearance.get().size === undefined) return;
		isSeen = true;
		run.to(value());
	};
	appearance.subscribe(() => {
		if (hasPassed) runOnce();
	});
	onWaypoint(root, usualOffset(root, "100%"), (direction) => {
		if (direction === "up") return;
		hasPassed = true;
		runOnce();
	});
	watchAttributes(inner, ["data-number-value", "data-percent-sign"], (name) => {
		if (name === "data-percent-sign") return showSign(inner, inner);
		reserveWidth(root, String(value()));
		if (isSeen) run.to(value());
	});
	reserveWidth(root, String(value()));
	showSign(inner, inner);
}
