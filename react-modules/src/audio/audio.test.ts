import { expect, test, vi } from "vitest";
import { mount } from ".";

const PAGE = `<div class="et_pb_module et_pb_audio_module et_pb_audio_0 et_pb_bg_layout_dark clearfix">
	<div class="et_pb_audio_module_content et_audio_container"><h2 class="et_pb_module_header">Noche en la loma</h2>
	<audio class="wp-audio-shortcode" id="audio-2021-1" preload="none"><source type="audio/mpeg" src="/ambiente.mp3?_=1"></audio>
	<audio class="wp-audio-shortcode" id="audio-2021-2" preload="none"></audio></div></div>`;

test("a sound stands in the player that style sheets know, with the browser's controls", () => {
	document.documentElement.lang = "es";
	document.body.innerHTML = PAGE;
	const [first, second] = document.querySelectorAll("audio");
	if (!first || !second) throw new Error("no audio");
	const before = first;
	mount(first);
	mount(second);
	mount(first);
	expect(document.querySelectorAll(".mejs-container")).toHaveLength(2);
	const player = first.closest(".mejs-container") as HTMLElement;
	expect(player.className).toBe(
		"mejs-container mejs-container-keyboard-inactive wp-audio-shortcode mejs-audio",
	);
	expect(player.getAttribute("aria-label")).toBe("Reproductor de audio");
	expect(player.previousElementSibling?.className).toBe("mejs-offscreen");
	expect(player.style.height).toBe("40px");
	// The row that the theme's sheet makes lower.
	expect(
		player.querySelector(".mejs-inner > .mejs-controls > div > audio"),
	).toBe(before);
	expect(player.contains(before)).toBe(true);
	expect(first.controls).toBe(true);
	const pause = vi.spyOn(second, "pause").mockImplementation(() => {});
	first.dispatchEvent(new Event("play"));
	expect(pause).toHaveBeenCalledOnce();
	const play = vi.spyOn(first, "play").mockResolvedValue();
	player.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
	expect(play).toHaveBeenCalledOnce();
});
