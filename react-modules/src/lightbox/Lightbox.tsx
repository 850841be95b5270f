import { type MouseEvent, useEffect, useReducer } from "react";
import { useListener, useOwned } from "../runtime/owned";
import type { Store } from "../runtime/store";
import { useStore } from "../runtime/use-store";
import type { LightboxAction, LightboxImage, LightboxState } from "./state";
import { counter, text } from "./strings";

export interface LightboxProps {
	readonly images: readonly LightboxImage[];
	readonly store: Store<LightboxState, LightboxAction>;
	readonly wrap: HTMLElement;
	readonly background: HTMLElement;
	readonly go: (step: number) => void;
	readonly close: () => void;
}

/** The longest wait for an image, in milliseconds. */
const PATIENCE = 20_000;
/** How many of the following images are loaded ahead. */
const AHEAD = 2;

/** The inside of a lightbox, whose two elements stand first in the body. */
export function Lightbox(props: LightboxProps) {
	const { images, store, wrap, background, go, close } = props;
	const { shown, status, phase } = useStore(store, (state) => state);
	const classes = {
		"mfp-ready": phase !== "opening",
		"mfp-removing": phase === "closing",
	};
	useOwned([wrap, background], { classes });
	useOwned(wrap, { attributes: { "aria-label": images[shown]?.title } });
	useEffect(() => {
		for (let n = 1; n <= AHEAD; n++) {
			const next = images[(shown + n) % images.length];
			if (next && images.length > 1) new Image().src = next.src;
		}
		const timer = setTimeout(() => {
			if (store.get().status === "loading") store.dispatch({ type: "failed" });
		}, PATIENCE);
		return () => clearTimeout(timer);
	}, [images, shown, store]);
	const leave = ({ target }: MouseEvent) => {
		const isKept = (target as Element).closest(".mfp-content > *, .mfp-arrow");
		if (!isKept) close();
	};
	const isSeveral = images.length > 1;
	return (
		// biome-ignore lint/a11y: Escape and the close button do the same.
		<div
			className={`mfp-container mfp-image-holder mfp-s-${status}`}
			onClick={leave}
		>
			<div className="mfp-content">
				<Figure {...props} isSeveral={isSeveral} />
			</div>
			<div className="mfp-preloader">
				{status === "error" ? (
					<>
						<a href={images[shown]?.src}>{text("image")}</a> {text("error")}
					</>
				) : (
					text("loading")
				)}
			</div>
			{isSeveral && <Arrow to="left" name="previous" go={() => go(-1)} />}
			{isSeveral && <Arrow to="right" name="next" go={() => go(1)} />}
		</div>
	);
}

function Figure({
	images,
	store,
	go,
	close,
	isSeveral,
}: LightboxProps & { readonly isSeveral: boolean }) {
	const { shown, status, phase } = useStore(store, (state) => state);
	const image = images[shown];
	// A picture that flies back to its thumbnail is drawn by its copy.
	const isLeaving = phase === "closing" && status !== "loading";
	const [, resized] = useReducer((times: number) => times + 1, 0);
	useListener(window, "resize", resized);
	const goOn = (event: MouseEvent) => {
		// The next image is rendered before the click bubbles to the container, which would close.
		event.stopPropagation();
		if (isSeveral) go(1);
	};
	return (
		<div
			className={`mfp-figure${status === "loading" ? " mfp-loading" : ""}`}
			style={{ visibility: isLeaving ? "hidden" : "visible" }}
		>
			<button
				type="button"
				className="mfp-close"
				title={text("close")}
				onClick={close}
			>
				×
			</button>
			<figure>
				{/* biome-ignore lint/a11y: the arrows do the same for the keyboard. */}
				<img
					key={image?.src}
					className="mfp-img"
					alt={image?.alt}
					src={image?.src}
					style={{ maxHeight: `${innerHeight}px` }}
					onLoad={() => store.dispatch({ type: "loaded" })}
					onError={() => store.dispatch({ type: "failed" })}
					onClick={goOn}
				/>
				<figcaption>
					<div className="mfp-bottom-bar">
						<div className="mfp-title">{image?.title}</div>
						<div className="mfp-counter">{counter(shown, images.length)}</div>
					</div>
				</figcaption>
			</figure>
		</div>
	);
}

function Arrow({
	to,
	name,
	go,
}: {
	readonly to: "left" | "right";
	readonly name: "previous" | "next";
	readonly go: () => void;
}) {
	return (
		<button
			type="button"
			title={text(name)}
			className={`mfp-arrow mfp-arrow-${to} mfp-prevent-close`}
			onClick={go}
		/>
	);
}
