/** A larger copy of a picture follows the pointer over it; without a mouse there is none. */

const COPY = "zoomImg";

const listening = new WeakSet<HTMLElement>();

/** Enlarges a slide's picture while the pointer is over it, when the original is larger than what is shown. */
export function startZoom(slide: HTMLElement): void {
	// The picture may be another one now.
	slide.querySelector(`.${COPY}`)?.remove();
	if (listening.has(slide) || !matchMedia("(hover: hover)").matches) return;
	listening.add(slide);
	slide.addEventListener("pointerenter", () => {
		const copy = copyOf(slide);
		if (copy) copy.style.opacity = "1";
	});
	slide.addEventListener("pointermove", ({ clientX, clientY }) => {
		const copy = slide.querySelector<HTMLElement>(`.${COPY}`);
		if (!copy) return;
		const box = slide.getBoundingClientRect();
		const part = (at: number, size: number) =>
			size > 0 ? Math.min(1, Math.max(0, at / size)) : 0;
		const x = part(clientX - box.left, box.width);
		const y = part(clientY - box.top, box.height);
		copy.style.left = `${-x * (Number.parseFloat(copy.style.width) - box.width)}px`;
		copy.style.top = `${-y * (Number.parseFloat(copy.style.height) - box.height)}px`;
	});
	slide.addEventListener("pointerleave", () => {
		const copy = slide.querySelector<HTMLElement>(`.${COPY}`);
		if (copy) copy.style.opacity = "0";
	});
}

/** The slide's copy, made when it is needed first; none of a picture that is no larger. */
function copyOf(slide: HTMLElement): HTMLElement | undefined {
	const known = slide.querySelector<HTMLElement>(`.${COPY}`);
	if (known) return known;
	const image = slide.querySelector("img");
	const { large_image, large_image_width, large_image_height } =
		image?.dataset ?? {};
	const width = Number(large_image_width);
	const height = Number(large_image_height);
	if (!large_image || !(width > slide.clientWidth) || !(height > 0)) {
		return undefined;
	}
	const copy = document.createElement("img");
	copy.className = COPY;
	copy.src = large_image;
	copy.alt = "";
	copy.setAttribute("role", "presentation");
	Object.assign(copy.style, {
		position: "absolute",
		top: "0px",
		left: "0px",
		opacity: "0",
		width: `${width}px`,
		height: `${height}px`,
		maxWidth: "none",
		maxHeight: "none",
		border: "none",
		// Clicks are the picture's own link's.
		pointerEvents: "none",
	});
	slide.style.position = "relative";
	slide.style.overflow = "hidden";
	slide.append(copy);
	return copy;
}
