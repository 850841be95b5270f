import { onWaypoint } from "../divi/waypoint";
import { hasReducedMotion } from "../runtime/tween";

/** Videos behind sections (contract "divi-client", section 6.15): they cover the section and play while it is seen. */

const MOBILE = /android|webos|iphone|ipad|ipod|blackberry|iemobile|opera mini/i;

export function mount(element: Element): void {
	const box = element as HTMLElement;
	const video = box.querySelector("video");
	if (!video) return;
	if (MOBILE.test(navigator.userAgent) && box.matches(".opened")) {
		box.remove();
		return;
	}
	const ready = () => {
		box.classList.remove("et_pb_preload");
		cover(box, video);
	};
	if (video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) ready();
	video.addEventListener("canplay", ready);
	video.addEventListener("loadedmetadata", () => cover(box, video));
	window.addEventListener("resize", () => cover(box, video));
	cover(box, video);
	// Who wants less motion sees the first picture.
	if (hasReducedMotion()) {
		video.autoplay = false;
		video.pause();
		return;
	}
	if (box.matches(".et_pb_section_video_bg_hover")) playOnHover(box, video);
	else playInView(box, video);
}

/** Fills the box, in the video's proportions, centred. */
function cover(box: HTMLElement, video: HTMLVideoElement): void {
	const width = Number(video.getAttribute("width")) || video.videoWidth;
	const height = Number(video.getAttribute("height")) || video.videoHeight;
	const known = Number.parseFloat(box.dataset.ratio ?? "");
	const ratio = known || width / height;
	if (!Number.isFinite(ratio) || ratio <= 0) return;
	box.dataset.ratio = String(ratio);
	const parent = box.parentElement;
	if (!parent) return;
	const { clientWidth, clientHeight } = parent;
	const isNarrow = clientWidth / clientHeight < ratio;
	const covered = isNarrow ? clientHeight * ratio : clientWidth;
	video.style.width = `${covered}px`;
	video.style.height = `${covered / ratio}px`;
	video.style.marginLeft = `${-covered / 2}px`;
}

const start = (video: HTMLVideoElement) => {
	video.play()?.catch(() => {});
};

function playInView(box: HTMLElement, video: HTMLVideoElement): void {
	if (box.closest(".et_pb_video_play_outside_viewport")) {
		start(video);
		return;
	}
	onWaypoint(box, "100%", (direction) => {
		if (direction === "down") start(video);
		else video.pause();
	});
	const gone = () => -Math.max(video.offsetHeight, innerHeight / 2);
	onWaypoint(box, gone, (direction) => {
		if (direction === "down") video.pause();
		else start(video);
	});
}

function playOnHover(box: HTMLElement, video: HTMLVideoElement): void {
	const section = box.closest(".et_pb_section_video_on_hover");
	section?.addEventListener("mouseenter", () => start(video));
	section?.addEventListener("mouseleave", () => video.pause());
}
