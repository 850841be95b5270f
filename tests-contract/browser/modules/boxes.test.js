/** Boxes and animations that the base style sheet gives: contract "divi-client", sections 6.4 and 6.18. */

import { expect } from "vitest";
import { testScreens, withModules } from "./visit.js";

const screens = testScreens();

screens(
	"6.4 a sound's cover is 220 px wide beside its player, and above it on phones",
	async ({ open, width }) => {
		const { page } = await open("/modulos/audio/", {
			clock: true,
			ready: ".et_pb_audio_module",
		});
		const [module, cover, content] = await page.$$eval(
			".et_pb_audio_module, .et_pb_audio_cover_art, .et_pb_audio_module_content",
			(all) =>
				all.map((each) => {
					const { width, height, left, top, bottom } =
						each.getBoundingClientRect();
					return { width, height, left, top, bottom };
				}),
		);
		if (width < 768) {
			expect(cover.width).toBeCloseTo(module.width, 0);
			expect(content.top).toBeCloseTo(cover.bottom, 0);
			return;
		}
		expect(cover.width).toBeCloseTo(220, 0);
		expect(content.width).toBeCloseTo(module.width - 220, 0);
		expect(content.left).toBeCloseTo(cover.left + 220, 0);
		expect(cover.height).toBeCloseTo(module.height, 0);
		// As recorded on the theme's own site.
		if (width === 1440) expect(content.width).toBeCloseTo(860, 0);
	},
);

screens(
	"6.18 what has a transform fades with the sheet's keyframes where it has none of its own",
	async ({ open }) => {
		const { page } = await open("/modulos/texto/", {
			clock: true,
			ready: "#propio",
			html: withModules(
				`<style>@keyframes propio{to{opacity:1}} .et_pb_text_8.et_animated.transformAnim{animation-name:propio}</style>
				<div id="ajeno" class="et_pb_module et_pb_text et_pb_text_9 et_animated transformAnim">a</div>
				<div id="propio" class="et_pb_module et_pb_text et_pb_text_8 et_animated transformAnim">b</div>`,
			),
		});
		const animation = (id) =>
			page.$eval(id, (element) => getComputedStyle(element).animationName);
		expect(await animation("#ajeno")).toBe("et_pb_fade");
		expect(await animation("#propio")).toBe("propio");
	},
);
