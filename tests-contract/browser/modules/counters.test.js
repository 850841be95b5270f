/** Contract "divi-client-plan", rows 66 to 80 and 146 of section D; "divi-client", sections 6.10 to 6.16. */

import { expect } from "vitest";
import { classes, each, testScreens, withModules } from "./visit.js";

const screens = testScreens();

const PARTS = ["days", "hours", "minutes", "seconds"];
const countdown = (id, end) =>
	`<div id="${id}" class="et_pb_module et_pb_countdown_timer" data-end-timestamp="${end}"><div class="et_pb_countdown_timer_container clearfix">
	${PARTS.map((name) => `<div class="${name} section values" data-short="${name[0]}" data-full="${name}"><p class="value"></p><p class="label">${name}</p></div>`).join('<div class="sep section"><p>:</p></div>')}
	</div></div>`;

screens("66 67 68 what is left until a day", async ({ open }) => {
	const START = Date.parse("2026-11-21T10:00:00Z") / 1000;
	const end = START + 5 * 86_400 + 3 * 3600 + 60 + 3;
	const { page } = await open("/modulos/cuenta-atras/", {
		clock: true,
		ready: ".et_pb_countdown_timer",
		html: (html) =>
			withModules(
				`${countdown("falta", end)}${countdown("pasado", 1_577_833_200)}<div class="et_pb_column_1_4" style="width:auto;float:none">${countdown("corta", end)}</div>`,
			)(html),
	});
	await page.clock.runFor(2000);
	const left = end - Math.ceil((await page.evaluate(() => Date.now())) / 1000);
	const pad = (number, length) =>
		String(Math.max(0, Math.floor(number))).padStart(length, "0");
	const values = (id) =>
		each(page, `#${id} .value`, (p) => p.textContent.trim());
	const shown = await values("falta");
	expect(shown.slice(0, 2)).toEqual([
		"005",
		left % 86_400 >= 10_800 ? "03" : "02",
	]);
	expect(shown[2]).toBe(pad((left % 3600) / 60, 2));
	expect(await page.$$("#falta .zero")).toHaveLength(0);
	expect(await values("pasado")).toEqual(["000", "00", "00", "00"]);
	expect(await page.$$("#pasado .section.zero")).toHaveLength(7);
	expect(await each(page, "#corta .label")).toEqual(["d", "h", "m", "s"]);
});

screens(
	"69 70 71 72 73 numbers, circles and bars grow when they are seen",
	async ({ open }) => {
		const number = (id) =>
			`<div id="${id}" class="et_pb_module et_pb_number_counter" data-number-value="1234567" data-number-separator="."><div class="percent"><p><span class="percent-value"></span><span class="percent-sign">%</span></p></div></div>`;
		const circle = (id, style) =>
			`<div id="${id}" style="${style}" class="et_pb_module et_pb_circle_counter container-width-change-notify"><div class="et_pb_circle_counter_inner" data-number-value="63" data-bar-bg-color="#a0522d"><div class="percent"><p><span class="percent-value"></span><span class="percent-sign">%</span></p></div></div></div>`;
		const { page, run } = await open("/modulos/contador-circular/", {
			clock: true,
			ready: "canvas",
			html: withModules(
				`${number("numero")}${circle("circulo", "width:200px")}${circle("oculto", "display:none")}
			<ul class="et_pb_module et_pb_counters et-waypoint"><li class="et_pb_counter_0"><span class="et_pb_counter_container"><span class="et_pb_counter_amount" data-width="40%"><span class="et_pb_counter_amount_number"></span></span></span></li></ul>
			<div style="height:3000px"></div>${number("abajo")}`,
			),
		});
		await run(4000);
		expect(await page.textContent("#numero .percent-value")).toBe("1.234.567");
		expect(await classes(page, "#numero")).toContain("active");
		expect(await page.textContent("#abajo .percent-value")).toBe("");
		// Its sign stands there, as in the theme's sheet; it is not painted beside the number that is reserved.
		expect(
			await page.$eval("#abajo .percent-sign", (sign) => {
				const { visibility, opacity } = getComputedStyle(sign);
				const { clipPath } = getComputedStyle(sign.closest(".percent"));
				return [visibility, opacity, clipPath];
			}),
		).toEqual(["visible", "1", "inset(50%)"]);
		expect(await page.textContent("#circulo .percent-value")).toBe("63");
		expect(
			await page.$eval("#circulo .et_pb_circle_counter_inner", (inner) =>
				Math.abs(inner.querySelector("canvas").clientWidth - inner.clientWidth),
			),
		).toBeLessThan(2);
		expect(await page.$("#oculto canvas")).toBe(null);
		expect(
			await page.$eval(".et_pb_counter_amount", ({ style }) => style.width),
		).toBe("40%");
		await page.evaluate(() => {
			document.querySelector("#abajo").scrollIntoView({ behavior: "instant" });
		});
		await expect
			.poll(async () => {
				await run(500);
				return page.textContent("#abajo .percent-value");
			})
			.toBe("1.234.567");
	},
);

