import { type MouseEvent, type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
import { diviText } from "../divi/legacy";
import { useAdopted, useListener } from "../runtime/owned";
import { useStore } from "../runtime/use-store";
import type { Slider } from "./engine";
import type { Direction } from "./state";

/** The adopted slider, and what is drawn after it: arrows and dots. */
export function Controls({
	slider,
	children,
}: {
	readonly slider: Slider;
	readonly children: ReactNode;
}) {
	const { info, store, hover } = slider;
	const { root, below } = info;
	const { hasArrows, hasDots } = useStore(store, (state) => state.controls);
	const isDestroyed = useStore(store, (state) => state.isDestroyed);
	const isDrawn = useAdopted() && !isDestroyed;
	useListener(root, "mouseenter", () => hover(true));
	useListener(root, "mouseleave", () => hover(false));
	return (
		<>
			{children}
			{isDrawn && hasArrows && <Arrows slider={slider} />}
			{isDrawn &&
				hasDots &&
				(below ? (
					createPortal(<Dots slider={slider} />, below)
				) : (
					<Dots slider={slider} />
				))}
		</>
	);
}

const follow = (run: () => void) => (event: MouseEvent) => {
	event.preventDefault();
	run();
};

function Arrows({ slider }: { readonly slider: Slider }) {
	return (
		<div className="et-pb-slider-arrows">
			<Arrow slider={slider} to="previous" token="prev" />
			<Arrow slider={slider} to="next" token="next" />
		</div>
	);
}

function Arrow({
	slider,
	to,
	token,
}: {
	readonly slider: Slider;
	readonly to: Direction;
	readonly token: string;
}) {
	return (
		// biome-ignore lint/a11y/useSemanticElements lint/a11y/useValidAnchor: the markup is the theme's.
		<a
			className={`et-pb-arrow-${token}`}
			href="#"
			role="button"
			aria-label={diviText(to)}
			style={slider.info.isGallery ? { color: "inherit" } : undefined}
			onClick={follow(() => slider.choose(to))}
		>
			<span>{diviText(to)}</span>
		</a>
	);
}

function Dots({ slider }: { readonly slider: Slider }) {
	const { info, store, choose } = slider;
	const active = useStore(store, (state) => state.active);
	const hasVideo = useRef(info.root.querySelector("video") !== null).current;
	const token = hasVideo ? " et-pb-controllers-has-video-tag" : "";
	return (
		<div className={`et-pb-controllers${token}`}>
			{info.slides.map((_, n) => (
				// biome-ignore lint/a11y/useSemanticElements lint/a11y/useValidAnchor: the markup is the theme's.
				<a
					key={n.toString()}
					href="#"
					role="button"
					className={n === active ? "et-pb-active-control" : undefined}
					aria-current={n === active}
					onClick={follow(() => choose(n))}
				>
					{n + 1}
				</a>
			))}
		</div>
	);
}
