/** Contract "cookie-consent": the browser's rows of section 13, and the tables of sections 4, 6.4, 7.3, 7.4 and 7.5. */

import { expect } from "vitest";
import {
	ALL,
	ASKING,
	BANNER,
	consentOf,
	cookieOf,
	DELAY,
	DIALOG,
	dialogIsIn,
	FLOATING,
	flags,
	injected,
	isTheSame,
	mark,
	NEW,
	OVERLAY,
	PAGE,
	SETTLED,
	STRICT,
	shown,
	wait,
	withSettings,
} from "./consent.js";
import { classes, each, isFocused, tabTo, testScreens } from "./visit.js";

const screens = testScreens();

screens(
	"35 41 all is accepted: scripts run once; what is taken back needs a reload",
	async ({ open }) => {
		const { page, run } = await open(PAGE, { ...NEW });
		await wait(run, DELAY);
		expect(await shown(page)).toEqual(ASKING);
		await page.click(".moove-gdpr-infobar-allow-all");
		await expect.poll(() => consentOf(page)).toEqual(ALL);
		expect(await shown(page)).toEqual(SETTLED);
		await expect
			.poll(() => injected(page))
			.toEqual({ thirdparty: true, advanced: true, scripts: 4 });
		const [cookie] = await page.context().cookies();
		expect(cookie.path).toBe("/");
		expect(cookie.sameSite).toBe("Lax");
		const days = (cookie.expires - Date.parse("2026-11-21") / 1000) / 86_400;
		expect(Math.round(days)).toBe(365);

		await page.click(FLOATING);
		await dialogIsIn(page);
		await page.evaluate(() =>
			document.querySelector("#moove_gdpr_performance_cookies").click(),
		);
		await mark(page);
		await page.click(".moove-gdpr-modal-save-settings");
		await expect
			.poll(() => consentOf(page))
			.toEqual(flags("1", "0", "1", "0", "0"));
		await run(799);
		expect(await isTheSame(page)).toBe(true);
		await run(2);
		await expect.poll(() => isTheSame(page).catch(() => true)).toBe(false);
	},
);

screens(
	"36 a rejection is written twice; other scripts' cookies go",
	async ({ open }) => {
		const { page, run } = await open(PAGE, {
			...NEW,
			cookies: [
				// Set for any folder of the page's address, and twice under one name.
				{ name: "_ga", value: "1", path: "/aviso-legal" },
				{ name: "_ga", value: "2", path: "/aviso-legal/" },
				{ name: "_ga", value: "3", path: "/" },
				{ name: "_fbp", value: "1", path: "/" },
				{ name: "wordpress_x", value: "1" },
				{ name: "wc_x", value: "1" },
			],
		});
		await wait(run, DELAY);
		await page.click(".moove-gdpr-infobar-reject-btn");
		await expect.poll(() => consentOf(page)).toEqual(STRICT);
		expect(await shown(page)).toEqual(SETTLED);
		const names = async () =>
			(await page.context().cookies()).map(({ name }) => name).sort();
		expect(await names()).toEqual(["moove_gdpr_popup", "wc_x", "wordpress_x"]);
		await page.context().clearCookies({ name: "moove_gdpr_popup" });
		await run(499);
		expect(await consentOf(page)).toBe(undefined);
		await run(2);
		await expect.poll(() => consentOf(page)).toEqual(STRICT);
		expect((await injected(page)).scripts).toBe(0);
	},
);

screens("37 who scrolls more than 200 px accepts", async ({ open }) => {
	const { page, run } = await open(PAGE, {
		...NEW,
		html: withSettings(
			{ enable_on_scroll: "true", gdpr_aos_hide: ["1"], script_delay: "0" },
			'<div style="height:3000px"></div>',
		),
	});
	await wait(run, 100);
	expect(await shown(page)).toEqual(ASKING);
	const scrollTo = (y) =>
		page.evaluate(
			(y) =>
				new Promise((done) => {
					addEventListener("scroll", () => done(), { once: true });
					scrollTo({ top: y, behavior: "instant" });
				}),
			y,
		);
	await scrollTo(200);
	expect(await consentOf(page)).toBe(undefined);
	await scrollTo(201);
	await expect.poll(() => consentOf(page)).toEqual(flags(1, 1, 1, 1, 1));
	expect(await shown(page)).toEqual(SETTLED);
	expect(
		await page.evaluate(() => sessionStorage.getItem("gdpr_session")),
	).toBeTruthy();
	await expect
		.poll(() => injected(page))
		.toMatchObject({ thirdparty: true, advanced: true });
});