screens(
	"74 77 78 79 80 146 videos, depth, maps without their service",
	async ({ open }) => {
		const video = (id, src) =>
			`<div id="${id}" class="et_pb_module et_pb_video"><div class="et_pb_video_box"><iframe src="${src}" title="v" width="300" height="150"></iframe></div>
		<div class="et_pb_video_overlay"><div class="et_pb_video_overlay_hover"><a href="#" class="et_pb_video_play"></a></div></div></div>`;
		const html = withModules(
			`<div class="et_pb_module et_pb_map_container" data-grayscale="50"><div class="et_pb_map" data-center-lat="37" data-center-lng="-3" data-zoom="14"></div></div>
		${video("uno", "/robots.txt?x=0")}${video("dos", "/robots.txt?autoplay=0")}
		<div id="fondo" style="position:relative;height:300px"><div class="et_parallax_bg_wrap"><div class="et_parallax_bg" style="position:absolute;width:100%"></div></div></div>
		<div style="height:3000px"></div>`,
		);
		const { page, run, said } = await open("/modulos/video/", {
			clock: true,
			ready: ".et_pb_video",
			html,
		});
		await run(500);
		await page.$eval("#uno .et_pb_video_play", (link) => link.click());
		await page.$eval("#dos .et_pb_video_play", (link) => link.click());
		await run(600);
		const src = (id) =>
			page.$eval(`#${id} iframe`, (frame) => frame.getAttribute("src"));
		expect(await src("uno")).toMatch(/\/robots.txt\?autoplay=1&x=0$/);
		expect(await src("dos")).toBe("/robots.txt?autoplay=0");
		const cover = (id) =>
			page.$eval(
				`#${id} .et_pb_video_overlay`,
				({ style: { opacity, display } }) => `${opacity} ${display}`.trim(),
			);
		expect(await cover("uno")).toBe("0 none");
		expect(await cover("dos")).toBe("");
		expect(said).toEqual([]);

		const depth = () =>
			page.$eval("#fondo .et_parallax_bg", (background) => {
				const { transform } = getComputedStyle(background);
				return [
					Number.parseFloat(background.style.height),
					transform === "none" ? 0 : new DOMMatrix(transform).f,
					(scrollY +
						innerHeight -
						(background.closest("#fondo").getBoundingClientRect().top +
							scrollY)) *
						0.3,
				];
			});
		await page.evaluate(() => scrollTo({ top: 700, behavior: "instant" }));
		await expect
			.poll(async () => {
				// The header changes its height on the way; the next scroll knows.
				await page.evaluate(() => scrollBy({ top: 1, behavior: "instant" }));
				await run(50);
				const [, y, wanted] = await depth();
				return Math.abs(y - wanted) < 1;
			})
			.toBe(true);
		expect((await depth())[0]).toBeCloseTo(0.3 * 800 + 300, 0);

		// Calls every 50 ms for a second: one each 250 ms and a bit.
		await page.evaluate(() => {
			window.runs = 0;
			const call = window.et_pb_debounce(() => window.runs++, 250);
			for (let at = 0; at <= 1000; at += 50) setTimeout(call, at);
		});
		await run(2000);
		expect(await page.evaluate(() => window.runs)).toBe(4);

		const phone = await open("/modulos/video/", {
			html,
			ready: ".et_mobile_device",
			userAgent: "Mozilla/5.0 (Linux; Android 14; Pixel) Mobile Chrome/126",
		});
		await phone.page.evaluate(() =>
			scrollTo({ top: 700, behavior: "instant" }),
		);
		expect(
			await phone.page.$eval(
				"#fondo .et_parallax_bg",
				({ style }) => style.transform,
			),
		).toBe("");
	},
);

screens("75 76 a map, where its service is there", async ({ open, width }) => {
	const { page } = await open("/modulos/mapa/", {
		ready: ".et_pb_map_container",
		html: (html) =>
			html.replace(
				'data-grayscale="60"',
				'data-grayscale="50" data-grayscale-phone="20"',
			),
		start: () => {
			window.made = { maps: [], markers: [], balloons: 0 };
			class Any {
				constructor(...given) {
					Object.assign(
						this,
						...given.filter((each) => each?.constructor === Object),
					);
				}
				addListener() {}
				setOptions(options) {
					Object.assign(this, options);
				}
				setMapTypeId() {}
				set(name, value) {
					this[name] = value;
				}
			}
			Any.prototype.mapTypes = { set: () => {} };
			const maps = {
				Map: class extends Any {
					constructor(...given) {
						super(...given);
						window.made.maps.push(this);
					}
				},
				Marker: class extends Any {
					constructor(...given) {
						super(...given);
						window.made.markers.push(given[0]);
					}
				},
				InfoWindow: class extends Any {
					constructor(...given) {
						super(...given);
						window.made.balloons++;
					}
				},
				LatLng: Any,
				Size: Any,
				Point: Any,
				LatLngBounds: Any,
				StyledMapType: Any,
				MapTypeId: { ROADMAP: "roadmap" },
				ControlPosition: {
					LEFT_TOP: 1,
					LEFT_BOTTOM: 2,
					TOP_LEFT: 1,
					BOTTOM_LEFT: 2,
				},
				event: { addListener() {}, addDomListener() {}, trigger() {} },
				importLibrary: async () => maps,
			};
			window.google = { maps };
		},
	});
	await page.waitForFunction(() => window.made.markers.length === 2);
	const { icon } = await page.evaluate(() =>
		JSON.parse(JSON.stringify(window.made.markers[0])),
	);
	expect(JSON.stringify(icon)).toContain("/marker.png");
	expect(await page.evaluate(() => window.made.balloons)).toBeGreaterThan(0);
	const styles = await page.evaluate(() =>
		JSON.stringify(window.made.maps[0].styles),
	);
	expect(styles).toContain(`"saturation":${width < 768 ? -20 : -50}`);
});
