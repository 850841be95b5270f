import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from ".";
import { counter } from "./strings";

const show = (count: number) => {
	const links = Array.from(
		{ length: count },
		(_, n) =>
			`<div class="et_pb_gallery_image"><a href="/${n}.jpg" title="Foto ${n}"><img src="/${n}-400.jpg"${n ? ` alt="Alt ${n}"` : ""}></a></div>`,
	).join("");
	document.body.innerHTML = `<div class="et_post_gallery">${links}</div>`;
	const root = document.querySelector(".et_post_gallery") as HTMLElement;
	mount(root);
	return [...root.querySelectorAll<HTMLElement>("a img")];
};
/** Clicks on a link's image and waits until the dialog's chunk has run. */
async function open(image: HTMLElement | undefined): Promise<void> {
	image?.click();
	await vi.dynamicImportSettled();
}
const one = (selector: string) => document.querySelector<HTMLElement>(selector);
const press = (type: string, key: string) =>
	document.dispatchEvent(new KeyboardEvent(type, { key }));

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => {
	press("keyup", "Escape");
	vi.advanceTimersByTime(1000);
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("a click opens the image over the page", async () => {
	await open(show(3)[1]);
	vi.advanceTimersByTime(20);
	expect(document.body.firstElementChild?.className).toBe(
		"mfp-bg mfp-fade mfp-ready",
	);
	expect(one(".mfp-wrap")?.className).toBe(
		"mfp-wrap mfp-gallery mfp-close-btn-in mfp-auto-cursor mfp-fade mfp-ready",
	);
	expect(one(".mfp-img")?.getAttribute("alt")).toBe("Alt 1");
	expect(one(".mfp-counter")?.textContent).toBe("2 of 3");
	expect(one(".mfp-title")?.textContent).toBe("Foto 1");
	expect(document.documentElement.style.overflow).toBe("hidden");
	expect(document.activeElement).toBe(one(".mfp-wrap"));
});

test("keys lead round; Escape closes", async () => {
	await open(show(3)[0]);
	press("keydown", "ArrowLeft");
	expect(one(".mfp-counter")?.textContent).toBe("3 of 3");
	press("keydown", "ArrowRight");
	expect(one(".mfp-counter")?.textContent).toBe("1 of 3");
	expect(one(".mfp-img")?.getAttribute("alt")).toBe("");
	press("keyup", "Escape");
	expect(one(".mfp-bg")?.classList.contains("mfp-removing")).toBe(true);
	vi.advanceTimersByTime(600);
	expect(one(".mfp-wrap")).toBe(null);
	expect(document.documentElement.style.overflow).toBe("");
});

test("a click on the image shows the next, one beside it closes", async () => {
	await open(show(2)[0]);
	one(".mfp-img")?.click();
	expect(one(".mfp-counter")?.textContent).toBe("2 of 2");
	one(".mfp-container")?.click();
	vi.advanceTimersByTime(600);
	expect(one(".mfp-wrap")).toBe(null);
});

test("an image that does not come is told", async () => {
	await open(show(1)[0]);
	expect(one(".mfp-arrow")).toBe(null);
	expect(one(".mfp-counter")?.textContent).toBe("");
	one(".mfp-img")?.dispatchEvent(new Event("error"));
	expect(one(".mfp-container")?.classList.contains("mfp-s-error")).toBe(true);
	expect(one(".mfp-preloader")?.textContent).toBe(
		"The image could not be loaded.",
	);
	expect(one(".mfp-preloader a")?.getAttribute("href")).toContain("/0.jpg");
	// The image's place stays; the style sheet hides it.
	expect(one(".mfp-content > .mfp-figure")?.className).toBe("mfp-figure");
	expect(one(".mfp-content .mfp-img")?.getAttribute("src")).toBe(
		one(".mfp-preloader a")?.getAttribute("href"),
	);
});

test("the image is at most as high as the window, also when that changes", async () => {
	await open(show(1)[0]);
	expect(one(".mfp-img")?.style.maxHeight).toBe(`${innerHeight}px`);
	vi.stubGlobal("innerHeight", 300);
	await act(async () => void window.dispatchEvent(new Event("resize")));
	expect(one(".mfp-img")?.style.maxHeight).toBe("300px");
});

test("an image that has not come yet shows its place while it closes", async () => {
	await open(show(1)[0]);
	press("keyup", "Escape");
	expect(one(".mfp-figure")?.style.visibility).toBe("visible");
	expect(one(".mfp-animated-image")).toBe(null);
});

test("a click with a key is the browser's", () => {
	const [image] = show(1);
	image?.addEventListener("click", (event) => event.preventDefault());
	image?.dispatchEvent(
		new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }),
	);
	expect(one(".mfp-wrap")).toBe(null);
});

test("a single image is not counted", () => {
	expect([counter(0, 1), counter(4, 24)]).toEqual(["", "5 of 24"]);
});
