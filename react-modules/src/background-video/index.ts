import { isMobileAgent } from "../divi/mobile-agent";
import { dressPlayer } from "../divi/player";
import { onWaypoint } from "../divi/waypoint";
import { hasReducedMotion } from "../runtime/tween";

/** Videos behind sections and slides (contract "divi-client", section 6.15): they cover them and play while they are seen. */

const BOX = ".et_pb_section_video_bg";
const started = new WeakSet<Element>();

export function mount(element: Element): void {
	const box = element as HTMLElement;
	const video = box.querySelector("video");
	if (!video || started.has(box)) return;
	started.add(box);
	if (isMobileAgent() && box.matches(".opened")) {
		box.remove();
		return;
	}
	const player = dressPlayer(video);
	const arrange = () => cover(box, video, player);
	const ready = () => {
		box.closest(".et_pb_preload")?.classList.remove("et_pb_preload");
		arrange();
	};
	if (video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) ready();
	video.addEventListener("canplay", ready);
	video.addEventListener("loadedmetadata", arrange);
	window.addEventListener("resize", arrange);
	arrange();
	// Background videos are not paused when another player starts.
	if (window._wpmejsSettings) window._wpmejsSettings.pauseOtherPlayers = false;
	// With `prefers-reduced-motion` the first frame stays.
	if (hasReducedMotion()) {
		video.autoplay = false;
		video.pause();
		return;
	}
	if (box.matches(`${BOX}_hover`)) playOnHover(box, video);
	else playInView(box, video);
}

/** Starts the background videos in an element, or the element itself (the theme's global function). */
export function startIn(element: Element): void {
	for (const box of element.querySelectorAll(BOX)) mount(box);
	const own = element.closest(BOX);
	if (own) mount(own);
}

/** Scales and centres the video so that it covers its container. */
function cover(
	box: HTMLElement,
	video: HTMLVideoElement,
	player: HTMLElement,
): void {
	const width = Number(video.getAttribute("width")) || video.videoWidth;
	const height = Number(video.getAttribute("height")) || video.videoHeight;
	const known = Number.parseFloat(box.dataset.ratio ?? "");
	const ratio = known || width / height;
	if (!Number.isFinite(ratio) || ratio <= 0) return;
	box.dataset.ratio = String(ratio);
	// A slide that is not shown has no size; all of them have that of the slider.
	const room =
		box.closest(".et_pb_slides") ??
		box.closest(".et_pb_section_video") ??
		box.parentElement;
	if (!room?.clientHeight) return;
	const { clientWidth, clientHeight } = room;
	const isNarrow = clientWidth / clientHeight < ratio;
	const covered = isNarrow ? clientHeight * ratio : clientWidth;
	const size = { width: `${covered}px`, height: `${covered / ratio}px` };
	Object.assign(video.style, { maxWidth: "none", ...size });
	const margin = `0 0 0 ${-covered / 2}px`;
	Object.assign(player.style, { ...size, margin });
}

const start = (video: HTMLVideoElement) => {
	video.play()?.catch(() => {});
};

/** Plays the video while it is in the viewport; `et_pb_video_play_outside_viewport` lets it continue outside. */
function playInView(box: HTMLElement, video: HTMLVideoElement): void {
	const stop = () => {
		if (!box.closest(".et_pb_video_play_outside_viewport")) video.pause();
	};
	onWaypoint(box, "100%", (direction) => {
		if (direction === "down") start(video);
		else stop();
	});
	const gone = () => -Math.max(video.offsetHeight, innerHeight / 2);
	onWaypoint(box, gone, (direction) => {
		if (direction === "up") start(video);
		else stop();
	});
}

function playOnHover(box: HTMLElement, video: HTMLVideoElement): void {
	const section = box.closest(".et_pb_section_video_on_hover");
	section?.addEventListener("mouseenter", () => start(video));
	section?.addEventListener("mouseleave", () => video.pause());
}

declare global {
	interface Window {
		_wpmejsSettings?: { pauseOtherPlayers?: boolean };
	}
}
