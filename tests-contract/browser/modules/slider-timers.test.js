/** Contract "divi-client", sections 6.1, 6.2 and 6.8: what moves by itself and when, and heights after a resize. */

import { expect } from "vitest";
import { testScreens, withModules } from "./visit.js";

const screens = testScreens();

const INTERVAL = 5000;
/** How long a slide fades, in milliseconds. */
const FADE = 700;
const NEXT = ".et-pb-arrow-next";

const slide = (n) =>
	`<div class="et_pb_slide et_pb_slide_${n} et_pb_bg_layout_dark" data-slide-id="et_pb_slide_${n}"><div class="et_pb_container clearfix"><div class="et_pb_slider_container_inner"><div class="et_pb_slide_description"><h2 class="et_pb_slide_title">S${n}</h2></div></div></div></div>`;
const photo = (n) =>
	`<div class="et_pb_gallery_item et_pb_bg_layout_light et_pb_gallery_item_0_${n}"><div class="et_pb_gallery_image landscape"><a href="/x.jpg" title="F"><img width="1200" height="800" src="/wp-content/uploads/2026/11/patio.jpg" alt=""></a></div></div>`;
const all = (print) => [0, 1, 2, 3].map(print).join("");
const AUTO = `et_slider_auto et_slider_speed_${INTERVAL}`;
const sliders = (tokens = "") =>
	`<div id="laminas" class="et_pb_module et_pb_slider ${AUTO} ${tokens}"><div class="et_pb_slides">${all(slide)}</div></div>
	<div id="fotos" class="et_pb_module et_pb_gallery et_pb_gallery_0 et_pb_bg_layout_light et_pb_slider et_pb_gallery_fullwidth ${AUTO} ${tokens} clearfix"><div class="et_pb_gallery_items et_post_gallery clearfix" data-per_page="4">${all(photo)}</div></div>`;
const BOTH = ["laminas", "fotos"];

const openSliders = (open, tokens) =>
	open("/modulos/galeria-deslizante/", {
		clock: true,
		ready: "#fotos .et-pb-controllers a",
		settle: 1000,
		html: withModules(sliders(tokens)),
	});

const SLIDE = ":is(.et_pb_slide, .et_pb_gallery_item)";
const active = (page) =>
	Promise.all(
		BOTH.map((id) =>
			page.$$eval(`#${id} ${SLIDE}`, (slides) =>
				slides.findIndex(({ classList }) =>
					classList.contains("et-pb-active-slide"),
				),
			),
		),
	);
const both = (n) => [n % 4, n % 4];
const onBoth = (page, run, argument) =>
	Promise.all(BOTH.map((id) => page.$eval(`#${id}`, run, argument)));
const press = (page) =>
	onBoth(page, (root, next) => root.querySelector(next).click(), NEXT);
const pointer = (page, type) =>
	onBoth(page, (root, type) => root.dispatchEvent(new MouseEvent(type)), type);

screens(
	"6.1 6.2 a change by hand starts the time anew; the pointer holds it, where it is not ignored",
	async ({ open }) => {
		const { page, run } = await openSliders(open);
		// Some time has passed already.
		await run(2500);
		await press(page);
		const first = 1;
		expect(await active(page)).toEqual(both(first));
		await run(INTERVAL - 100);
		expect(await active(page)).toEqual(both(first));
		await run(200);
		expect(await active(page)).toEqual(both(first + 1));
		// The interval counts from the start of a move.
		await run(INTERVAL - 200);
		expect(await active(page)).toEqual(both(first + 1));
		await run(200);
		expect(await active(page)).toEqual(both(first + 2));

		await pointer(page, "mouseenter");
		await run(FADE + 100);
		await press(page);
		await run(3 * INTERVAL);
		expect(await active(page)).toEqual(both(first + 3));
		await pointer(page, "mouseleave");
		await run(INTERVAL - 100);
		expect(await active(page)).toEqual(both(first + 3));
		await run(200);
		expect(await active(page)).toEqual(both(first + 4));

		const other = await openSliders(open, "et_slider_auto_ignore_hover");
		await press(other.page);
		await pointer(other.page, "mouseenter");
		await other.run(INTERVAL + 100);
		expect(await active(other.page)).toEqual(both(2));
		expect(await other.page.$(".et_slider_hovered")).toBe(null);
	},
);