screens("38 who waits half a minute accepts", async ({ open }) => {
	const { page, run } = await open(PAGE, {
		...NEW,
		html: withSettings({
			enable_on_scroll: "true",
			gdpr_aos_hide: "2",
			script_delay: "0",
		}),
	});
	await wait(run, 100);
	expect(await shown(page)).toEqual(ASKING);
	await page.clock.fastForward(20_000);
	expect(await consentOf(page)).toBe(undefined);
	await page.clock.fastForward(10_000);
	await expect.poll(() => consentOf(page)).toEqual(flags(1, 1, 1, 1, 1));
	expect(await shown(page)).toEqual(SETTLED);
});

screens(
	"39 46 a consent of an older version is none; five zeros are none",
	async ({ open }) => {
		const old = await open(PAGE, {
			...NEW,
			cookies: [
				cookieOf({ ...ALL, version: "1" }),
				{ ...cookieOf({ ...ALL, version: "1" }), path: "/aviso-legal/" },
			],
			html: withSettings({ gdpr_consent_version: "2", script_delay: "0" }),
		});
		await wait(old.run, 100);
		expect(await consentOf(old.page)).toBe(undefined);
		expect(await shown(old.page)).toEqual(ASKING);
		expect((await injected(old.page)).scripts).toBe(0);
		await old.page.click(".moove-gdpr-infobar-allow-all");
		await expect
			.poll(() => consentOf(old.page))
			.toEqual({ ...ALL, version: "2" });

		const zeros = flags("0", "0", "0", "0", "0");
		const none = await open(PAGE, {
			...NEW,
			cookies: [cookieOf(zeros)],
			html: withSettings({ script_delay: "0" }),
		});
		await wait(none.run, 100);
		expect(await shown(none.page)).toEqual(ASKING);
		await expect.poll(() => consentOf(none.page)).toEqual(zeros);
	},
);

