/** Contract "honeypot": the browser's rows of section 10, and sections 3, 4 and 6. */

import { expect } from "vitest";
import { each, testScreens } from "./visit.js";

const screens = testScreens();
const fields = (page) =>
	each(page, "form .wpa_hidden_field", (span) => {
		const form = span.closest("form");
		return [...form.querySelectorAll("[name=alt_s], .wpa_hidden_field input")]
			.map(({ name }) => name)
			.join();
	});
const READY = "#wpascript-js-after, .wpcf7.js";
const hasStarted = (page) =>
	page.waitForFunction(() => window.wpa_hidden_field !== undefined);

screens(
	"36 37 38 nobody there: nothing for two seconds, then a pair for each form",
	async ({ open }) => {
		const { page } = await open("/formulario-completo/", {
			ready: READY,
			html: (body) =>
				body
					// It matches by itself and in its wrapper.
					.replace('class="wpcf7-form ', 'class="comment-form wpcf7-form '),
			start: () => {
				// The clock is paused: the two seconds start with `run`.
				const later = setTimeout;
				window.delays = [];
				window.setTimeout = (call, ms, ...given) =>
					ms === 2000
						? window.delays.push(call)
						: later.call(window, call, ms, ...given);
			},
		});
		await hasStarted(page);
		expect(await fields(page)).toEqual([]);
		await page.waitForFunction(() => window.delays.length > 0);
		await page.evaluate(() => {
			for (const call of window.delays.splice(0)) call();
		});
		const pairs = await fields(page);
		expect(pairs).toHaveLength(
			(await page.$$("form.wpcf7-form, form.comment-form")).length,
		);
		for (const pair of pairs) expect(pair).toMatch(/^alt_s,[a-z]+\d+$/);
		expect(await page.isVisible(".wpa_hidden_field")).toBe(false);
		expect(
			await page.$eval(".altEmail_container", (box) => {
				const { width, height } = box.getBoundingClientRect();
				return [getComputedStyle(box).position, width, height];
			}),
		).toEqual(["absolute", 1, 1]);
	},
);

screens("37 each sign of a person is enough, once", async ({ open }) => {
	for (const sign of ["keydown", "touchstart"]) {
		const { page } = await open("/contacto/", { ready: READY });
		await hasStarted(page);
		await page.evaluate((sign) => {
			for (let times = 0; times < 2; times++) {
				document.dispatchEvent(new Event(sign, { bubbles: true }));
			}
		}, sign);
		expect(await fields(page)).toHaveLength(1);
		if (sign !== "touchstart") continue;
		// A form inserted later gets its own fields.
		await page.evaluate(() => {
			const form = document.createElement("form");
			form.className = "comment-form";
			document.querySelector("#main-content").append(form);
		});
		await expect.poll(() => fields(page)).toHaveLength(2);
	}
});

screens(
	"39 the administrator's box takes the fields out and puts them back",
	async ({ open }) => {
		const { page } = await open("/contacto/", {
			ready: READY,
			html: (body) =>
				body.replace(
					/(wpa_field_info = .*?;)(?=\s*<\/script>|\n)/,
					'$1 wpa_field_info.wpa_add_test = "yes";',
				),
		});
		await hasStarted(page);
		await page.mouse.move(5, 5);
		const button = ".wpa_hidden_field + .wpa-test-msg .wpa-button";
		await page.waitForSelector(button);
		expect(await page.textContent(".wpa-test-msg")).toContain(
			"This form has a honeypot trap enabled",
		);
		await page.click(button);
		expect(await fields(page)).toEqual([]);
		expect(await page.$(".altEmail_container")).toBe(null);
		expect(await page.textContent(".wpa-button")).toBe("Acting as Spam Bot");
		await page.click(".wpa-button");
		expect(await fields(page)).toHaveLength(1);
		expect(await page.textContent(".wpa-button")).toBe("Act as Spam Bot");
	},
);
