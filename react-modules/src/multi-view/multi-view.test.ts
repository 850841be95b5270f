import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { valuesOf } from "./read";

let width = 1200;

beforeEach(() => {
	width = 1200;
	vi.spyOn(document.documentElement, "clientWidth", "get").mockImplementation(
		() => width,
	);
});
afterEach(() => {
	vi.restoreAllMocks();
	document.body.replaceChildren();
});

const HTML = {
	desktop: "Reserva &amp; m&aacute;s",
	tablet: "Reservar",
	hover: "¡Ya!",
};

function page(description: object, html = HTML.desktop): HTMLElement {
	document.body.innerHTML = `<div class="et_pb_module"><h2>${html}</h2><p></p></div>`;
	const element = document.querySelector("h2") as HTMLElement;
	element.dataset.etMultiView = JSON.stringify(description);
	mount(element);
	return element;
}

const module = () => document.querySelector(".et_pb_module") as HTMLElement;

test("what is right already is not touched", () => {
	const element = page({ slug: "et_pb_cta", schema: { content: HTML } });
	expect(element.className).toBe("");
	expect(module().className).toBe("et_pb_module et_multi_view__hover_selector");
});

// jsdom is a touch device.
test("a tap swaps the content, and back", () => {
	const element = page({ slug: "et_pb_cta", schema: { content: HTML } });
	element.click();
	expect(element.textContent).toBe("¡Ya!");
	expect(element.className).toBe("et_multi_view_swapped");
	expect(module().classList.contains("et_multi_view__hovered")).toBe(true);
	element.click();
	expect(element.textContent).toBe("Reserva & más");
	expect(module().classList.contains("et_multi_view__hovered")).toBe(false);
});

test("the device decides: a phone takes the tablet's, then the desktop's", () => {
	const element = page({
		slug: "et_pb_cta",
		schema: {
			content: HTML,
			visibility: { desktop: true, phone: false },
			classes: {
				desktop: { remove: ["small"] },
				phone: { add: ["small"] },
			},
			styles: { desktop: { color: "red" }, phone: { color: "blue" } },
			attrs: { desktop: { title: "a", class: "no" }, tablet: { title: "b" } },
		},
	});
	width = 700;
	window.dispatchEvent(new Event("orientationchange"));
	expect(element.textContent).toBe("Reservar");
	expect(element.classList.contains("et_multi_view_hidden")).toBe(true);
	expect(element.classList.contains("small")).toBe(true);
	expect(element.classList.contains("no")).toBe(false);
	expect([element.title, element.style.color]).toEqual(["b", "blue"]);
	width = 1200;
	window.dispatchEvent(new Event("orientationchange"));
	expect(element.className).toBe("et_multi_view_swapped");
	expect([element.title, element.style.color]).toEqual(["a", "red"]);
});

test("an image takes its list of sizes along", () => {
	document.body.innerHTML =
		'<div class="et_pb_module"><img src="a.jpg" srcset="a.jpg 1200w" alt=""></div>';
	const image = document.querySelector("img") as HTMLImageElement;
	image.dataset.etMultiView = JSON.stringify({
		slug: "et_pb_blurb",
		schema: {
			attrs: { desktop: { src: "a.jpg" }, tablet: { src: "b.jpg" } },
		},
	});
	mount(image);
	width = 800;
	window.dispatchEvent(new Event("orientationchange"));
	expect(image.getAttribute("src")).toBe("b.jpg");
	expect(image.hasAttribute("srcset")).toBe(false);
	expect(image.classList.contains("et_multi_view_image__loading")).toBe(true);
	image.dispatchEvent(new Event("load"));
	expect(image.classList.contains("et_multi_view_image__loaded")).toBe(true);
	width = 1200;
	window.dispatchEvent(new Event("orientationchange"));
	expect(image.getAttribute("srcset")).toBe("a.jpg 1200w");
});

test("a video that stands in a player stays when the other content is the same video", () => {
	const video = '<iframe src="https://x.example/1"></iframe>';
	document.body.innerHTML = `<div class="et_pb_module"><div class="et_pb_slide_video"><div class="fluid-width-video-wrapper">${video}</div></div></div>`;
	const box = document.querySelector(".et_pb_slide_video") as HTMLElement;
	const frame = box.querySelector("iframe");
	box.dataset.etMultiView = JSON.stringify({
		slug: "et_pb_slide",
		schema: { content: { desktop: video, phone: video.replace("1", "2") } },
	});
	mount(box);
	expect(box.querySelector("iframe")).toBe(frame);
	expect(box.className).toBe("et_pb_slide_video");
	width = 400;
	window.dispatchEvent(new Event("orientationchange"));
	expect(box.innerHTML).toBe(video.replace("1", "2"));
});

test.each([
	["{", ""],
	['{"schema":{}}', ""],
	['{"slug":"a"}', ""],
	["null", ""],
])("%s is ignored", (text, classes) => {
	document.body.innerHTML = '<div class="et_pb_module"><h2></h2></div>';
	const element = document.querySelector("h2") as HTMLElement;
	element.dataset.etMultiView = text;
	mount(element);
	expect(element.className).toBe(classes);
	expect(module().className).toBe("et_pb_module");
});

test("the pointer changes nothing that has no value without it", () => {
	const schema = { content: { hover: "x" }, visibility: { desktop: true } };
	expect(valuesOf(schema, "desktop", true)).toEqual({ visibility: true });
});

test("what jQuery has read of an attribute changes with it", () => {
	const data = vi.fn();
	const jQuery = Object.assign(() => ({ data }), { fn: {}, event: {} });
	vi.stubGlobal("jQuery", jQuery);
	document.body.innerHTML =
		'<div class="et_pb_module"><p data-width="10%"></p></div>';
	const element = document.querySelector("p") as HTMLElement;
	element.dataset.etMultiView = JSON.stringify({
		slug: "et_pb_counter",
		schema: { attrs: { desktop: { "data-width": "20%" } } },
	});
	mount(element);
	expect(element.dataset.width).toBe("20%");
	expect(data.mock.calls).toEqual([["width", "20%"]]);
	vi.unstubAllGlobals();
});