screens(
	"40 44 47 7.3 7.4 links open the dialog; its boxes; what is saved",
	async ({ open, width }) => {
		const { page, run } = await open(PAGE, {
			...NEW,
			html: withSettings(
				{ script_delay: "0", show_icons: "none" },
				`<p><a id="enlace" href="/otra/#gdpr_cookie_modal">ajustes</a></p>
			<div class="gdpr_cookie_settings_shortcode_content">
			<input type="checkbox" id="copia" data-name="moove_gdpr_advanced_cookies"></div>`,
			),
		});
		await wait(run, 100);
		const url = page.url();
		await page.evaluate(() => document.querySelector("#enlace").click());
		await dialogIsIn(page);
		expect(page.url()).toBe(url);
		expect(
			await page.$eval(OVERLAY, (overlay) => ({
				role: overlay.getAttribute("role"),
				tabindex: overlay.getAttribute("tabindex"),
				ah: overlay.getAttribute("ah"),
				isLast: overlay.parentElement === document.body,
				inside: [...overlay.querySelectorAll("[class^=gdpr_lightbox-]")].map(
					(part) => part.classList[0],
				),
				isActive: document.documentElement.matches(".gdpr_lightbox-active"),
				body: [...document.body.classList].filter((name) =>
					/moove_gdpr_overflow|gdpr-no-icons/.test(name),
				),
				page: document.querySelector("#page-container").getAttribute("ah"),
				dialog: document.querySelector("#moove_gdpr_cookie_modal").style
					.maxHeight,
			})),
		).toEqual({
			role: "dialog",
			tabindex: "-1",
			ah: "false",
			isLast: true,
			inside: [
				"gdpr_lightbox-wrap",
				"gdpr_lightbox-container",
				"gdpr_lightbox-content",
				"gdpr_lightbox-hidden",
				"gdpr_lightbox-close",
			],
			isActive: true,
			body: ["moove_gdpr_overflow", "gdpr-no-icons"],
			page: "true",
			dialog: "800px",
		});
		expect(await isFocused(page, OVERLAY)).toBe(true);

		// Tabs: one section at a time.
		const tab = (name) => `#moove-gdpr-menu [data-href="#${name}"]`;
		await page.click(tab("advanced-cookies"));
		expect(
			await each(page, "#moove-gdpr-menu .menu-item-selected", (item) =>
				item.firstElementChild.getAttribute("data-href"),
			),
		).toEqual(["#advanced-cookies"]);
		expect(
			await each(
				page,
				".moove-gdpr-tab-main",
				(part) => part.offsetHeight > 0 && part.id,
			),
		).toEqual([false, false, false, "advanced-cookies", false]);
		if (width < 768) {
			// A section's title opens and closes what is under it.
			const content = "#advanced-cookies .moove-gdpr-tab-main-content";
			await page.evaluate(() =>
				document.querySelector("#advanced-cookies .tab-title").click(),
			);
			await wait(run, 350);
			expect(await page.isVisible(content)).toBe(false);
			await page.evaluate(() =>
				document.querySelector("#advanced-cookies .tab-title").click(),
			);
			await wait(run, 350);
			expect(await page.isVisible(content)).toBe(true);
		}

		// Boxes: the others wait for the strict one.
		const boxes = () =>
			each(page, ".cookie-switch input", (box) =>
				[
					box.checked ? "on" : "off",
					box.disabled && "disabled",
					box.closest(".moove-gdpr-status-bar").matches(".checkbox-selected") &&
						"selected",
					box.closest(".gdpr-cc-form-fieldset").matches(".fl-disabled") && "fl",
				]
					.filter(Boolean)
					.join(" "),
			);
		const press = (id) =>
			page.evaluate((id) => document.getElementById(id).click(), id);
		const itemsOff = () =>
			each(page, "#moove-gdpr-menu li", (item) =>
				item.classList.contains("menu-item-off"),
			);
		if (!(await page.isChecked("#moove_gdpr_strict_cookies"))) {
			await press("moove_gdpr_strict_cookies");
		}
		await press("moove_gdpr_advanced_cookies");
		expect(await boxes()).toEqual(["on selected", "off", "on selected"]);
		expect(await itemsOff()).toEqual([false, false, true, false, true]);
		expect(await page.isChecked("#copia")).toBe(true);
		await press("moove_gdpr_strict_cookies");
		expect(await boxes()).toEqual([
			"off",
			"off disabled fl",
			"off disabled fl",
		]);
		expect(await page.isDisabled("#copia")).toBe(true);
		await press("moove_gdpr_strict_cookies");
		await press("moove_gdpr_advanced_cookies");

		await page.click(".moove-gdpr-modal-save-settings");
		await expect
			.poll(() => consentOf(page))
			.toEqual(flags("1", "0", "1", "0", "0"));
		await mark(page);
		await wait(run, 1500);
		expect(await isTheSame(page)).toBe(true);
		expect(await injected(page)).toMatchObject({
			thirdparty: false,
			advanced: true,
		});
		expect(await shown(page)).toEqual(SETTLED);

		await page.click(FLOATING);
		await dialogIsIn(page);
		await page.keyboard.press("Escape");
		expect(await classes(page, "body")).not.toContain("moove_gdpr_overflow");
		await wait(run, 500);
		expect(
			await page.$eval(DIALOG, (dialog) => [
				dialog.className,
				dialog.hasAttribute("ah"),
				dialog.parentElement === document.body,
			]),
		).toEqual(["gdpr_lightbox-hide", false, true]);
		expect(await page.$(OVERLAY)).toBe(null);
		expect(await page.$("[ah]")).toBe(null);

		// The backdrop closes too.
		await page.click(FLOATING);
		await dialogIsIn(page);
		await page.evaluate(() =>
			document.querySelector(".gdpr_lightbox-wrap").click(),
		);
		await wait(run, 500);
		expect(await page.$(OVERLAY)).toBe(null);
	},
);

