import { fadeTo } from "../runtime/tween";

/** The image over a video (contract "divi-client", section 6.15): a click plays the video and takes the image away. */
export function mount(overlay: Element): void {
	const image = overlay as HTMLElement;
	image
		.querySelector(".et_pb_video_play:not([aria-label])")
		?.setAttribute(
			"aria-label",
			window.mejsL10n?.strings?.["mejs.play"] ?? "▶",
		);
	image.addEventListener("click", (event) => {
		event.preventDefault();
		play(image);
	});
}

/** With `autoplay=` an address is ready to play; `&` between the parameters, not its entity (D9). */
export function withAutoplay(address: string): string {
	if (address.includes("autoplay=")) return address;
	const [base = "", query] = address.split("?");
	return query ? `${base}?autoplay=1&${query}` : `${base}?autoplay=1`;
}

export function play(overlay: HTMLElement): void {
	const box =
		overlay.closest(".et_pb_video_wrap, .et_pb_video, .et_pb_post") ??
		overlay.parentElement;
	const frame = box?.querySelector("iframe");
	if (frame) {
		const src = frame.getAttribute("src") ?? "";
		if (src.includes("autoplay=")) return;
		frame.src = withAutoplay(src);
	} else {
		// When autoplay is refused, the player keeps its controls.
		box
			?.querySelector("video")
			?.play()
			?.catch(() => {});
	}
	fadeTo(overlay, 0, 500, () => {
		overlay.style.display = "none";
	});
}

declare global {
	interface Window {
		mejsL10n?: { readonly strings?: Readonly<Record<string, string>> };
	}
}
