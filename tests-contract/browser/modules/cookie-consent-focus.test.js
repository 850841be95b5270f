/** Contract "cookie-consent", sections 3.5 and 7.5: the focus stays in the open dialog; locked switches stay as they are. */

import { expect } from "vitest";
import {
	ALL,
	BANNER,
	consentOf,
	DIALOG,
	dialogIsIn,
	flags,
	NEW,
	OVERLAY,
	PAGE,
	wait,
	withSettings,
} from "./consent.js";
import { isFocused, tabTo, testScreens } from "./visit.js";

const screens = testScreens();

const openDialog = async (open, html = (body) => body, more = "") => {
	const visit = await open(PAGE, {
		...NEW,
		html: (body) => html(withSettings({ script_delay: "0" }, more)(body)),
	});
	await wait(visit.run, 100);
	await visit.page.click(`${BANNER} .moove-gdpr-infobar-settings-btn`);
	await dialogIsIn(visit.page);
	return visit;
};

/** What has the focus, as a number among all elements of the dialog; -1 outside. */
const focused = (page) =>
	page.evaluate(
		(dialog) =>
			[...document.querySelectorAll(`${dialog} *`)].indexOf(
				document.activeElement,
			),
		DIALOG,
	);

screens.mirrored(
	"7.5 Tab and Shift+Tab go round in the dialog, from wherever the focus was brought",
	async ({ open }) => {
		const { page, run } = await openDialog(
			open,
			undefined,
			'<p><a id="fuera" href="/otra/">fuera</a></p>',
		);
		// Once round: each stop once, then the first again.
		const way = [];
		for (;;) {
			await page.keyboard.press("Tab");
			const now = await focused(page);
			expect(now).toBeGreaterThanOrEqual(0);
			if (now === way[0]) break;
			expect(way).not.toContain(now);
			way.push(now);
			expect(way.length).toBeLessThan(20);
		}
		expect(way.length).toBeGreaterThan(5);
		// And back from the first to the last.
		for (const stop of [...way].reverse()) {
			await page.keyboard.press("Shift+Tab");
			expect(await focused(page)).toBe(stop);
		}
		// The pointer brings the focus to another stop: the keys go on from there.
		await page.click('#moove-gdpr-menu [data-href="#third_party_cookies"]');
		const at = way.indexOf(await focused(page));
		await page.keyboard.press("Tab");
		expect(await focused(page)).toBe(way[(at + 1) % way.length]);
		// A script of the page cannot take it out.
		await page.evaluate(() => document.querySelector("#fuera").focus());
		expect(await isFocused(page, OVERLAY)).toBe(true);
		await page.keyboard.press("Shift+Tab");
		expect(await isFocused(page, `${DIALOG} *`)).toBe(true);
		// Once closed, it can.
		await page.keyboard.press("Escape");
		await wait(run, 600);
		await page.evaluate(() => document.querySelector("#fuera").focus());
		expect(await isFocused(page, "#fuera")).toBe(true);
	},
);

/** The dialog of a site whose strict category is always on (functionality 2 and 3). */
const locked = (html) =>
	html
		.replace(
			/(id="moove_gdpr_strict_cookies")/,
			'$1 disabled checked="checked"',
		)
		.replace(
			/(id="strict-necessary-cookies"[\s\S]*?class="moove-gdpr-status-bar) /,
			"$1 gdpr-checkbox-disabled checkbox-selected ",
		)
		.replace(
			/(id="moove_gdpr_(?:performance|advanced)_cookies") disabled/g,
			"$1",
		);
const onePage = (html) =>
	html
		.replace("moove_gdpr_modal_theme_v1", "moove_gdpr_modal_theme_v2")
		.replace(/(class="moove-gdpr-tab-main") style="display:none"/g, "$1");

const STRICT_BOX = "#moove_gdpr_strict_cookies";
const COPIES = `<div class="gdpr_cookie_settings_shortcode_content">
	<input type="checkbox" id="copia-estricta" data-name="moove_gdpr_strict_cookies">
	<input type="checkbox" id="copia-avanzada" data-name="moove_gdpr_advanced_cookies"></div>`;

screens(
	"3.5 7.3 7.5 a locked switch cannot be switched: by pointer, keys, copies or by leaving all off",
	async ({ open }) => {
		for (const html of [locked, (body) => onePage(locked(body))]) {
			const { page, run } = await openDialog(open, html, COPIES);
			const isOnePage = html !== locked;
			const strict = async () => [
				await page.isChecked(STRICT_BOX),
				await page.isDisabled(STRICT_BOX),
			];
			expect(await strict()).toEqual([true, true]);
			const slider = "#strict-necessary-cookies .cookie-slider";
			expect(
				await page.$eval(slider, (element) => [
					element.getAttribute("aria-disabled"),
					element.getAttribute("aria-checked"),
					element.tabIndex,
				]),
			).toEqual(["true", "true", -1]);
			// The copy is locked with it; a script that changes it changes nothing.
			const copy = "#copia-estricta";
			expect([await page.isChecked(copy), await page.isDisabled(copy)]).toEqual(
				[true, true],
			);
			await page.$eval(copy, (box) => {
				box.disabled = false;
				box.checked = false;
				box.dispatchEvent(new Event("change", { bubbles: true }));
			});
			expect(await strict()).toEqual([true, true]);
			expect([await page.isChecked(copy), await page.isDisabled(copy)]).toEqual(
				[true, true],
			);
			// The others are free, through their copies too.
			await page.$eval("#copia-avanzada", (box) => box.click());
			expect(await page.isChecked("#moove_gdpr_advanced_cookies")).toBe(true);
			// By pointer and by keys.
			await page.$eval(slider, (element) => element.click());
			if (isOnePage) {
				await page.$eval(slider, (element) => element.focus());
			} else {
				await tabTo(page, '[data-href="#strict-necessary-cookies"]');
			}
			await page.keyboard.press("Space");
			expect(await strict()).toEqual([true, true]);
			if (isOnePage) {
				for (let presses = 0; presses < 12; presses++) {
					await page.keyboard.press("Tab");
					expect(await isFocused(page, slider)).toBe(false);
				}
			}
			await page.$eval("#copia-avanzada", (box) => box.click());
			await page.click(".moove-gdpr-modal-save-settings");
			await expect
				.poll(() => consentOf(page))
				.toEqual(flags("1", "0", "0", "0", "0"));
			await wait(run, 100);
		}
	},
);

screens(
	"7.5 Enter presses a button that the focus came to by other ways than the tab key",
	async ({ open }) => {
		const { page } = await openDialog(open);
		await page.focus(`${DIALOG} .moove-gdpr-modal-allow-all`);
		await page.keyboard.press("Enter");
		await expect.poll(() => consentOf(page)).toEqual(ALL);
	},
);
