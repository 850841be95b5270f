/** Videos in slides. */

const BACKGROUND = ".et_pb_section_video_bg video";

/** Pauses background videos while another slide is shown. */
export function playBackground(slide: HTMLElement): void {
	for (const video of slide.querySelectorAll<HTMLVideoElement>(BACKGROUND)) {
		video.play()?.catch(() => {});
	}
}

export function pauseBackground(slide: HTMLElement): void {
	for (const video of slide.querySelectorAll<HTMLVideoElement>(BACKGROUND)) {
		video.pause();
	}
}

/** An address without its autoplay parameter. */
export const withoutAutoplay = (src: string) =>
	src
		.replace(/([?&])autoplay=1(&|$)/, (_, before, after) =>
			after ? before : "",
		)
		.replace(/&amp;$/, "");

/** Stops the videos of a slide that went: embedded ones by loading them anew, and their image lies over them again. */
export function stopVideos(slide: HTMLElement): void {
	for (const frame of slide.querySelectorAll("iframe")) {
		const src = frame.getAttribute("src");
		if (src) frame.setAttribute("src", withoutAutoplay(src));
		if (!frame.closest(".et_pb_video_box")) continue;
		const overlay = slide.querySelector<HTMLElement>(".et_pb_video_overlay");
		if (!overlay) continue;
		overlay.style.display = "block";
		overlay.style.opacity = "1";
	}
	for (const video of slide.querySelectorAll("video")) {
		if (!video.matches(BACKGROUND)) video.pause();
	}
}
