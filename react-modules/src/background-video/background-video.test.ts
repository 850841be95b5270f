import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount, startIn } from ".";

const PAGE = `<div class="et_pb_section et_pb_section_2 et_pb_section_video et_pb_preload et_pb_with_background et_section_regular">
	<span class="et_pb_section_video_bg et_pb_allow_player_pause"><video loop autoplay playsinline muted width="320" height="180">
	<source type="video/mp4" src="/cueva.mp4"></video></span><div class="et_pb_row"></div></div>`;

const get = <Kind extends Element = HTMLElement>(selector: string) =>
	document.querySelector(selector) as Kind;
const size = (width: number, height: number) => {
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
	vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(height);
};
let played = 0;
let paused = 0;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	document.body.innerHTML = PAGE;
	played = 0;
	paused = 0;
	vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async () => {
		played += 1;
	});
	vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {
		paused += 1;
	});
});

afterEach(() => {
	vi.runOnlyPendingTimers();
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

test.each([
	["wide", 1440, 500, 1440, 810],
	["high", 400, 900, 1600, 900],
])(
	"a %s section is covered, in the video's proportions",
	(_, w, h, wide, high) => {
		size(w, h);
		mount(get(".et_pb_section_video_bg"));
		const player = get(".mejs-container");
		expect(player.className).toBe(
			"mejs-container mejs-container-keyboard-inactive mejs-video",
		);
		expect(get(".et_pb_section_video_bg").dataset.ratio).toBe(
			String(320 / 180),
		);
		expect(player.style.width).toBe(`${wide}px`);
		expect(player.style.height).toBe(`${high}px`);
		expect(player.style.marginLeft).toBe(`-${wide / 2}px`);
	},
);

test("what was held back shows once it can play, and it plays when it is seen", () => {
	size(1440, 500);
	mount(get(".et_pb_section_video_bg"));
	expect(get(".et_pb_preload")).not.toBeNull();
	get("video").dispatchEvent(new Event("canplay"));
	expect(get(".et_pb_preload")).toBeNull();
	vi.advanceTimersByTime(50);
	expect(played).toBe(1);
});

test("under the pointer only, where the owner wants it so", () => {
	get(".et_pb_section").classList.add("et_pb_section_video_on_hover");
	get(".et_pb_section_video_bg").classList.add("et_pb_section_video_bg_hover");
	startIn(document.body);
	vi.advanceTimersByTime(50);
	expect(played).toBe(0);
	get(".et_pb_section").dispatchEvent(new MouseEvent("mouseenter"));
	expect(played).toBe(1);
	get(".et_pb_section").dispatchEvent(new MouseEvent("mouseleave"));
	expect(paused).toBe(1);
});

test("who wants less motion sees an image; a mobile browser nothing of an opened one", () => {
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	mount(get(".et_pb_section_video_bg"));
	expect(paused).toBe(1);
	vi.advanceTimersByTime(50);
	expect(played).toBe(0);
	document.body.innerHTML = PAGE;
	get(".et_pb_section_video_bg").classList.add("opened");
	vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Android");
	mount(get(".et_pb_section_video_bg"));
	expect(get(".et_pb_section_video_bg")).toBeNull();
});
