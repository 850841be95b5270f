import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { watchSections } from "./watch-sections";

beforeEach(() => {
	vi.useFakeTimers();
	document.body.className = "et_divi_theme";
});

afterEach(() => {
	vi.runOnlyPendingTimers();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("what was held back until the page had settled shows after half a second", () => {
	document.body.innerHTML =
		'<div class="et_pb_module et_pb_slider et_pb_preload"></div>';
	const element = document.querySelector(".et_pb_slider") as Element;
	mount(element);
	vi.advanceTimersByTime(499);
	expect(element.className).toContain("et_pb_preload");
	vi.advanceTimersByTime(1);
	expect(element.className).toBe("et_pb_module et_pb_slider");
});

test.each([
	["seen", "no", 0],
	["never waited for", "yes", 5000],
])("an older entrance that is %s plays", (_, ignore, top) => {
	window.et_pb_custom = { ignore_waypoints: ignore };
	document.body.innerHTML = '<div class="et-waypoint et_pb_counters"></div>';
	const element = document.querySelector(".et-waypoint") as Element;
	vi.spyOn(element, "getBoundingClientRect").mockReturnValue({
		top,
		height: 10,
	} as DOMRect);
	mount(element);
	expect(element.className).not.toContain("et-animated");
	vi.advanceTimersByTime(150);
	expect(element.className).toContain("et-animated");
});

test("an advert in the footer is as wide as its widget", () => {
	document.body.innerHTML = `<footer id="main-footer"><div class="widget_adsensewidget"><ins></ins></div></footer>
<ins id="other"></ins>`;
	vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(240);
	mount(document.body);
	expect(document.querySelector("ins")?.style.width).toBe("240px");
	expect(document.getElementById("other")?.style.width).toBe("");
});

test("one far below waits", () => {
	window.et_pb_custom = { ignore_waypoints: "no" };
	document.body.innerHTML = '<div class="et-waypoint et_pb_counters"></div>';
	const element = document.querySelector(".et-waypoint") as Element;
	vi.spyOn(element, "getBoundingClientRect").mockReturnValue({
		top: 5000,
		height: 10,
	} as DOMRect);
	mount(element);
	vi.advanceTimersByTime(500);
	expect(element.className).not.toContain("et-animated");
});

test("the body's part tells of the load and can look at all points again", () => {
	document.body.innerHTML =
		'<div class="woocommerce-product-gallery images" data-columns="4"></div>';
	mount(document.body);
	expect(document.querySelector("[data-columns]")).toBeNull();
	expect(document.querySelector("[data-cols='4']")).not.toBeNull();
	expect(window.et_load_event_fired).toBe(true);
	expect(window.et_reinit_waypoint_modules).toBeTypeOf("function");
	window.et_reinit_waypoint_modules?.();
});

test("a section that comes into view lets modules measure themselves again", async () => {
	document.body.innerHTML =
		'<div id="popup" style="display:none"><div class="et_pb_section"></div></div>';
	const popup = document.querySelector("#popup") as HTMLElement;
	vi.spyOn(Element.prototype, "getClientRects").mockImplementation(
		() =>
			(popup.style.display === "none" ? [] : [{}]) as unknown as DOMRectList,
	);
	watchSections();
	const resized = vi.fn();
	window.addEventListener("resize", resized);
	popup.className = "other";
	await vi.advanceTimersByTimeAsync(250);
	expect(resized).not.toHaveBeenCalled();
	popup.style.display = "block";
	await vi.advanceTimersByTimeAsync(250);
	expect(resized).toHaveBeenCalledOnce();
	window.removeEventListener("resize", resized);
});