/** The page is in a tab behind another: it has timers and no frames. */
const hide = (page) =>
	page.evaluate(() => {
		Object.defineProperty(document, "hidden", {
			configurable: true,
			get: () => true,
		});
		window.requestAnimationFrame = () => 0;
		document.dispatchEvent(new Event("visibilitychange"));
	});

const project = (n) =>
	`<div class="et_pb_portfolio_item et_pb_grid_item project" id="post-${n}"><div class="et_pb_portfolio_image landscape"><a href="/x/"><img width="400" height="284" src="/wp-content/uploads/2026/11/cocina-400x284.jpg" alt=""></a></div></div>`;
const portfolio = `<div id="obras" class="et_pb_fullwidth_portfolio et_pb_fullwidth_portfolio_carousel et_pb_module" data-auto-rotate="on" data-auto-rotate-speed="${INTERVAL}"><div class="et_pb_portfolio_items clearfix" data-portfolio-columns="">${[1, 2, 3, 4, 5, 6, 7].map(project).join("")}</div></div>`;

screens(
	"6.1 6.8 in a hidden page slides go on, and each move ends",
	async ({ open }) => {
		const { page, run } = await openSliders(open);
		await press(page);
		await run(FADE + 100);
		await hide(page);
		for (const n of [2, 3, 4]) {
			await run(n === 2 ? INTERVAL - FADE : INTERVAL);
			expect(await active(page)).toEqual(both(n));
		}
		await run(FADE + 50);
		const ended = (root) => {
			const slides = [
				...root.querySelectorAll(".et_pb_slide, .et_pb_gallery_item"),
			];
			return [
				slides.filter(({ style }) => style.display === "block").length,
				root.querySelectorAll(".et_slide_transition").length,
				slides.find((slide) => slide.matches(".et-pb-active-slide")).style
					.opacity,
			];
		};
		expect(await onBoth(page, ended)).toEqual([
			[1, 0, "1"],
			[1, 0, "1"],
		]);
		// Nothing is moving: an arrow acts.
		await press(page);
		expect(await active(page)).toEqual(both(5));

		const works = await open("/modulos/portafolio-completo/", {
			clock: true,
			ready: "#obras .et_pb_carousel_group",
			settle: 1000,
			html: withModules(portfolio),
		});
		const shown = () =>
			works.page.$$eval("#obras .et_pb_carousel_group", (groups) =>
				groups.map(({ children }) => [...children].map(({ id }) => id)),
			);
		const [first] = await shown();
		await hide(works.page);
		await works.run(INTERVAL + 1000);
		const after = await shown();
		expect(after).toHaveLength(1);
		expect(after[0]).not.toEqual(first);
		await works.run(INTERVAL + 1000);
		expect((await shown())[0]).not.toEqual(after[0]);
	},
);

screens(
	"6.1 6.2 a gallery's photo is as high as the window's width makes it, whatever the width was before",
	async ({ open, width }) => {
		const { page, run } = await openSliders(open);
		await page.$$eval("#fotos img", (images) =>
			Promise.all(images.map((image) => image.decode())),
		);
		await press(page);
		await run(FADE + 100);
		const heights = () =>
			page.$eval("#fotos .et-pb-active-slide", (item) => {
				const limit = Number.parseFloat(item.style.maxHeight);
				const { offsetHeight } = item;
				item.style.maxHeight = "";
				const free = item.offsetHeight;
				item.style.maxHeight = `${limit}px`;
				return { limit, offsetHeight, free };
			});
		for (const other of [390, 1440, 820, width]) {
			await page.setViewportSize({ width: other, height: 800 });
			await expect.poll(() => page.evaluate(() => innerWidth)).toBe(other);
			await page.evaluate(() => dispatchEvent(new Event("resize")));
			await run(300);
			const { limit, offsetHeight, free } = await heights();
			expect(free).toBeGreaterThan(100);
			expect([limit, offsetHeight], `at ${other}`).toEqual([free, free]);
		}
	},
);