screens("42 45 what an address may ask for", async ({ open }) => {
	const accepted = await open(`${PAGE}#gdpr-accept-cookies/`, {
		...NEW,
		html: withSettings({ script_delay: "0" }),
	});
	await wait(accepted.run, 100);
	await expect.poll(() => consentOf(accepted.page)).toEqual(ALL);
	expect(await shown(accepted.page)).toEqual(SETTLED);
	const rejected = await open(`${PAGE}#gdpr-reject-cookies`, {
		...NEW,
		html: withSettings({ script_delay: "0" }),
	});
	await wait(rejected.run, 600);
	await expect.poll(() => consentOf(rejected.page)).toEqual(STRICT);
	expect((await shown(rejected.page)).banner).toBe(true);
	const opened = await open(`${PAGE}#gdpr_cookie_modal`, {
		...NEW,
		html: withSettings({ script_delay: "0" }),
	});
	await wait(opened.run, 600);
	await dialogIsIn(opened.page);
});

screens(
	"43 the closed banner stays closed in the session",
	async ({ open }) => {
		const { page, run } = await open(PAGE, NEW);
		await wait(run, DELAY);
		await page.click(".moove-gdpr-infobar-close-btn:visible");
		for (let load = 0; load < 2; load++) {
			expect(await shown(page)).toEqual(SETTLED);
			expect(
				await page.evaluate(() =>
					sessionStorage.getItem("gdpr_infobar_hidden"),
				),
			).toBe("1");
			expect(await consentOf(page)).toBe(undefined);
			if (load > 0) break;
			await page.reload();
			await page.waitForSelector(BANNER, { state: "attached" });
			await wait(run, DELAY + 500);
		}
	},
);

screens.mirrored(
	"7.5 the dialog and the banner by keyboard alone",
	async ({ open }) => {
		const { page, run } = await open(PAGE, {
			...NEW,
			html: withSettings({ script_delay: "0" }),
		});
		await wait(run, 100);
		await tabTo(page, `${BANNER} .moove-gdpr-infobar-settings-btn`);
		await page.keyboard.press("Enter");
		await dialogIsIn(page);
		expect(await isFocused(page, OVERLAY)).toBe(true);
		const selected = () =>
			page.$eval("#moove-gdpr-menu .menu-item-selected button", (button) =>
				button.getAttribute("data-href"),
			);
		for (const [key, tab] of [
			["ArrowDown", "#strict-necessary-cookies"],
			["ArrowUp", "#privacy_overview"],
			["ArrowUp", "#cookie_policy_modal"],
			["ArrowDown", "#privacy_overview"],
		]) {
			await page.keyboard.press(key);
			expect(await selected()).toBe(tab);
		}
		// The focus goes round in the dialog; a menu item that gets it is chosen.
		const way = new Set();
		for (let presses = 0; presses < 10; presses++) {
			await page.keyboard.press("Tab");
			expect(await isFocused(page, `${DIALOG} .focus-g`)).toBe(true);
			way.add(
				await page.evaluate(
					() => document.activeElement.className.split(" ")[0],
				),
			);
		}
		expect([...way].sort()).toEqual(
			[
				"focus-g",
				"mgbutton",
				"moove-gdpr-modal-close",
				"moove-gdpr-tab-nav",
			].filter((name) => name !== "focus-g"),
		);
		await tabTo(page, '[data-href="#third_party_cookies"]');
		expect(await selected()).toBe("#third_party_cookies");
		const box = "#moove_gdpr_performance_cookies";
		if (await page.isDisabled(box)) {
			await tabTo(page, '[data-href="#strict-necessary-cookies"]');
			await page.keyboard.press("Space");
			await tabTo(page, '[data-href="#third_party_cookies"]');
		}
		const before = await page.isChecked(box);
		await page.keyboard.press("Space");
		expect(await page.isChecked(box)).toBe(!before);
		await tabTo(page, ".moove-gdpr-modal-close", "Shift+Tab");
		await page.keyboard.press("Enter");
		await wait(run, 500);
		expect(await page.$(OVERLAY)).toBe(null);
		expect(await isFocused(page, ".moove-gdpr-infobar-settings-btn")).toBe(
			true,
		);
		await tabTo(page, ".moove-gdpr-infobar-reject-btn", "Shift+Tab");
		await page.keyboard.press("Enter");
		await wait(run, 600);
		await expect.poll(() => consentOf(page)).toEqual(STRICT);
		expect(await shown(page)).toEqual(SETTLED);
	},
);
