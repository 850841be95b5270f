/** Contract "divi-client-plan", rows 53 to 65 of section D; "divi-client", sections 3, 5 and 6.9. */

import { expect } from "vitest";
import { each, isFocused, tabTo, testScreens } from "./visit.js";

const screens = testScreens();

const PAGE = "/modulos/galeria-rejilla/";
const ROOT = "#gal";
const READY = { clock: true, ready: `${ROOT} .et_pb_gallery_pagination ul` };

/** The demo page's gallery with so many images. */
const gallery =
	(count, perPage = "") =>
	(html) => {
		const item =
			/<div class="et_pb_gallery_item [\s\S]*?<\/p><\/div>/.exec(html)?.[0] ??
			"";
		const items = Array.from({ length: count }, (_, n) =>
			item
				.replaceAll("gallery_item_0_0", `gallery_item_0_${n}`)
				.replace('title="Patio"', `title="Foto ${n + 1}"`),
		);
		return html
			.replace('id="galeria-casa"', 'id="gal"')
			.replace(
				/(<div class="et_pb_gallery_items et_post_gallery clearfix")[^>]*>[\s\S]*?<\/div>(?=\s*<div[^>]*et_pb_gallery_pagination)/,
				`$1 ${perPage}>${items.join("")}</div>`,
			);
	};

const shown = (page) =>
	page.$$eval(`${ROOT} .et_pb_gallery_item`, (all) =>
		all.flatMap((item, n) => (item.offsetHeight > 0 ? [n + 1] : [])),
	);
const links = (page) =>
	each(page, `${ROOT} .et_pb_gallery_pagination li`, (item) =>
		item.style.display === "none" ? "" : item.textContent,
	).then((all) => all.filter(Boolean));
const go = (page, name) => page.click(`${ROOT} [data-page="${name}"]`);
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));

screens("53 54 55 56 57 58 the pages of a gallery", async ({ open }) => {
	const { page, run } = await open(PAGE, {
		...READY,
		html: gallery(24, 'data-per_page="2"'),
	});
	expect(await shown(page)).toEqual([1, 2]);
	expect(await links(page)).toEqual(["1", "2", "3", "4", "Siguiente"]);
	const five = (first) =>
		Array.from({ length: 5 }, (_, n) => String(first + n));
	for (const [number, first] of [
		[2, 1],
		[3, 1],
		[4, 2],
		[6, 4],
		[8, 6],
		[9, 7],
		[10, 8],
		[11, 8],
		[12, 8],
	]) {
		await go(page, number);
		await run(150);
		expect(await links(page)).toEqual([
			"Anterior",
			...five(first),
			...(number < 12 ? ["Siguiente"] : []),
		]);
		expect(await shown(page)).toEqual([2 * number - 1, 2 * number]);
		expect(await hash(page)).toBe(`#gal|${number}`);
	}
	await go(page, "prev");
	expect(await hash(page)).toBe("#gal|12");
	await run(100);
	expect(await hash(page)).toBe("#gal|11");
	expect((await links(page)).at(-1)).toBe("Siguiente");
	await page.evaluate(() => {
		location.hash = "gal|3";
	});
	await expect.poll(() => shown(page)).toEqual([5, 6]);
});

screens("59 60 four on a page; no pages, no pager", async ({ open }) => {
	const nine = await open(PAGE, { ...READY, html: gallery(9) });
	expect(await links(nine.page)).toEqual(["1", "2", "3", "Siguiente"]);
	expect(await shown(nine.page)).toEqual([1, 2, 3, 4]);
	const three = await open(PAGE, {
		...READY,
		html: gallery(3, 'data-per_page="4"'),
	});
	expect(await links(three.page)).toEqual([]);
	expect(await three.page.isVisible(`${ROOT} .et_pb_gallery_pagination`)).toBe(
		false,
	);
	expect(await shown(three.page)).toEqual([1, 2, 3]);
});

const counter = (page) => page.textContent(".mfp-counter");
/** Images load in real time, everything else by the page's clock. */
const ready = (page) =>
	page.waitForSelector(".mfp-wrap .mfp-s-ready", { state: "attached" });

