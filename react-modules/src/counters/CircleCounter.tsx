import { createContext, useContext, useLayoutEffect, useRef } from "react";
import { onDevice } from "../divi/device";
import { onWaypoint, usualOffset } from "../divi/waypoint";
import { adopt, type OwnerProps } from "../runtime/adopt";
import { hear } from "../runtime/events";
import { useAdopted } from "../runtime/owned";
import { createStore, type Store, useStore } from "../runtime/store";
import { type Colours, coloursOf, hasMood, type Mood } from "./colours";
import { paint } from "./paint";
import { keepRoom } from "./room";
import { createRun, type Run } from "./run";
import { showSign, watchAttributes } from "./watch-attributes";

interface Look {
	/** The canvas' size in pixels; undefined while the counter has no room. */
	readonly size: number | undefined;
	readonly mood: Mood;
	readonly colours: Colours;
}

interface Circle {
	readonly run: Run;
	readonly look: Store<Look, Partial<Look>>;
	readonly value: () => number;
}

const CircleContext = createContext<Circle | undefined>(undefined);
const useCircle = () => useContext(CircleContext) as Circle;

const INNER = ".et_pb_circle_counter_inner";

function Canvas() {
	const { run, look } = useCircle();
	const canvas = useRef<HTMLCanvasElement>(null);
	const percent = useStore(run.store, (value) => value ?? 0);
	const { size = 0, colours } = useStore(look, (state) => state);
	useLayoutEffect(() => {
		if (canvas.current) paint(canvas.current, size, percent, colours);
	}, [size, percent, colours]);
	return <canvas ref={canvas} />;
}

function Inner({ draw }: OwnerProps) {
	const { look } = useCircle();
	const hasRoom = useStore(look, ({ size }) => size !== undefined);
	return draw(useAdopted() && hasRoom ? <Canvas key="canvas" /> : undefined);
}

/** The number with its sign, hidden until it runs. */
function Percent({ node, draw }: OwnerProps) {
	const isSeen = useStore(useCircle().run.store, (n) => n !== undefined);
	useLayoutEffect(() => {
		if (isSeen) node.style.visibility = "visible";
	}, [node, isSeen]);
	return draw();
}

function Value({ draw }: OwnerProps) {
	const { run, value } = useCircle();
	const text = useStore(run.store, (n) => {
		if (n === undefined) return undefined;
		return String(n === value() ? n : Math.round(n));
	});
	return useAdopted() && text !== undefined
		? draw(undefined, { inside: text })
		: draw();
}

const owners = {
	[INNER]: Inner,
	".percent p": Percent,
	".percent-value": Value,
};

const sizeOf = (inner: Element): number | undefined => {
	const width = Math.floor(inner.getBoundingClientRect().width);
	return width > 0 ? width : undefined;
};

/** What redraws a circle: the pointer, sticky elements, the device, the room that it has. */
function follow(root: HTMLElement, inner: HTMLElement, circle: Circle): void {
	const { look } = circle;
	const dress = (mood: Mood) => {
		if (mood && !hasMood(inner, mood)) return;
		look.dispatch({ mood, colours: coloursOf(inner, mood) });
	};
	inner.addEventListener("mouseenter", () => dress("hover"));
	inner.addEventListener("mouseleave", () => dress(undefined));
	const isStuck = () => root.closest(".et_pb_sticky") !== null;
	window.addEventListener("ETBuilderStickyStart", () => {
		if (isStuck()) dress("sticky");
	});
	window.addEventListener("ETBuilderStickyEnd", () => {
		if (look.get().mood === "sticky" && !isStuck()) dress(undefined);
	});
	const measure = () => {
		const size = sizeOf(inner);
		if (size !== look.get().size) look.dispatch({ size });
	};
	window.addEventListener("resize", measure);
	hear(root, "containerWidthChanged", measure);
	onDevice(() => dress(look.get().mood));
	// Hidden parts of the page come into view without any of these.
	if (typeof ResizeObserver === "function") {
		new ResizeObserver(measure).observe(inner);
	}
}

/** A circle counter of the page (contract "divi-client", section 6.11). */
export function startCircle(root: HTMLElement): void {
	const inner = root.matches(INNER)
		? root
		: root.querySelector<HTMLElement>(INNER);
	if (!inner) return;
	const value = () => Number.parseFloat(inner.dataset.numberValue ?? "") || 0;
	const run = createRun();
	const initial: Look = {
		size: sizeOf(inner),
		mood: undefined,
		colours: coloursOf(inner),
	};
	const look: Circle["look"] = createStore(
		(state, change) => ({ ...state, ...change }),
		initial,
	);
	const circle = { run, look, value };
	const isFailed = { current: false };
	adopt(root, {
		name: "counters",
		owners,
		wrap: (tree) => <CircleContext value={circle}>{tree}</CircleContext>,
		onFailure: () => {
			isFailed.current = true;
		},
	});
	if (isFailed.current) return;
	follow(root, inner, circle);
	let hasPassed = false;
	let isSeen = false;
	const runOnce = () => {
		if (isSeen || look.get().size === undefined) return;
		isSeen = true;
		run.to(value());
	};
	look.subscribe(() => {
		if (hasPassed) runOnce();
	});
	onWaypoint(root, usualOffset(root, "100%"), (direction) => {
		if (direction === "up") return;
		hasPassed = true;
		runOnce();
	});
	watchAttributes(inner, ["data-number-value", "data-percent-sign"], (name) => {
		if (name === "data-percent-sign") return showSign(inner, inner);
		keepRoom(root, String(value()));
		if (isSeen) run.to(value());
	});
	keepRoom(root, String(value()));
	showSign(inner, inner);
}
