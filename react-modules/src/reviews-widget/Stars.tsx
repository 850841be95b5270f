import { useLayoutEffect, useRef, useState } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useAdopted } from "../runtime/owned";
import { report } from "../runtime/report";
import { nextTask } from "../runtime/task";
import { useHandle } from "./HandleContext";
import { isRtl } from "./handle";
import type { Paint } from "./recolour";

/** Milliseconds: until the backdrop goes in any case, and its fading. */
const LATEST = 4800;
const FADING = 300;
/** Up to here there is nothing to cover. */
const NO_BACKDROP = 1.5;

/** The row of stars: contract "reviews-widget", section 8, steps 6, 9 and 10. */
export function Stars({ node, draw }: OwnerProps) {
	const { info } = useHandle();
	const isSettled = useSettled();
	const isAnimated = node.classList.contains("animate");
	const paint = usePaint();
	useLayoutEffect(() => paint?.(node), [node, paint]);
	useTextStars(node);
	const hasBackdrop =
		isAnimated &&
		(info.stars === "vector" || info.stars === "css") &&
		(info.rating ?? 0) > NO_BACKDROP;
	return (
		<>
			{draw()}
			{isSettled && hasBackdrop && <Backdrop stars={node} paint={paint} />}
		</>
	);
}

/** True in a task after hydration, for what measures the page. */
function useSettled(): boolean {
	const [isSettled, setSettled] = useState(false);
	useLayoutEffect(() => {
		let isThere = true;
		nextTask().then(() => isThere && setSettled(true));
		return () => {
			isThere = false;
		};
	}, []);
	return isSettled;
}

/** Colours stars, where the page asks for others than usual: then only that part is loaded. */
function usePaint(): Paint | undefined {
	const { root, info } = useHandle();
	const [paint, setPaint] = useState<Paint>();
	useLayoutEffect(() => {
		const isImages = info.stars === "vector" && (info.gold || info.gray);
		if (info.stars !== "css" && !isImages) return;
		import(/* webpackChunkName: "reviews-widget-colours" */ "./recolour")
			.then(({ painter }) => setPaint(() => painter(root, info)))
			.catch((error) => report("reviews-widget", "lacks its colours", error));
	}, [root, info]);
	return paint;
}

/** Grey stars behind the animated ones, until the animation has ended. */
function Backdrop({
	stars,
	paint,
}: {
	readonly stars: HTMLElement;
	readonly paint: Paint | undefined;
}) {
	const [state, setState] = useState<"shown" | "fading" | "gone">("shown");
	const own = useRef<HTMLSpanElement>(null);
	useLayoutEffect(() => {
		const end = stars.querySelector(".star:last-child");
		const timers: ReturnType<typeof setTimeout>[] = [];
		const go = (wait: number) => {
			timers.push(
				setTimeout(setState, wait, "fading"),
				setTimeout(setState, wait + FADING, "gone"),
			);
		};
		const ended = () => go(0);
		go(LATEST - FADING);
		end?.addEventListener("animationend", ended);
		return () => {
			end?.removeEventListener("animationend", ended);
			timers.forEach(clearTimeout);
		};
	}, [stars]);
	useLayoutEffect(() => {
		const node = own.current;
		if (!node) return;
		const side = isRtl() ? "marginRight" : "marginLeft";
		const { width, top } = stars.getBoundingClientRect();
		node.style.width = `${Math.ceil(width + 0.1)}px`;
		node.style[side] = `${-(width + 0.1)}px`;
		const offset = top - node.getBoundingClientRect().top;
		node.style.marginTop = `${offset}px`;
		node.style.marginBottom = "0px";
	}, [stars]);
	useLayoutEffect(() => {
		if (own.current) paint?.(own.current);
	}, [paint]);
	if (state === "gone") return null;
	const fading =
		state === "fading"
			? { opacity: 0, transition: `opacity ${FADING}ms` }
			: undefined;
	return (
		<span className="all-stars backdrop" ref={own} style={fading} aria-hidden>
			{[1, 2, 3, 4, 5].map((number) => (
				<span className="star gray" key={number} />
			))}
		</span>
	);
}

/** Stars of text: loaded on the few pages that have them. */
function useTextStars(node: HTMLElement): void {
	const { root, info } = useHandle();
	useLayoutEffect(() => {
		if (info.stars !== "html") return;
		let end: (() => void) | undefined;
		let isOver = false;
		import(/* webpackChunkName: "reviews-widget-text-stars" */ "./text-stars")
			.then(({ sizeStars }) => {
				if (!isOver) end = sizeStars(node, root, info.rating);
			})
			.catch((error) => report("reviews-widget", "lacks its stars", error));
		return () => {
			isOver = true;
			end?.();
		};
	}, [node, root, info]);
}

/** The text stars of a rating, which are taken away where there is none. */
export function RatingStars({ node, draw }: OwnerProps) {
	const { info } = useHandle();
	const isAdopted = useAdopted();
	const isNone = info.stars === "html" && info.rating === 0;
	return isAdopted && isNone && node.closest(".all-stars") ? null : draw();
}
