import { onWaypoint } from "../divi/waypoint";
import { hasReducedMotion } from "../runtime/tween";

/** Videos behind sections (contract "divi-client", section 6.15): they cover the section and play while it is seen. */

const MOBILE = /android|webos|iphone|ipad|ipod|blackberry|iemobile|opera mini/i;

export function mount(element: Element): void {
	const box = element as HTMLElement;
	const video = box.querySelector("video");
	if (!video || video.closest(".mejs-container")) return;
	if (MOBILE.test(navigator.userAgent) && box.matches(".opened")) {
		box.remove();
		return;
	}
	const player = wrap(video);
	const measure = () => cover(box, video, player);
	const ready = () => {
		box.classList.remove("et_pb_preload");
		measure();
	};
	if (video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) ready();
	video.addEventListener("canplay", ready);
	video.addEventListener("loadedmetadata", measure);
	window.addEventListener("resize", measure);
	measure();
	// Who wants less motion sees the first picture.
	if (hasReducedMotion()) {
		video.autoplay = false;
		video.pause();
		return;
	}
	if (box.matches(".et_pb_section_video_bg_hover")) playOnHover(box, video);
	else playInView(box, video);
}

/** The elements that style sheets know from WordPress's player; the keyboard stops what moves behind the words. */
function wrap(video: HTMLVideoElement): HTMLElement {
	const player = document.createElement("div");
	const label =
		window.mejsL10n?.strings?.["mejs.video-player"] ?? "Video Player";
	player.id = `mep_${document.querySelectorAll(".mejs-container").length}`;
	player.className =
		"mejs-container mejs-container-keyboard-inactive mejs-video";
	player.tabIndex = 0;
	player.setAttribute("role", "application");
	player.setAttribute("aria-label", label);
	player.addEventListener("keydown", (event) => {
		if (event.key !== " " && event.key !== "Enter") return;
		event.preventDefault();
		if (video.paused) start(video);
		else video.pause();
	});
	const inner = document.createElement("div");
	inner.className = "mejs-inner";
	player.append(inner);
	const name = document.createElement("span");
	name.className = "mejs-offscreen";
	name.textContent = label;
	video.before(name, player);
	inner.append(video);
	return player;
}

/** Fills the box, in the video's proportions, centred. */
function cover(
	box: HTMLElement,
	video: HTMLVideoElement,
	{ style }: HTMLElement,
): void {
	const width = Number(video.getAttribute("width")) || video.videoWidth;
	const height = Number(video.getAttribute("height")) || video.videoHeight;
	const known = Number.parseFloat(box.dataset.ratio ?? "");
	const ratio = known || width / height;
	if (!Number.isFinite(ratio) || ratio <= 0) return;
	box.dataset.ratio = String(ratio);
	// A slide that is not shown is as large as its slider.
	let around = box.parentElement;
	while (around?.clientWidth === 0) around = around.parentElement;
	if (!around) return;
	const { clientWidth, clientHeight } = around;
	const isNarrow = clientWidth / clientHeight < ratio;
	const covered = isNarrow ? clientHeight * ratio : clientWidth;
	style.width = `${covered}px`;
	style.height = `${covered / ratio}px`;
	style.marginLeft = `${-covered / 2}px`;
	style.marginTop = "0px";
	style.marginBottom = "0px";
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

declare global {
	interface Window {
		mejsL10n?: { readonly strings?: Readonly<Record<string, string>> };
	}
}
