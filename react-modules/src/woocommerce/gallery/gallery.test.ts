import { beforeEach, expect, test, vi } from "vitest";
import { emit } from "../../runtime/events";
import { count, hearEvents, one, shopPage, story } from "../../testing/shop";
import { mount } from ".";

shopPage();

const open = vi.hoisted(() => vi.fn());
vi.mock("../../lightbox/dialog", () => ({ open }));

const picture = (n: number) =>
	`<div data-thumb="/${n}-100.jpg" data-thumb-alt="Vista ${n}" class="woocommerce-product-gallery__image"><a href="/${n}.jpg"><img src="/${n}-600.jpg" alt="Foto ${n}" data-caption="Pie ${n}" data-large_image="/${n}.jpg" data-large_image_width="1200" data-large_image_height="800"></a></div>`;

hearEvents("wc-product-gallery-before-init", "wc-product-gallery-after-init");

const show = (number: number) => {
	document.body.innerHTML = `<div class="woocommerce-product-gallery images" style="opacity: 0; transition: opacity .25s ease-in-out;"><div class="woocommerce-product-gallery__wrapper">${Array.from({ length: number }, (_, n) => picture(n)).join("")}</div></div>`;
	mount(one(".woocommerce-product-gallery"));
};
const thumbnails = () => [
	...document.querySelectorAll<HTMLElement>(".flex-control-thumbs img"),
];
const active = () =>
	[...document.querySelectorAll(".woocommerce-product-gallery__image")].map(
		({ classList }) => classList.contains("flex-active-slide"),
	);

beforeEach(() => {
	open.mockClear();
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	Object.assign(window, {
		wc_single_product_params: {
			flexslider_enabled: "1",
			zoom_enabled: "1",
			photoswipe_enabled: "1",
			i18n_product_gallery_trigger_text: "Ver galería",
			flexslider: {
				rtl: false,
				controlNav: "thumbnails",
				smoothHeight: true,
				animationSpeed: 500,
			},
		},
	});
});

test("several pictures have thumbnails that show them", () => {
	show(3);
	expect(one(".woocommerce-product-gallery").style.opacity).toBe("1");
	expect(one(".flex-viewport > div").className).toBe(
		"woocommerce-product-gallery__wrapper",
	);
	expect(thumbnails().map((image) => image.getAttribute("src"))).toEqual([
		"/0-100.jpg",
		"/1-100.jpg",
		"/2-100.jpg",
	]);
	expect(active()).toEqual([true, false, false]);
	thumbnails()[2]?.click();
	expect(active()).toEqual([false, false, true]);
	expect(thumbnails()[2]?.className).toBe("flex-active");
	thumbnails()[1]?.dispatchEvent(
		new KeyboardEvent("keydown", { key: "Enter", bubbles: true }),
	);
	expect(active()).toEqual([false, true, false]);
	emit(
		one(".woocommerce-product-gallery"),
		"woocommerce_gallery_reset_slide_position",
	);
	expect(active()).toEqual([true, false, false]);
	expect(story()).toEqual([
		"wc-product-gallery-before-init",
		"wc-product-gallery-after-init",
	]);
});

test("one picture has none; without a picture the place is shown", () => {
	show(1);
	expect(count(".flex-viewport")).toBe(0);
	show(0);
	expect(one(".woocommerce-product-gallery").style.opacity).toBe("1");
	expect(count(".woocommerce-product-gallery__trigger")).toBe(0);
});

test("pictures open over the page, by their links and by the button", async () => {
	show(3);
	thumbnails()[1]?.click();
	const trigger = one(".woocommerce-product-gallery__trigger");
	expect(trigger.getAttribute("aria-label")).toBe("Ver galería");
	trigger.click();
	await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1));
	expect(open.mock.calls[0]?.[1]).toBe(1);
	expect(open.mock.calls[0]?.[0]).toHaveLength(3);
	expect(open.mock.calls[0]?.[0][0]).toMatchObject({
		src: "/0.jpg",
		title: "Pie 0",
		alt: "Foto 0",
	});
	one('a[href="/2.jpg"] img').click();
	await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(2));
	expect(open.mock.calls[1]?.[1]).toBe(2);
});

test("a larger copy comes under the pointer, and anew for another picture", () => {
	show(1);
	const slide = one(".woocommerce-product-gallery__image");
	slide.dispatchEvent(new Event("pointerenter"));
	const copy = one<HTMLImageElement>(".zoomImg");
	expect(copy.getAttribute("src")).toBe("/0.jpg");
	expect([copy.style.opacity, copy.style.width]).toEqual(["1", "1200px"]);
	slide.dispatchEvent(new Event("pointerleave"));
	expect(copy.style.opacity).toBe("0");
	one("img").dataset.large_image = "/otra.jpg";
	emit(one(".woocommerce-product-gallery"), "woocommerce_gallery_init_zoom");
	expect(count(".zoomImg")).toBe(0);
	slide.dispatchEvent(new Event("pointerenter"));
	expect(one(".zoomImg").getAttribute("src")).toBe("/otra.jpg");
});
