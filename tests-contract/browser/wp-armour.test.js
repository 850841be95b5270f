import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { startRecordedSite } from "./recorded-site.js";
import { openBrowser } from "./shared-site.js";

let browser;
let site;
beforeAll(async () => {
	browser = await openBrowser();
	site = await startRecordedSite();
});
afterAll(async () => {
	await browser.close();
	await site.stop();
});

// Contract "honeypot", section 3.
test.each([
	["/contacto/", ".wpcf7-form", 1],
	["/modulos/formulario-divi/", ".et_pb_contact_form", 1],
	["/wp-login.php", "#loginform", 1],
	["/modulos/boletin/", ".et_pb_newsletter_form form", 0],
])(
	"%s: %s gets %i pair of fields at the first move",
	async (path, form, pairs) => {
		const { page, close } = await openPage(browser);
		await page.goto(site.base + path, { waitUntil: "networkidle" });
		const names = () =>
			page.$$eval(
				`${form} [name=alt_s], ${form} [name=casacue4217]`,
				(inputs) => inputs.map((input) => input.name),
			);
		expect(await names()).toEqual([]);
		await page.mouse.move(100, 100);
		if (pairs)
			await page.waitForSelector(`${form} .wpa_hidden_field`, {
				state: "attached",
			});
		expect(await names()).toEqual(pairs ? ["alt_s", "casacue4217"] : []);
		await close();
	},
);

test("the fields go out with the form", async () => {
	const { page, close } = await openPage(browser);
	await page.goto(`${site.base}/contacto/`);
	await page.waitForSelector(".wpcf7.js");
	await page.check("[name=acepto]");
	const sent = page.waitForRequest(/feedback$/);
	await page.click(".wpcf7-submit");
	const body = (await sent).postData();
	expect(body).toMatch(/name="alt_s"\r\n\r\n\r\n/);
	expect(body).toMatch(/name="casacue4217"\r\n\r\n\d+\r\n/);
	await close();
});
