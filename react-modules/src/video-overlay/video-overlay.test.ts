import { expect, test, vi } from "vitest";
import { mount, withAutoplay } from ".";

test.each([
	["https://v.example/e/1", "https://v.example/e/1?autoplay=1"],
	["https://v.example/e/1?rel=0", "https://v.example/e/1?autoplay=1&rel=0"],
	["https://v.example/e/1?autoplay=0", "https://v.example/e/1?autoplay=0"],
])("%s plays as %s", (address, playing) => {
	expect(withAutoplay(address)).toBe(playing);
});

test("a click plays the video and takes the image away", () => {
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	document.body.innerHTML = `<div class="et_pb_module et_pb_video"><div class="et_pb_video_box"><video></video></div>
		<div class="et_pb_video_overlay" style="opacity: 1"><div class="et_pb_video_overlay_hover"><a href="#" class="et_pb_video_play"></a></div></div></div>`;
	const video = document.querySelector("video") as HTMLVideoElement;
	video.play = vi.fn(() => Promise.resolve());
	const overlay = document.querySelector(".et_pb_video_overlay") as HTMLElement;
	mount(overlay);
	document.querySelector<HTMLElement>(".et_pb_video_play")?.click();
	expect(video.play).toHaveBeenCalledOnce();
	expect(overlay.getAttribute("style")).toBe("opacity: 0; display: none;");
});
