/**
 * Boxes under a site's own sheets, those of the theme, the player and the reviews widget: what their scripts make of them,
 * ours must. Only the rules that decide are here, with the sheets' numbers. Contracts "divi-client", sections 6.4 and 6.28,
 * and "reviews-widget", section 8.
 */

import { expect } from "vitest";
import { testScreens } from "./visit.js";

const screens = testScreens();

const RESET =
	"*{box-sizing:border-box;margin:0;padding:0} body{font-size:14px;line-height:1.7em}";

/** A page of the theme with our modules and without our sheets. */
const page = (sheet, body) =>
	`<!doctype html><html lang="es"><head><style>${RESET}${sheet}</style></head><body class="et_divi_theme et_fixed_nav">${body}
	<script type="module" src="/wp-content/oxipress/modules/loader.js"></script></body></html>`;

const boxOf = (page) => (selector) =>
	page.$eval(selector, (element) => element.getBoundingClientRect().toJSON());

const HEADER = `
	#top-header{height:31px} #main-header{height:80px}
	.et_pb_fullscreen .et_pb_fullwidth_header_container{min-height:100vh;width:80%;margin:0 auto}
	.center,.left{display:flex} .left>.bottom{align-self:flex-end}
	.left>.header-content-container.bottom{margin-bottom:80px}
	.left>.header-content-container,.left>.header-image-container{width:50%}
	.center{flex-flow:row wrap} .center>.header-content-container,.center>.header-image-container{width:100%}
	.center>.bottom{align-self:flex-end}
	.center .header-content{margin:20px auto;width:80%;max-width:800px}
	.header-image{margin:0 2%;line-height:0} img{max-width:100%;height:auto}
	@media (max-width:980px){#top-header{display:none}}
	@media (max-width:767px){.left{flex-flow:column;justify-content:center} .left>*>*,.left>.header-content-container,.left>.header-image-container{width:100%}}`;

const IMAGE = `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='800'/%3E" width="1200" height="800" alt="">`;

/** A header as high as the window: where its parts stand. */
const header = (width, layout, text, picture) =>
	page(
		HEADER,
		`<div id="top-header"></div><header id="main-header" data-height-onload="${width > 980 ? 80 : 66}"></header>
		<section class="et_pb_module et_pb_fullwidth_header et_pb_fullwidth_header_0 et_pb_fullscreen"><div class="et_pb_fullwidth_header_container ${layout}">
		<div class="header-content-container ${text}"><div class="header-content"><h1>A</h1></div></div>
		${picture && `<div class="header-image-container ${picture}"><div class="header-image">${IMAGE}</div></div>`}</div></section>`,
	);

screens(
	"6.28 a picture in the middle beside a text at the bottom goes down to it, and leaves 80 px below both",
	async ({ open, width }) => {
		const visit = await open("/modulos/texto/", {
			ready: ".et_pb_fullscreen[style*=min-height]",
			html: () => header(width, "left", "bottom", "center"),
		});
		const box = boxOf(visit.page);
		const all = await box(".et_pb_fullwidth_header_container");
		expect(all.height).toBeCloseTo(800 - (width > 980 ? 111 : 66), 0);
		const picture = await box(".header-image img");
		const around = await box(".header-image-container");
		const part = width < 768 ? 0.8 : 0.4;
		expect(picture.height).toBeCloseTo((width * part * 0.96 * 2) / 3, 0);
		expect(around.height).toBeCloseTo(picture.height + 80, 0);
		// On phones both stand one below the other, in the middle.
		if (width < 768) return;
		const text = await box(".header-content-container");
		expect(text.bottom).toBeCloseTo(all.bottom - 80, 0);
		expect(picture.bottom).toBeCloseTo(text.bottom, 0);
	},
);

screens(
	"6.28 a centred text at the bottom leaves 80 px, and one over a picture at the bottom has what this leaves",
	async ({ open, width }) => {
		const visit = (text, picture) =>
			open("/modulos/texto/", {
				ready: ".et_pb_fullscreen[style*=min-height]",
				html: () => header(width, "center", text, picture),
			});
		const alone = boxOf((await visit("bottom", "")).page);
		const all = await alone(".et_pb_fullwidth_header_container");
		const words = await alone(".header-content");
		expect(words.bottom).toBeCloseTo(all.bottom - 80, 0);
		// The picture is higher than a wide window.
		if (width > 980) return;
		const over = boxOf((await visit("center", "bottom")).page);
		const picture = await over(".header-image-container");
		const text = await over(".header-content-container");
		expect(text.height).toBeCloseTo(800 - 66 - picture.height, 0);
		expect(picture.top).toBeCloseTo(text.bottom, 0);
		const outside = await over(".et_pb_fullscreen");
		expect(picture.bottom).toBeCloseTo(outside.bottom, 0);
	},
);

