import { type MouseEvent, useEffect, useReducer } from "react";
import { useListener, useOwned } from "../runtime/owned";
import { type Store, useStore } from "../runtime/store";
import type { LightboxAction, LightboxState, Picture } from "./state";
import { counter, text } from "./strings";

export interface LightboxProps {
	readonly pictures: readonly Picture[];
	readonly store: Store<LightboxState, LightboxAction>;
	readonly wrap: HTMLElement;
	readonly background: HTMLElement;
	readonly go: (step: number) => void;
	readonly close: () => void;
}

/** The longest wait for a picture, in milliseconds. */
const PATIENCE = 20_000;
/** How many of the following pictures are loaded ahead. */
const AHEAD = 2;

/** The inside of a lightbox, whose two elements stand first in the body. */
export function Lightbox(props: LightboxProps) {
	const { pictures, store, wrap, background, go, close } = props;
	const { shown, status, phase } = useStore(store, (state) => state);
	const tokens = {
		"mfp-ready": phase !== "opening",
		"mfp-removing": phase === "closing",
	};
	useOwned([wrap, background], { tokens });
	useOwned(wrap, { attributes: { "aria-label": pictures[shown]?.title } });
	useEffect(() => {
		for (let n = 1; n <= AHEAD; n++) {
			const next = pictures[(shown + n) % pictures.length];
			if (next && pictures.length > 1) new Image().src = next.src;
		}
		const timer = setTimeout(() => {
			if (store.get().status === "loading") store.dispatch({ type: "failed" });
		}, PATIENCE);
		return () => clearTimeout(timer);
	}, [pictures, shown, store]);
	const leave = ({ target }: MouseEvent) => {
		const isKept = (target as Element).closest(".mfp-content > *, .mfp-arrow");
		if (!isKept) close();
	};
	const isSeveral = pictures.length > 1;
	return (
		// biome-ignore lint/a11y: Escape and the close button do the same.
		<div
			className={`mfp-container mfp-image-holder mfp-s-${status}`}
			onClick={leave}
		>
			<div className="mfp-content">
				{status !== "error" && <Figure {...props} isSeveral={isSeveral} />}
			</div>
			<div className="mfp-preloader">
				{status === "error" ? (
					<>
						<a href={pictures[shown]?.src}>{text("image")}</a> {text("error")}
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
	pictures,
	store,
	go,
	close,
	isSeveral,
}: LightboxProps & { readonly isSeveral: boolean }) {
	const { shown, status, phase } = useStore(store, (state) => state);
	const picture = pictures[shown];
	const [, resized] = useReducer((times: number) => times + 1, 0);
	useListener(window, "resize", resized);
	const goOn = (event: MouseEvent) => {
		// The picture is another one when the click comes to what is around it.
		event.stopPropagation();
		if (isSeveral) go(1);
	};
	return (
		<div
			className={`mfp-figure${status === "loading" ? " mfp-loading" : ""}`}
			style={{ visibility: phase === "closing" ? "hidden" : "visible" }}
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
					key={picture?.src}
					className="mfp-img"
					alt={picture?.alt}
					src={picture?.src}
					style={{ maxHeight: `${innerHeight}px` }}
					onLoad={() => store.dispatch({ type: "loaded" })}
					onError={() => store.dispatch({ type: "failed" })}
					onClick={goOn}
				/>
				<figcaption>
					<div className="mfp-bottom-bar">
						<div className="mfp-title">{picture?.title}</div>
						<div className="mfp-counter">{counter(shown, pictures.length)}</div>
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
