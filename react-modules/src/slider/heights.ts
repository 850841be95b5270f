/** How high slides and their images are: contract "divi-client", section 6.1, "Heights". */

/** Runs a function while all slides are laid out, then restores their styles. */
function whileShown(slides: readonly HTMLElement[], run: () => void): void {
	const before = slides.map(({ style }) => style.cssText);
	for (const { classList, style } of slides) {
		classList.add("et_pb_temp_slide");
		style.setProperty("display", "block", "important");
	}
	run();
	slides.forEach((slide, n) => {
		slide.classList.remove("et_pb_temp_slide");
		slide.style.cssText = before[n] ?? "";
		if (!slide.getAttribute("style")) slide.removeAttribute("style");
	});
}

const isBeside = (root: Element, side: string) =>
	root.classList.contains(`et_pb_post_slider_image_${side}`);

/** A slide's height inside its borders, with the image that stands above or below its words. */
function heightOf(root: Element, slide: HTMLElement): number {
	let height = slide.clientHeight;
	const fraction = slide.getBoundingClientRect().height - slide.offsetHeight;
	if (Math.abs(fraction) < 1) height += fraction;
	if (isBeside(root, "top") || isBeside(root, "bottom")) {
		const image = slide.querySelector(".et_pb_slide_image");
		if (image) {
			const { marginTop, marginBottom } = getComputedStyle(image);
			height +=
				10 +
				Number.parseFloat(marginTop || "0") +
				Number.parseFloat(marginBottom || "0");
		}
	}
	return height;
}

/** Makes all slides as high as the highest. */
function fixSlides(root: HTMLElement, slides: readonly HTMLElement[]): void {
	// Under a transparent header the header's own module does it.
	if (root.closest(".et_pb_section")?.matches(".et_pb_section_first")) return;
	const containers = slides.flatMap((slide) => [
		...slide.querySelectorAll<HTMLElement>(":scope > .et_pb_container"),
	]);
	if (containers.length === 0) return;
	for (const container of containers) container.style.height = "";
	let highest = 0;
	whileShown(slides, () => {
		highest = Math.max(...slides.map((slide) => heightOf(root, slide)));
	});
	if (highest < 1) return;
	for (const container of containers) container.style.height = `${highest}px`;
}

const CENTRED = "et_pb_media_alignment_center";

const boxOf = (slide: Element) =>
	slide.querySelector<HTMLElement>(".et_pb_slide_image");
const imgOf = (slide: Element) => boxOf(slide)?.querySelector("img");

/**
 * Makes the slides equal and limits the shown slide's image. Those limited before have the new limit too; the old one
 * is removed before measuring.
 */
export function fixAll(
	root: HTMLElement,
	slides: readonly HTMLElement[],
	active: HTMLElement | undefined,
): void {
	const limited = slides.filter(
		(slide) => slide === active || imgOf(slide)?.style.maxHeight,
	);
	for (const slide of limited) {
		imgOf(slide)?.style.removeProperty("max-height");
		boxOf(slide)?.style.removeProperty("margin-top");
	}
	fixSlides(root, slides);
	const limit = `${root.clientHeight * 0.8}px`;
	whileShown(limited, () => {
		for (const slide of limited) fixMedia(slide, limit);
	});
}

/** A slide's image is at most four fifths as high as the slider; a centred one is moved up by its half. */
function fixMedia(slide: HTMLElement, limit: string): void {
	const isCentred = slide.classList.contains(CENTRED);
	const box = boxOf(slide);
	const image = imgOf(slide);
	if (box && image) {
		image.style.maxHeight = limit;
		const centre = () => {
			if (isCentred) box.style.marginTop = `-${box.offsetHeight / 2}px`;
		};
		centre();
		if (!image.complete) {
			image.addEventListener("load", centre, { once: true });
		}
	}
	const video = slide.querySelector<HTMLElement>(".et_pb_slide_video");
	if (video && isCentred) {
		video.style.marginTop = `-${video.offsetHeight / 2}px`;
	}
}
