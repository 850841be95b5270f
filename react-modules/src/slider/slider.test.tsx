import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { following } from "../divi/carousel";
import { mount } from ".";
import { withoutAutoplay } from "./media";
import { readControls, readSlider } from "./read";
import { targetOf } from "./state";
import { columnsOf } from "./thumbnails";

const slide = (n: number, layout: string) =>
	`<div class="et_pb_slide et_pb_slide_${n} et_pb_bg_layout_${layout}${n ? "" : " et-pb-active-slide"}" data-slide-id="et_pb_slide_${n}">

<div class="et_pb_container clearfix">
<div class="et_pb_slider_container_inner">
<div class="et_pb_slide_description">
<h2 class="et_pb_slide_title"><a href="/casas/">Uno</a></h2>
</div>
</div>
</div>

</div>`;

/** As the theme prints it (page modulos/deslizante). */
const show = (classes = "") => {
	document.body.innerHTML = `<div class="et_pb_module et_pb_slider et_pb_slider_0 ${classes}">
<div class="et_pb_slides">
${slide(0, "dark")}

${slide(1, "light")}

${slide(2, "dark")}

</div>

</div>`;
	const root = document.querySelector(".et_pb_slider") as HTMLElement;
	mount(root);
	const all = (selector: string) => [
		...root.querySelectorAll<HTMLElement>(selector),
	];
	return {
		root,
		slides: all(".et_pb_slide"),
		dots: all(".et-pb-controllers a"),
		next: all(".et-pb-arrow-next")[0],
		previous: all(".et-pb-arrow-prev")[0],
		shown: () =>
			all(".et_pb_slide").findIndex((slide) =>
				slide.classList.contains("et-pb-active-slide"),
			),
	};
};

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	window.et_pb_custom = { previous: "Anterior", next: "Siguiente" };
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test("arrows and dots are drawn after the slides", () => {
	const { root, dots } = show();
	expect([...root.children].map(({ className }) => className)).toEqual([
		"et_pb_slides",
		"et-pb-slider-arrows",
		"et-pb-controllers",
	]);
	expect(root.querySelector(".et-pb-slider-arrows")?.textContent).toBe(
		"AnteriorSiguiente",
	);
	expect(dots.map(({ className }) => className)).toEqual([
		"et-pb-active-control",
		"",
		"",
	]);
	expect(root.dataset.activeSlide).toBe("et_pb_slide_0");
	expect(root.classList.contains("et_pb_bg_layout_dark")).toBe(true);
});

test("an arrow fades to the next slide; another click is ignored meanwhile", () => {
	const { root, slides, dots, next, shown } = show();
	next?.click();
	vi.advanceTimersByTime(100);
	next?.click();
	expect(shown()).toBe(1);
	expect(slides[0]?.className).toContain(
		"et-pb-moved-slide et_slide_transition",
	);
	expect(slides[0]?.style.display).toBe("list-item");
	expect(dots[1]?.className).toBe("et-pb-active-control");
	expect(root.classList.contains("et_pb_bg_layout_dark")).toBe(true);
	vi.advanceTimersByTime(900);
	expect(slides[0]?.style.cssText).toBe(
		"z-index: 2; display: none; opacity: 0;",
	);
	expect(root.classList.contains("et_pb_bg_layout_light")).toBe(true);
	expect(root.classList.contains("et_slide_transition_to_next")).toBe(true);
});

test("before the first comes the last, and a dot leads back", () => {
	const { root, dots, previous, shown } = show();
	previous?.click();
	vi.advanceTimersByTime(1000);
	expect(shown()).toBe(2);
	dots[0]?.click();
	vi.advanceTimersByTime(1000);
	expect(shown()).toBe(0);
	expect(root.classList.contains("et_slide_transition_to_0")).toBe(true);
	expect(root.classList.contains("et_slide_transition_to_previous")).toBe(
		false,
	);
});

test("a slider moves by itself, and stands still under the pointer", () => {
	const { root, shown } = show("et_slider_auto et_slider_speed_1000");
	vi.advanceTimersByTime(1050);
	expect(shown()).toBe(1);
	root.dispatchEvent(new MouseEvent("mouseenter"));
	vi.advanceTimersByTime(5000);
	expect(shown()).toBe(1);
	expect(root.classList.contains("et_slider_hovered")).toBe(true);
	root.dispatchEvent(new MouseEvent("mouseleave"));
	vi.advanceTimersByTime(1050);
	expect(shown()).toBe(2);
});

test("a held slider goes on when it is let go", () => {
	const { root, shown } = show(
		"et_slider_auto et_slider_speed_1000 et_pb_pause_slider",
	);
	vi.advanceTimersByTime(6000);
	expect(shown()).toBe(0);
	root.classList.remove("et_pb_pause_slider");
	vi.advanceTimersByTime(3050);
	expect(shown()).toBe(1);
});

test("with less motion wanted nothing moves by itself", () => {
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	const { shown, next } = show("et_slider_auto et_slider_speed_1000");
	vi.advanceTimersByTime(5000);
	expect(shown()).toBe(0);
	next?.click();
	expect(shown()).toBe(1);
});

