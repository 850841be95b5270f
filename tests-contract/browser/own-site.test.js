import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdChunk, keepNodes, openPage, places } from "./browser.js";
import { openBrowser, ownSite } from "./shared-site.js";

const PAGES = [
	["/contacto/", 1],
	["/de/kontakt/", 1],
	["/formulario-completo/", 1],
	["/formularios-varios/", 5],
];

let browser;
beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(() => browser.close());

async function fill(page, message, address) {
	await page.fill("[name=tu-nombre]", "Lucía");
	await page.fill("[name=tu-correo]", address);
	await page.fill("[name=tu-mensaje]", message);
	await page.check("[name=acepto]");
}

const status = (page, name) => page.waitForSelector(`.wpcf7-form.${name}`);

describe.each(["react", "preact"])("%s on our own pages", (modules) => {
	let site;
	beforeAll(async () => {
		site = ownSite(modules);
	});

	test.each(PAGES)(
		"%s: every node stays, nothing moves",
		async (path, forms) => {
			const { page, said, close } = await openPage(browser);
			await keepNodes(page, ".wpcf7 > form");
			const release = await holdChunk(page, "contact-form-7");
			await page.goto(site.base + path);
			// The honeypot's field is added by another module.
			await page.waitForSelector(".wpa_hidden_field", { state: "attached" });
			const before = await places(page, ".wpcf7 > form *");
			release();
			await page.waitForFunction(
				(forms) => document.querySelectorAll(".wpcf7.js").length === forms,
				forms,
			);
			const { all, lost } = await page.evaluate(() => window.kept());
			expect(all).toBeGreaterThan(30);
			expect(lost).toBe(0);
			const after = await places(page, ".wpcf7 > form :not(.wpcf7-spinner)");
			// A misplaced form is replaced by a message.
			if (forms === 1) expect(after).toEqual(before);
			else await page.waitForSelector(".wpcf7-form-in-wrong-place");
			expect(said).toEqual([]);
			await close();
		},
	);

	test("a message goes out by mail; the form is empty again", async () => {
		const { page, close } = await openPage(browser);
		await page.goto(`${site.base}/contacto/`);
		await page.waitForSelector(".wpcf7.js");
		const text = `Queremos la cueva grande (${modules}).`;
		const address = `lucia-${modules}@correo.example`;
		await fill(page, text, address);
		await page.click(".wpcf7-submit");
		await status(page, "sent");
		expect(await page.inputValue("[name=tu-mensaje]")).toBe("");
		expect(await page.inputValue("[name=_wpcf7_posted_data_hash]")).toMatch(
			/^[0-9a-f]{32}$/,
		);
		await expect.poll(() => site.mails().join()).toContain(address);
		await close();
	});

	test("the server's messages stand at their fields", async () => {
		const { page, close } = await openPage(browser);
		await page.goto(`${site.base}/contacto/`);
		await page.waitForSelector(".wpcf7.js");
		await page.check("[name=acepto]");
		await page.click(".wpcf7-submit");
		await status(page, "invalid");
		await page.waitForSelector(".wpcf7-response-output:not(:empty)");
		expect(
			await page.$$eval(".wpcf7-not-valid-tip", (tips) =>
				tips.map(
					(tip) => `${tip.parentElement.dataset.name}: ${tip.textContent}`,
				),
			),
		).toEqual([
			"tu-nombre: Este campo hace falta.",
			"tu-correo: Este campo hace falta.",
			"tu-mensaje: Este campo hace falta.",
		]);
		await close();
	});

	test("a robot that sends before anybody moved is caught", async () => {
		const { page, close } = await openPage(browser);
		await page.goto(`${site.base}/contacto/`);
		await page.waitForSelector(".wpcf7.js");
		await page.evaluate(() => {
			for (const trap of document.querySelectorAll(
				".altEmail_container, .wpa_hidden_field",
			)) {
				trap.remove();
			}
			for (const [name, value] of [
				["tu-nombre", "Bot"],
				["tu-correo", "bot@correo.example"],
				["tu-mensaje", "Compre nuestros relojes."],
			]) {
				document.querySelector(`[name=${name}]`).value = value;
			}
			document.querySelector("[name=acepto]").checked = true;
			window.wpcf7.submit(document.querySelector(".wpcf7-form"));
		});
		await status(page, "invalid");
		await page.waitForSelector("[data-name=tu-nombre] .wpcf7-not-valid-tip");
		expect(site.mails().join()).not.toContain("bot@correo.example");
		await close();
	});
});

describe("without script", () => {
	let site;
	beforeAll(async () => {
		site = ownSite();
	});

	test("errors are in the page; with script again, the module takes them over", async () => {
		const { page, close } = await openPage(browser, {
			javaScriptEnabled: false,
		});
		await page.goto(`${site.base}/contacto/`);
		await page.fill("[name=tu-nombre]", "Lucía");
		await page.click(".wpcf7-submit");
		await status(page, "invalid");
		expect(await page.$(".wpcf7-not-valid-tip")).toBeTruthy();
		const html = await page.content();
		await close();

		const second = await openPage(browser);
		await second.page.route("**/contacto/", (route) =>
			route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
		);
		await second.page.goto(`${site.base}/contacto/`);
		await second.page.waitForSelector(".wpcf7.js");
		const tips = () =>
			second.page.$$eval(".wpcf7-not-valid-tip", (all) => all.length);
		const before = await tips();
		await second.page.fill("[name=tu-correo]", "lucia@correo.example");
		await second.page.press("[name=tu-correo]", "Tab");
		await second.page.waitForFunction(
			(before) =>
				document.querySelectorAll(".wpcf7-not-valid-tip").length === before - 1,
			before,
		);
		expect(second.said).toEqual([]);
		await second.close();
	});
});