screens.mirrored(
	"61 62 63 the lightbox, by keyboard alone",
	async ({ open }) => {
		const { page, run } = await open(PAGE, {
			...READY,
			html: gallery(6, 'data-per_page="2"'),
		});
		await tabTo(page, `${ROOT} [data-page="3"]`);
		await page.keyboard.press("Enter");
		await run(200);
		expect(await shown(page)).toEqual([5, 6]);
		const link = `${ROOT} .et_pb_gallery_item_0_4 a`;
		await tabTo(page, link, "Shift+Tab");
		await page.keyboard.press("Enter");
		await run(20);
		await ready(page);
		expect(
			await page.evaluate(() => {
				const [background, wrap] = document.body.children;
				const tree = (node) =>
					[...node.children].map((child) =>
						[
							`${child.localName}.${[...child.classList].join(".")}`,
							...tree(child),
						].flat(),
					);
				return [
					background.className,
					wrap.className,
					wrap.tabIndex,
					tree(wrap).flat(9),
					document.documentElement.style.overflow,
					document.body.classList.contains("mfp-zoom-out-cur"),
				];
			}),
		).toEqual([
			"mfp-bg mfp-fade mfp-ready",
			"mfp-wrap mfp-gallery mfp-close-btn-in mfp-auto-cursor mfp-fade mfp-ready",
			-1,
			[
				"div.mfp-container.mfp-image-holder.mfp-s-ready",
				"div.mfp-content",
				"div.mfp-figure",
				"button.mfp-close",
				"figure.",
				"img.mfp-img",
				"figcaption.",
				"div.mfp-bottom-bar",
				"div.mfp-title",
				"div.mfp-counter",
				"div.mfp-preloader",
				"button.mfp-arrow.mfp-arrow-left.mfp-prevent-close",
				"button.mfp-arrow.mfp-arrow-right.mfp-prevent-close",
			],
			"hidden",
			true,
		]);
		expect(await counter(page)).toBe("5 of 6");
		expect(await page.textContent(".mfp-title")).toBe("Foto 5");
		expect(await page.getAttribute(".mfp-img", "alt")).toBe("Foto de patio");
		expect(
			await each(page, ".mfp-wrap button", (button) => button.title),
		).toEqual([
			"Close (Esc)",
			"Previous (Left arrow key)",
			"Next (Right arrow key)",
		]);
		for (const [key, text] of [
			["ArrowRight", "6 of 6"],
			["ArrowRight", "1 of 6"],
			["ArrowLeft", "6 of 6"],
		]) {
			await page.keyboard.press(key);
			expect(await counter(page)).toBe(text);
		}
		for (let presses = 0; presses < 6; presses++) {
			await page.keyboard.press("Tab");
			expect(await isFocused(page, ".mfp-wrap, .mfp-wrap *")).toBe(true);
		}
		await tabTo(page, ".mfp-arrow-right");
		await page.keyboard.press("Enter");
		expect(await counter(page)).toBe("1 of 6");
		await page.keyboard.press("Escape");
		expect(await page.$(".mfp-wrap.mfp-removing")).toBeTruthy();
		await run(450);
		expect(await page.$(".mfp-wrap")).toBeTruthy();
		await run(60);
		expect(await page.$(".mfp-wrap, .mfp-bg")).toBe(null);
		expect(await isFocused(page, link)).toBe(true);
		expect(
			await page.evaluate(() => document.documentElement.hasAttribute("style")),
		).toBe(false);

		// Mouse: the image shows the next one, its surroundings close; other buttons keep the browser's action.
		await page.click(link, { modifiers: ["Shift"], noWaitAfter: true });
		expect(await page.$(".mfp-wrap")).toBe(null);
		await page.click(link);
		await run(20);
		await ready(page);
		await page.$eval(".mfp-img", (image) => image.click());
		expect(await counter(page)).toBe("6 of 6");
		await page.$eval(".mfp-container", (box) => box.click());
		await run(510);
		expect(await page.$(".mfp-wrap")).toBe(null);
	},
);

screens("64 65 a single image; one that does not come", async ({ open }) => {
	const { page, run } = await open("/modulos/imagenes/", {
		clock: true,
		ready: ".et_pb_lightbox_image",
	});
	await page.waitForFunction(() => window.et_load_event_fired);
	await tabTo(page, ".et_pb_lightbox_image");
	await page.keyboard.press("Enter");
	await page.waitForSelector(".mfp-wrap", { state: "attached" });
	await run(20);
	await ready(page);
	expect(await page.$(".mfp-arrow")).toBe(null);
	expect(await counter(page)).toBe("");
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("Escape");
	await run(510);
	expect(await page.$(".mfp-wrap")).toBe(null);
	await page.$eval(".et_pb_lightbox_image", (link) => {
		link.href = "/no-esta.jpg";
	});
	await page.keyboard.press("Enter");
	await run(20);
	await page.waitForSelector(".mfp-s-error", { state: "attached" });
	expect(await page.textContent(".mfp-preloader")).toBe(
		"The image could not be loaded.",
	);
	expect(
		await page.$eval(".mfp-preloader a", (link) => [
			link.textContent,
			new URL(link.href).pathname,
		]),
	).toEqual(["The image", "/no-esta.jpg"]);
	expect(await page.isVisible(".mfp-content > .mfp-figure")).toBe(false);
	expect(
		await page.$eval(
			".mfp-figure .mfp-img",
			({ src }) => new URL(src).pathname,
		),
	).toBe("/no-esta.jpg");
	await page.keyboard.press("Tab");
	expect(await isFocused(page, ".mfp-preloader a, .mfp-wrap")).toBe(true);
});
