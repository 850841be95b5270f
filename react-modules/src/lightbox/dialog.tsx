import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createStore } from "../runtime/store";
import { onSwipe } from "../runtime/swipe";
import { Lightbox } from "./Lightbox";
import {
	type LightboxAction,
	type LightboxImage,
	type LightboxState,
	reduce,
} from "./state";
import { ZOOM, zoom } from "./zoom";

/** Delay from opening to the `mfp-ready` class, in milliseconds. */
const READY = 16;

let isOpen = false;

/** Opens a lightbox on one of its images. Only one is open. */
export function open(images: readonly LightboxImage[], first: number): void {
	if (isOpen) return;
	isOpen = true;
	const store = createStore<LightboxState, LightboxAction>(reduce, {
		shown: first,
		status: "loading",
		phase: "opening",
	});
	const { background, wrap } = elements(images.length > 1);
	const focused = document.activeElement;
	const root = createRoot(wrap);
	const listening = new AbortController();
	const go = (step: number) => {
		const { shown } = store.get();
		const to = (shown + step + images.length) % images.length;
		store.dispatch({ type: "go", to });
	};
	const close = () => {
		const { phase, shown, status } = store.get();
		if (phase === "closing") return;
		listening.abort();
		const image = images[shown]?.link.querySelector("img") ?? null;
		store.dispatch({ type: "close" });
		// What has not loaded yet has no size to shrink from.
		if (status !== "loading") zoom(wrap, image, false, () => {});
		setTimeout(() => {
			root.unmount();
			wrap.remove();
			background.remove();
			lockPage(false);
			isOpen = false;
			if (focused instanceof HTMLElement)
				focused.focus({ preventScroll: true });
		}, ZOOM);
	};
	lockPage(true);
	document.body.prepend(background, wrap);
	flushSync(() =>
		root.render(
			<Lightbox {...{ images, store, wrap, background, go, close }} />,
		),
	);
	setTimeout(() => {
		store.dispatch({ type: "opened" });
		wrap.focus({ preventScroll: true });
	}, READY);
	listen(wrap, listening.signal, go, close);
	if (images.length > 1) {
		const end = onSwipe(wrap, (way) => go(way === "left" ? 1 : -1));
		listening.signal.addEventListener("abort", end);
	}
}

function elements(isGallery: boolean) {
	const background = document.createElement("div");
	background.className = "mfp-bg mfp-fade";
	const wrap = document.createElement("div");
	wrap.className = `mfp-wrap${isGallery ? " mfp-gallery" : ""} mfp-close-btn-in mfp-auto-cursor mfp-fade`;
	wrap.tabIndex = -1;
	wrap.setAttribute("role", "dialog");
	wrap.setAttribute("aria-modal", "true");
	wrap.style.overflow = "hidden auto";
	return { background, wrap };
}

/** Locks the page's scrolling and compensates for the width of its scroll bar. */
function lockPage(isLocked: boolean): void {
	const { documentElement: html, body } = document;
	const bar = innerWidth - html.clientWidth;
	body.classList.toggle("mfp-zoom-out-cur", isLocked);
	if (isLocked && bar > 0) html.style.marginRight = `${bar}px`;
	else html.style.removeProperty("margin-right");
	html.style.overflow = isLocked ? "hidden" : "";
	if (!html.getAttribute("style")) html.removeAttribute("style");
}

function listen(
	wrap: HTMLElement,
	signal: AbortSignal,
	go: (step: number) => void,
	close: () => void,
): void {
	document.addEventListener(
		"keyup",
		(event) => {
			if (event.key === "Escape") close();
		},
		{ signal },
	);
	document.addEventListener(
		"keydown",
		(event) => {
			if (event.key === "ArrowLeft") go(-1);
			else if (event.key === "ArrowRight") go(1);
		},
		{ signal },
	);
	document.addEventListener(
		"focusin",
		({ target }) => {
			if (!wrap.contains(target as Node)) wrap.focus({ preventScroll: true });
		},
		{ signal },
	);
}
