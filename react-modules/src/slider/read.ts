/** A slider as the server printed it: contract "divi-client", section 6.1. */
export interface SliderInfo {
	readonly root: HTMLElement;
	readonly slides: readonly HTMLElement[];
	/** Milliseconds between two moves by itself; undefined when it never moves by itself. */
	readonly interval: number | undefined;
	/** Whether the pointer on it does not stop it. */
	readonly ignoresHover: boolean;
	readonly isGallery: boolean;
	readonly isPosts: boolean;
	/** The video slider around it: its dots stand below. */
	readonly below: HTMLElement | null;
}

/** What a slider is moved by; its classes say it, which may differ by device. */
export interface ControlSet {
	readonly hasArrows: boolean;
	readonly hasDots: boolean;
	readonly hasThumbnails: boolean;
}

/** Where the class that tells the speed is missing, the theme's own default holds (defect D2). */
const INTERVAL = 7000;

export function readSlider(root: HTMLElement): SliderInfo {
	const has = (token: string) => root.classList.contains(token);
	const isGallery = has("et_pb_gallery");
	const slides = slidesOf(root, isGallery ? ".et_pb_gallery_item" : SLIDE);
	const isSeveral = slides.length > 1;
	const parent = root.parentElement;
	const below = parent?.classList.contains("et_pb_video_slider")
		? parent
		: null;
	return {
		root,
		slides,
		interval: has("et_slider_auto") && isSeveral ? intervalOf(root) : undefined,
		ignoresHover: has("et_slider_auto_ignore_hover"),
		isGallery,
		isPosts: has("et_pb_post_slider") || has("et_pb_fullwidth_post_slider"),
		below,
	};
}

export function readControls({ root, slides }: SliderInfo): ControlSet {
	const has = (token: string) => root.classList.contains(token);
	const isSeveral = slides.length > 1;
	return {
		hasArrows: isSeveral && !has("et_pb_slider_no_arrows"),
		hasDots: isSeveral && !has("et_pb_slider_no_pagination"),
		hasThumbnails: isSeveral && has("et_pb_slider_carousel"),
	};
}

const SLIDE = ".et_pb_slide";

/** The first level of slides: those of a slider inside a slide are its own. */
function slidesOf(root: HTMLElement, selector: string): HTMLElement[] {
	return [...root.querySelectorAll<HTMLElement>(selector)].filter((slide) => {
		const outer = slide.parentElement?.closest(selector);
		return !outer || !root.contains(outer) || outer === root;
	});
}

function intervalOf({ classList }: Element): number {
	const token = [...classList].find((name) =>
		/^et_slider_speed_\d+$/.test(name),
	);
	return Number(token?.slice("et_slider_speed_".length)) || INTERVAL;
}