describe("what the markup says", () => {
	const read = (classes: string, slides = 2) => {
		document.body.innerHTML = `<div class="et_pb_slider ${classes}">${slide(0, "dark").repeat(slides)}</div>`;
		return readSlider(document.body.firstElementChild as HTMLElement);
	};
	const controls = (classes: string, slides = 2) =>
		readControls(read(classes, slides));
	test("no arrows and dots", () => {
		expect(controls("et_pb_slider_no_arrows").hasArrows).toBe(false);
		expect(controls("et_pb_slider_no_pagination").hasDots).toBe(false);
		expect(controls("", 1)).toMatchObject({ hasArrows: false, hasDots: false });
	});
	test("the speed, or the theme's own", () => {
		expect(read("et_slider_auto").interval).toBe(7000);
		expect(read("et_slider_auto et_slider_speed_3000").interval).toBe(3000);
		expect(read("et_slider_speed_3000").interval).toBeUndefined();
	});
	test("slides of a slider inside a slide are its own", () => {
		document.body.innerHTML = `<div class="et_pb_slider"><div class="et_pb_slide"><div class="et_pb_slider"><div class="et_pb_slide"></div></div></div></div>`;
		const [outer, inner] = document.querySelectorAll<HTMLElement>(
			".et_pb_slider",
		) as unknown as HTMLElement[];
		expect(readSlider(outer as HTMLElement).slides).toHaveLength(1);
		expect(readSlider(inner as HTMLElement).slides).toHaveLength(1);
	});
});

test.each([
	["next", 2, 0],
	["previous", 0, 2],
	[1, 0, 1],
	[9, 0, 2],
] as const)("%s from %i leads to %i", (wanted, from, to) => {
	expect(targetOf(wanted, from, 3)).toBe(to);
});

test.each([
	["https://x/?autoplay=1", "https://x/"],
	["https://x/?a=b&autoplay=1", "https://x/?a=b"],
	["https://x/?autoplay=1&a=b", "https://x/?a=b"],
	["https://x/?a=b", "https://x/?a=b"],
])("%s plays no more by itself", (before, after) => {
	expect(withoutAutoplay(before)).toBe(after);
});

test("a carousel's windows are cyclic", () => {
	expect(following([0, 1, 2, 3], "next", 4, 7)).toEqual([4, 5, 6, 0]);
	expect(following([4, 5, 6, 0], "next", 4, 7)).toEqual([1, 2, 3, 4]);
	expect(following([1, 2, 3, 4], "prev", 4, 7)).toEqual([4, 5, 6, 0]);
});

test.each([
	["4_4", 1200, 4],
	["4_4", 700, 3],
	["3_5", 700, 4],
	["1_6", 1200, 2],
	["1_2", 1200, 3],
])("a column of %s at %i has %i thumbnails", (size, width, columns) => {
	document.body.innerHTML = `<div class="et_pb_column et_pb_column_${size}"><i></i></div>`;
	expect(columnsOf(document.querySelector("i") as Element, width)).toBe(
		columns,
	);
});

test("a video slider has thumbnails below, which choose and slide", async () => {
	const videos = Array.from(
		{ length: 6 },
		(_, n) =>
			`<div class="et_pb_slide et_pb_bg_layout_dark" data-image="/${n}.jpg"></div>`,
	).join("");
	document.body.innerHTML = `<div class="et_pb_column et_pb_column_1_2"><div class="et_pb_video_slider"><div class="et_pb_slider et_pb_slider_carousel et_pb_slider_no_pagination"><div class="et_pb_slides">${videos}</div></div></div></div>`;
	mount(document.querySelector(".et_pb_slider") as HTMLElement);
	await vi.dynamicImportSettled();
	const box = document.querySelector(".et_pb_carousel") as HTMLElement;
	const ids = (selector: string) =>
		[
			...box.querySelectorAll<HTMLElement>(`${selector} .et_pb_carousel_item`),
		].map(({ dataset }) => Number(dataset.slideId));
	expect(ids(".et-carousel-group.active")).toEqual([0, 1, 2]);
	box.querySelector<HTMLElement>(".et-pb-arrow-next")?.click();
	vi.advanceTimersByTime(300);
	expect(document.body.classList.contains("et-pb-is-sliding-carousel")).toBe(
		true,
	);
	expect(ids(".et-carousel-group.next")).toEqual([3, 4, 5]);
	vi.advanceTimersByTime(1100);
	expect(ids(".et-carousel-group")).toEqual([3, 4, 5]);
	expect(document.body.classList.contains("et-pb-is-sliding-carousel")).toBe(
		false,
	);
	box
		.querySelector<HTMLElement>('[data-slide-id="4"] .et_pb_video_play')
		?.click();
	vi.advanceTimersByTime(1000);
	expect(
		box
			.querySelector('[data-slide-id="4"]')
			?.classList.contains("et-pb-active-control"),
	).toBe(true);
	const { classList } = document.querySelector(".et_pb_slider") as Element;
	classList.remove("et_pb_slider_carousel", "et_pb_slider_no_pagination");
	await Promise.resolve();
	expect(document.querySelector(".et_pb_carousel")).toBeNull();
	const dots = () => [
		...document.querySelectorAll(".et_pb_video_slider > .et-pb-controllers a"),
	];
	expect(dots().map(({ className }) => className)).toEqual([
		"et-pb-active-control",
		...Array(5).fill(""),
	]);
	expect(
		document.querySelectorAll(".et-pb-active-slide[data-image='/0.jpg']"),
	).toHaveLength(1);
	classList.add("et_pb_slider_carousel", "et_pb_slider_no_pagination");
	await Promise.resolve();
	await vi.dynamicImportSettled();
	expect(dots()).toEqual([]);
	expect(document.querySelectorAll(".et_pb_carousel")).toHaveLength(1);
});
