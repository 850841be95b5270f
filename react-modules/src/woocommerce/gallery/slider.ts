import { onSwipe } from "../../runtime/swipe";
import { hasReducedMotion } from "../../runtime/tween";

/** Pictures side by side with their thumbnails below, in the markup that style sheets of the shop know. */

const ACTIVE = "flex-active";
const ACTIVE_SLIDE = "flex-active-slide";

export interface SliderSettings {
	readonly isRtl: boolean;
	/** Duration of a move, in milliseconds. */
	readonly speed: number;
	readonly hasThumbnails: boolean;
	/** Whether the height follows the picture. */
	readonly isSmooth: boolean;
}

export interface Slider {
	readonly go: (place: number) => void;
}

export function createSlider(
	gallery: HTMLElement,
	wrapper: HTMLElement,
	slides: readonly HTMLElement[],
	settings: SliderSettings,
): Slider {
	const viewport = document.createElement("div");
	viewport.className = "flex-viewport";
	viewport.style.overflow = "hidden";
	viewport.style.position = "relative";
	wrapper.replaceWith(viewport);
	viewport.append(wrapper);
	const thumbnails = settings.hasThumbnails ? thumbnailsOf(slides) : [];
	if (thumbnails.length > 0) viewport.after(listOf(thumbnails));
	let shown = 0;
	const arrange = (isMoving: boolean) => {
		const width = viewport.clientWidth;
		const ms = isMoving && !hasReducedMotion() ? settings.speed : 0;
		wrapper.style.width = `${slides.length * 100}%`;
		wrapper.style.transitionDuration = `${ms / 1000}s`;
		const way = settings.isRtl ? width * shown : -width * shown;
		wrapper.style.transform = `translate3d(${way}px, 0px, 0px)`;
		for (const { style } of slides) {
			style.width = `${width}px`;
			style.marginRight = "0";
			style.float = settings.isRtl ? "right" : "left";
			style.display = "block";
			style.overflow = "hidden";
			style.position = "relative";
		}
		if (!settings.isSmooth) return;
		const height = slides[shown]?.offsetHeight ?? 0;
		viewport.style.transition = ms > 0 ? `height ${ms}ms` : "";
		viewport.style.height = height > 0 ? `${height}px` : "";
	};
	const mark = () => {
		for (const [n, slide] of slides.entries()) {
			slide.classList.toggle(ACTIVE_SLIDE, n === shown);
			// What is not seen cannot be reached either.
			slide.inert = n !== shown;
		}
		for (const [n, image] of thumbnails.entries()) {
			image.classList.toggle(ACTIVE, n === shown);
			image.setAttribute("aria-current", String(n === shown));
		}
	};
	const go = (place: number) => {
		if (place < 0 || place >= slides.length) return;
		shown = place;
		mark();
		arrange(true);
	};
	for (const [n, image] of thumbnails.entries()) {
		image.addEventListener("click", () => go(n));
		image.addEventListener("keydown", (event) => {
			if (event.key !== "Enter" && event.key !== " ") return;
			event.preventDefault();
			go(n);
		});
	}
	onSwipe(viewport, (direction) => {
		const isNext = (direction === "left") !== settings.isRtl;
		go(shown + (isNext ? 1 : -1));
	});
	mark();
	arrange(false);
	observe(gallery, slides, () => arrange(false));
	return { go };
}

/** Lays out anew when the gallery's width changes or a picture has come. */
function observe(
	gallery: HTMLElement,
	slides: readonly HTMLElement[],
	arrange: () => void,
): void {
	for (const slide of slides) {
		slide.addEventListener("load", arrange, true);
	}
	if (typeof ResizeObserver !== "function") return;
	let width = gallery.clientWidth;
	new ResizeObserver(() => {
		if (gallery.clientWidth === width) return;
		width = gallery.clientWidth;
		arrange();
	}).observe(gallery);
}

/** A small picture for each slide: a button. */
const thumbnailsOf = (slides: readonly HTMLElement[]): HTMLImageElement[] =>
	slides.map((slide) => {
		const { thumb, thumbAlt, thumbSrcset, thumbSizes } = slide.dataset;
		const image = document.createElement("img");
		image.src = thumb ?? slide.querySelector("img")?.getAttribute("src") ?? "";
		image.alt = thumbAlt ?? "";
		if (thumbSrcset) image.srcset = thumbSrcset;
		if (thumbSizes) image.sizes = thumbSizes;
		image.draggable = false;
		image.tabIndex = 0;
		image.setAttribute("role", "button");
		return image;
	});

function listOf(thumbnails: readonly HTMLImageElement[]): HTMLElement {
	const list = document.createElement("ol");
	list.className = "flex-control-nav flex-control-thumbs";
	for (const image of thumbnails) {
		const item = document.createElement("li");
		item.append(image);
		list.append(item);
	}
	return list;
}
