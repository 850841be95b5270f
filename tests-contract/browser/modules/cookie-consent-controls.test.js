/** Contract "cookie-consent": what section 6.4 says of scripts, and rows of 7.3 and 7.5 beside those of section 13. */

import { expect } from "vitest";
import {
	ALL,
	ASKING,
	BANNER,
	consentOf,
	cookieOf,
	DIALOG,
	dialogIsIn,
	FLOATING,
	flags,
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
import { each, isFocused, tabTo, testScreens } from "./visit.js";

const screens = testScreens();

/** A script that records its order and whether the body existed. */
const say = (name) =>
	`<script data-gdpr>(window.turns ??= []).push("${name}");</script>`;
const part = (name) => ({
	header: `<meta data-gdpr name="${name}">${say(`${name} head`)}`,
	body: `<b data-de="${name}"></b>${say(`${name} body`)}`,
	footer: `<i data-de="${name}"></i>${say(`${name} foot`)}`,
});
const defined = (parts) => ({
	script_delay: "0",
	scripts_defined: JSON.stringify({ cache: true, ...parts }),
});
const turns = (page) => page.evaluate(() => window.turns ?? []);

screens(
	"6.4 scripts run one after the other where they belong, each category once",
	async ({ open }) => {
		let release;
		const released = new Promise((done) => {
			release = done;
		});
		const { page, run } = await open(PAGE, {
			...NEW,
			stubs: [
				[
					"**/lento.js",
					async (route) => {
						await released;
						await route.fulfill({
							contentType: "text/javascript",
							body: 'turns.push("lento"); document.write("<u id=escrito></u>" + "<script>turns.push(\'escrito\')</" + "script>");',
						});
					},
				],
			],
			html: withSettings(
				defined({
					strict: part("strict"),
					thirdparty: {
						...part("thirdparty"),
						header: `<script data-gdpr src="/lento.js"></script>${say("tras lento")}`,
					},
					advanced: part("advanced"),
				}),
			),
		});
		await wait(run, 100);
		expect(await turns(page)).toEqual([]);
		await page.click(".moove-gdpr-infobar-allow-all");
		const strict = ["strict head", "strict body", "strict foot"];
		await expect.poll(() => turns(page)).toEqual(strict);
		// An external script delays the scripts that follow.
		await wait(run, 300);
		expect(await turns(page)).toEqual(strict);
		release();
		const all = [
			...strict,
			"lento",
			"escrito",
			"tras lento",
			"thirdparty body",
			"thirdparty foot",
			"advanced head",
			"advanced body",
			"advanced foot",
		];
		await expect.poll(() => turns(page)).toEqual(all);
		expect(
			await page.evaluate(() => {
				const place = (node) => [
					node.parentElement.localName,
					[...node.parentElement.children].indexOf(node),
				];
				const [meta, written] = ["meta[data-gdpr]", "#escrito"].map((name) =>
					document.querySelector(name),
				);
				const first = [...document.body.querySelectorAll(":scope > b")];
				const last = [...document.body.querySelectorAll(":scope > i[data-de]")];
				return {
					head: meta.parentElement.localName,
					written: written.parentElement.localName,
					// The one that came last stands first.
					first: first.map((node) => [node.dataset.de, place(node)[1] < 6]),
					last: last.map((node) => node.dataset.de),
					isBehind: last[0].compareDocumentPosition(
						document.querySelector("#page-container"),
					),
					others: document.querySelectorAll("#page-container").length,
				};
			}),
		).toEqual({
			head: "head",
			written: "head",
			first: [
				["advanced", true],
				["thirdparty", true],
				["strict", true],
			],
			last: ["strict", "thirdparty", "advanced"],
			isBehind: 2,
			others: 1,
		});
		// A second acceptance runs nothing again; a rejection removes the scripts.
		await page.click(FLOATING);
		await dialogIsIn(page);
		await page.click(".moove-gdpr-modal-allow-all");
		await wait(run, 600);
		expect(await turns(page)).toEqual(all);
		expect(await page.$$("script[data-gdpr]")).toHaveLength(10);
		await page.click(FLOATING);
		await dialogIsIn(page);
		await page.click(".moove-gdpr-modal-reject-all");
		await wait(run, 600);
		expect(await page.$$("script[data-gdpr]")).toHaveLength(0);
	},
);

screens(
	"6.4 only what the cookie allows; a server that is asked for scripts",
	async ({ open }) => {
		const only = await open(PAGE, {
			...NEW,
			cookies: [cookieOf(flags("1", "0", "1", "0", "0"))],
			html: withSettings(
				defined(
					Object.fromEntries(
						["strict", "thirdparty", "advanced", "performance"].map((name) => [
							name,
							part(name),
						]),
					),
				),
			),
		});
		await wait(only.run, 100);
		await expect
			.poll(() => turns(only.page))
			.toEqual(
				["strict", "advanced"].flatMap((name) =>
					["head", "body", "foot"].map((place) => `${name} ${place}`),
				),
			);

		const bodies = [];
		const { page, run } = await open(PAGE, {
			...NEW,
			cookies: [cookieOf(STRICT)],
			stubs: [
				[
					"**/admin-ajax.php",
					async (route) => {
						bodies.push(route.request().postData());
						await route.fulfill({
							contentType: "text/html",
							body: JSON.stringify(part(`vez ${bodies.length}`)),
						});
					},
				],
			],
			html: withSettings({ script_delay: "0", scripts_defined: "" }),
		});
		await wait(run, 100);
		await expect.poll(async () => (await turns(page)).length).toBe(3);
		await page.click(FLOATING);
		await dialogIsIn(page);
		await page.click(".moove-gdpr-modal-allow-all");
		await expect
			.poll(() => turns(page))
			.toEqual(
				["vez 1", "vez 2"].flatMap((name) =>
					["head", "body", "foot"].map((place) => `${name} ${place}`),
				),
			);
		const given = bodies.map((body) =>
			Object.fromEntries(new URLSearchParams(body)),
		);
		expect(given).toEqual([
			{ action: "moove_gdpr_get_scripts", ...STRICT, wp_lang: "" },
			// Scripts that the page has are not requested again.
			{ action: "moove_gdpr_get_scripts", ...ALL, strict: "0", wp_lang: "" },
		]);
	},
);

screens(
	"7.3 links and buttons that accept and reject, wherever they stand",
	async ({ open, site }) => {
		const links = `<p><a id="si" href="${site.base}/otra/#gdpr-accept-cookies">sí</a>
			<a id="no" href="#gdpr-reject-cookies">no</a></p>`;
		const { page, run } = await open(PAGE, {
			...NEW,
			html: withSettings({ script_delay: "0" }, links),
		});
		await wait(run, 100);
		expect(await shown(page)).toEqual(ASKING);
		await page.evaluate(() => document.querySelector("#si").click());
		await expect.poll(() => consentOf(page)).toEqual(ALL);
		expect(await shown(page)).toEqual(SETTLED);
		expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(PAGE);
		// A category was withdrawn: the page reloads.
		await mark(page);
		await page.evaluate(() => document.querySelector("#no").click());
		await expect.poll(() => consentOf(page)).toEqual(STRICT);
		await run(799);
		expect(await isTheSame(page)).toBe(true);
		await run(2);
		await expect.poll(() => isTheSame(page).catch(() => true)).toBe(false);

		for (const [button, consent, isSame] of [
			[".moove-gdpr-modal-allow-all", ALL, true],
			[".moove-gdpr-modal-reject-all", STRICT, true],
			[".moove-gdpr-modal-close", undefined, true],
			// Nothing ticked and no cookie: none is written. Strict was on before.
			[".moove-gdpr-modal-save-settings", undefined, false],
		]) {
			const dialog = await open(PAGE, {
				...NEW,
				html: withSettings({ script_delay: "0" }),
			});
			await wait(dialog.run, 100);
			await dialog.page.click(`${BANNER} .moove-gdpr-infobar-settings-btn`);
			await dialogIsIn(dialog.page);
			await dialog.page.evaluate(() => {
				for (const box of document.querySelectorAll(".cookie-switch input")) {
					if (box.checked) box.click();
				}
			});
			await mark(dialog.page);
			await dialog.page.click(button);
			await expect.poll(() => consentOf(dialog.page)).toEqual(consent);
			await wait(dialog.run, 500);
			expect(await dialog.page.$(OVERLAY)).toBe(null);
			expect((await shown(dialog.page)).banner).toBe(/close/.test(button));
			await wait(dialog.run, 301);
			await expect
				.poll(() => isTheSame(dialog.page).catch(() => !isSame))
				.toBe(isSame);
		}
	},
);

screens(
	"7.3 what the banner's close button does is the site's choice",
	async ({ open, site }) => {
		const closed = async (settings) => {
			const visit = await open(PAGE, {
				...NEW,
				html: withSettings({ script_delay: "0", ...settings }),
			});
			await wait(visit.run, 100);
			await mark(visit.page);
			await visit.page.click(".moove-gdpr-infobar-close-btn:visible");
			return visit;
		};
		for (const [action, consent] of [
			["2", STRICT],
			["3", ALL],
			["4", STRICT],
		]) {
			const { page } = await closed({ close_btn_action: action });
			await expect.poll(() => consentOf(page)).toEqual(consent);
			expect(await shown(page)).toEqual(SETTLED);
			expect(
				await page.evaluate(() =>
					sessionStorage.getItem("gdpr_infobar_hidden"),
				),
			).toBe(null);
			expect(await isTheSame(page)).toBe(true);
		}
		const away = await closed({
			close_btn_action: "4",
			close_btn_rdr: `${site.base}/privacidad/`,
		});
		await away.page.waitForURL("**/privacidad/");
		await expect.poll(() => consentOf(away.page)).toEqual(STRICT);
		const forced = await closed({
			close_btn_action: "3",
			force_reload: "true",
		});
		// The timer begins when two scripts have come, the second after the first: time passes until then.
		const isOld = async () => {
			await wait(forced.run, 801).catch(() => {});
			return isTheSame(forced.page).catch(() => true);
		};
		await expect.poll(isOld).toBe(false);
	},
);

screens(
	"7.3 a rejection removes on the server what scripts cannot",
	async ({ open }) => {
		const bodies = [];
		const { page, run } = await open(PAGE, {
			...NEW,
			stubs: [
				[
					"**/admin-ajax.php",
					async (route) => {
						bodies.push(
							Object.fromEntries(
								new URLSearchParams(route.request().postData()),
							),
						);
						await route.fulfill({ contentType: "text/html", body: "{}" });
					},
				],
			],
			html: withSettings({
				script_delay: "0",
				ajax_cookie_removal: "true",
				gdpr_nonce: "0123456789",
			}),
		});
		await wait(run, 100);
		await page.click(".moove-gdpr-infobar-reject-btn");
		await expect.poll(() => bodies.length).toBe(2);
		expect(bodies[0]).toMatchObject({
			action: "moove_gdpr_remove_php_cookies",
			security: "0123456789",
		});
		expect(bodies[1]).toMatchObject({
			action: "moove_gdpr_get_scripts",
			...flags("0", "0", "0", "0", "0"),
		});
	},
);

/** The dialog as its one-page layout prints it. */
const onePage = (html) =>
	html
		.replace("moove_gdpr_modal_theme_v1", "moove_gdpr_modal_theme_v2")
		.replace(/(class="moove-gdpr-tab-main") style="display:none"/g, "$1")
		.replace(
			'<div class="moove-gdpr-tab-main-content">\n',
			"$&<details><summary>Detalles</summary>d</details>",
		);

const boxes = (page) =>
	each(page, ".cookie-switch input", ({ checked, disabled }) =>
		[checked ? "on" : "off", disabled && "disabled"].filter(Boolean).join(" "),
	);

screens(
	"7.3 switches that wait for the strict one: the one page ticks both, tabs warn",
	async ({ open }) => {
		const pressWaiting = (page) =>
			page.evaluate(() =>
				document
					.querySelector("#advanced-cookies .fl-disabled .cookie-slider")
					.click(),
			);
		const opened = async (html) => {
			const visit = await open(PAGE, {
				...NEW,
				html: (body) => html(withSettings({ script_delay: "0" })(body)),
			});
			await wait(visit.run, 100);
			await visit.page.click(`${BANNER} .moove-gdpr-infobar-settings-btn`);
			await dialogIsIn(visit.page);
			// The others are disabled until strict is on; classes show it.
			await visit.page.evaluate(() => {
				const strict = document.querySelector("#moove_gdpr_strict_cookies");
				if (!strict.checked) strict.click();
				strict.click();
			});
			expect(await boxes(visit.page)).toEqual([
				"off",
				"off disabled",
				"off disabled",
			]);
			return visit.page;
		};
		const both = await opened(onePage);
		await pressWaiting(both);
		expect(await boxes(both)).toEqual(["on", "off", "on"]);
		expect(await both.$$(".fl-disabled")).toEqual([]);

		const warning =
			'<p class="moove-gdpr-strict-secondary-warning-message" style="display:none">Primero las necesarias.</p>';
		const warned = await opened((html) =>
			html.replace(
				/(id="advanced-cookies"[\s\S]*?<div class="moove-gdpr-tab-main-content">)/,
				`$1${warning}`,
			),
		);
		await warned.click('[data-href="#advanced-cookies"]');
		await pressWaiting(warned);
		expect(await boxes(warned)).toEqual([
			"off",
			"off disabled",
			"off disabled",
		]);
		expect(
			await warned.isVisible(".moove-gdpr-strict-secondary-warning-message"),
		).toBe(true);
	},
);

screens.mirrored(
	"7.5 the one-page dialog, and a banner over the whole window, by keyboard alone",
	async ({ open }) => {
		const { page, run } = await open(PAGE, {
			...NEW,
			html: (body) =>
				onePage(
					withSettings({ script_delay: "0" })(body).replace(
						'class="moove-gdpr-info-bar-hidden ',
						"$&gdpr-full-screen-infobar ",
					),
				),
		});
		await wait(run, 100);
		await page.focus(`${BANNER} button`);
		const seen = new Set();
		for (let presses = 0; presses < 8; presses++) {
			await page.keyboard.press("Tab");
			expect(await isFocused(page, `${BANNER} *`)).toBe(true);
			seen.add(await page.evaluate(() => document.activeElement.className));
		}
		expect(seen.size).toBeGreaterThan(2);
		await tabTo(
			page,
			`${BANNER} .moove-gdpr-infobar-settings-btn`,
			"Shift+Tab",
		);
		await page.keyboard.press("Enter");
		await dialogIsIn(page);

		// All switches, the details, buttons and the close button, and round again.
		const way = [];
		for (let presses = 0; presses < 16; presses++) {
			await page.keyboard.press("Tab");
			expect(await isFocused(page, `${DIALOG} .focus-g`)).toBe(true);
			way.push(
				await page.evaluate(() =>
					document.activeElement.matches("[role=switch]")
						? "switch"
						: document.activeElement.localName,
				),
			);
		}
		expect(new Set(way)).toEqual(new Set(["switch", "summary", "button", "a"]));
		const strict = "#strict-necessary-cookies [role=switch]";
		await tabTo(page, strict);
		const wasOn = await page.isChecked("#moove_gdpr_strict_cookies");
		await page.keyboard.press("Space");
		expect(await page.isChecked("#moove_gdpr_strict_cookies")).toBe(!wasOn);
		if (wasOn) await page.keyboard.press("Space");
		await tabTo(page, "#advanced-cookies [role=switch]");
		await page.keyboard.press("Space");
		expect(await page.isChecked("#moove_gdpr_advanced_cookies")).toBe(true);
		const isOpen = () =>
			page.$eval("summary", ({ parentElement }) => parentElement.open);
		await tabTo(page, "summary");
		await page.keyboard.press("Space");
		expect(await isOpen()).toBe(true);
		// Enter saves when the focus is not on a button.
		await tabTo(page, strict);
		await page.keyboard.press("Enter");
		await expect
			.poll(() => consentOf(page))
			.toEqual(flags("1", "0", "1", "0", "0"));
		await wait(run, 500);
		expect(await page.$(OVERLAY)).toBe(null);
		await page.click(FLOATING);
		await dialogIsIn(page);
		await tabTo(page, `${DIALOG} .moove-gdpr-modal-close`);
		await page.keyboard.press("Enter");
		await wait(run, 500);
		expect(await page.$(OVERLAY)).toBe(null);
		await expect
			.poll(() => consentOf(page))
			.toEqual(flags("1", "0", "1", "0", "0"));
	},
);