const AUDIO = `
	h2{font-size:26px;line-height:1em;padding-bottom:10px} .et_audio_module_meta{margin-bottom:17px;white-space:nowrap}
	.et_pb_audio_module{position:relative}
	.et_pb_audio_cover_art{position:absolute;top:0;left:0;width:220px;height:100%}
	.et_pb_audio_module_content{position:relative;padding:50px 60px;margin-left:220px;text-align:center}
	.et_audio_container .mejs-container{width:auto!important;min-width:unset!important;height:auto!important}
	.et_audio_container .mejs-controls>div{height:20px!important}
	.et_audio_container .mejs-container .mejs-controls{position:relative;height:auto;padding:0;flex-wrap:wrap}
	.mejs-container{position:relative;text-align:left;max-width:100%}
	.mejs-controls{position:absolute;bottom:0;left:0;display:flex;width:100%;height:40px;padding:0 10px}
	.mejs-offscreen{position:absolute!important;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
	@media (max-width:980px){.et_pb_audio_cover_art{position:relative;width:100%;height:400px} .et_pb_audio_module_content{margin-left:0}}`;

screens(
	"6.4 a player is a row of 20 px, so that the cover beside it is 197 px high",
	async ({ open, width }) => {
		const visit = await open("/modulos/texto/", {
			ready: ".mejs-container audio[controls]",
			html: () =>
				page(
					AUDIO,
					`<div class="et_pb_module et_pb_audio_module et_pb_audio_0"><div class="et_pb_audio_cover_art"></div>
					<div class="et_pb_audio_module_content et_audio_container"><h2>Noche</h2><p class="et_audio_module_meta">por Los grillos</p>
					<audio class="wp-audio-shortcode" id="audio-1-1" preload="none"></audio></div></div>`,
				),
		});
		const box = boxOf(visit.page);
		const player = await box(".mejs-container");
		expect(player.height).toBe(20);
		expect(player.width).toBe(width - 120 - (width > 980 ? 220 : 0));
		const content = await box(".et_pb_audio_module_content");
		expect(content.height).toBeCloseTo(196.8, 1);
		const cover = await box(".et_pb_audio_cover_art");
		expect(cover.height).toBeCloseTo(width > 980 ? 196.8 : 400, 1);
		// The browser's controls are higher: they stand out above and below.
		const controls = await box("audio");
		expect(controls.height).toBe(40);
		expect(controls.width).toBe(player.width);
		expect(controls.top).toBeCloseTo(player.top - 10, 1);
	},
);

/** The widget's sheet moves stars for seconds; here they are at the end, a tenth as wide, after a moment. */
const STARS = `
	.gmbrr>.rating{font-size:32px;line-height:1.2em}
	.gmbrr .all-stars{display:inline-flex;gap:.05em}
	.gmbrr .star{display:inline-block;width:.8em;height:.7667em}
	.gmbrr .animate .star{animation:star 1ms both paused}
	.gmbrr .animate.animation-start .star{animation-play-state:running}
	@keyframes star{to{transform:scale(.1,1)}}`;

screens(
	"reviews-widget 8: stars move before the widget's chunk and React have come",
	async ({ open }) => {
		let free;
		const held = new Promise((done) => {
			free = done;
		});
		const hold = async (route) => {
			await held;
			await route.fallback();
		};
		const visit = await open("/modulos/texto/", {
			stubs: [["**/modules/{react,reviews-widget}.*", hold]],
			html: () =>
				page(
					STARS,
					`<div class="google-business-reviews-rating gmbrr"><p class="rating"><span class="number">4,6</span>
					<span class="all-stars animate">${'<span class="star"></span>'.repeat(4)}<span class="star split-60-40"></span></span></p></div>`,
				),
		});
		const widths = () =>
			visit.page.$$eval(".all-stars:not(.backdrop) > .star", (stars) =>
				stars.map((star) => Math.round(star.getBoundingClientRect().width)),
			);
		await expect.poll(widths).toEqual([3, 3, 3, 3, 3]);
		expect(await visit.page.$(".backdrop")).toBe(null);
		free();
		await visit.page.waitForSelector(".backdrop", { state: "attached" });
		expect(await widths()).toEqual([3, 3, 3, 3, 3]);
	},
);
