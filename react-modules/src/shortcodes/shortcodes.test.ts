import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const get = (selector: string) =>
	document.querySelector(selector) as HTMLElement;
const slides = [1, 2, 3]
	.map((n) => `<div class="et_slidecontent">${n}</div>`)
	.join("");
const shown = () =>
	[...document.querySelectorAll<HTMLElement>(".et_slidecontent")]
		.filter(({ style }) => style.display === "block")
		.map(({ textContent }) => textContent)
		.join();

test("a tab shows its content: the old one fades, then the new one comes", () => {
	document.body.innerHTML = `<div class="et-tabs-container et_sliderfx_fade et_sliderauto_false et_slidertype_top_tabs">
<ul class="et-tabs-control"><li><a href="#">a</a></li><li><a href="#">b</a></li></ul><div class="et-tabs-content">${slides}</div></div>`;
	mount(document.body);
	expect(shown()).toBe("1");
	expect(get("li").className).toBe("active");
	get("li:last-child a").click();
	expect(get("li:last-child").className).toBe("active");
	expect(get(".et_shortcode_slide_active").textContent).toBe("2");
	vi.advanceTimersByTime(600);
	expect(shown()).toBe("1");
	vi.advanceTimersByTime(900);
	expect(shown()).toBe("2");
});

test("a slider moves by itself, by its arrows, and not under the pointer", () => {
	window.et_shortcodes_strings = { previous: "Antes", next: "Luego" };
	document.body.innerHTML = `<div class="et-simple-slider et_sliderfx_slide et_sliderauto_true et_sliderauto_speed_2000">${slides}</div>`;
	mount(document.body);
	expect(get(".et-slider-rightarrow").textContent).toBe("Luego");
	vi.advanceTimersByTime(3200);
	expect(shown()).toBe("2");
	get(".et-simple-slider").dispatchEvent(new MouseEvent("mouseenter"));
	vi.advanceTimersByTime(9000);
	expect(shown()).toBe("2");
	get(".et-slider-leftarrow").click();
	vi.advanceTimersByTime(1200);
	expect(shown()).toBe("1");
});

test("a box unfolds under its heading, a hint under the pointer", () => {
	document.body.innerHTML = `<div class="et-learn-more"><h3 class="heading-more">Más</h3><div class="learn-more-content" style="display:none">x</div></div>
<span class="et-tooltip">a<span class="et-tooltip-box" style="display:none">b</span></span>`;
	mount(document.body);
	get(".heading-more").click();
	get(".heading-more").click();
	vi.advanceTimersByTime(400);
	expect(get(".heading-more").className).toBe("heading-more open");
	expect(get(".learn-more-content").style.display).toBe("block");
	get(".et-tooltip").dispatchEvent(new MouseEvent("mouseenter"));
	vi.advanceTimersByTime(400);
	expect(get(".et-tooltip-box").style.opacity).toBe("1");
	get(".et-tooltip").dispatchEvent(new MouseEvent("mouseleave"));
	vi.advanceTimersByTime(150);
	expect(get(".et-tooltip-box").style.opacity).toBe("1");
	vi.advanceTimersByTime(500);
	expect(get(".et-tooltip-box").style.display).toBe("none");
});

test("an advert in the footer is as wide as its widget", () => {
	document.body.innerHTML = `<footer id="main-footer"><div class="widget_adsensewidget"><ins></ins></div></footer>
<ins id="other"></ins>`;
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(240);
	mount(document.body);
	expect(document.querySelector("ins")?.style.width).toBe("240px");
	expect(document.getElementById("other")?.style.width).toBe("");
});
