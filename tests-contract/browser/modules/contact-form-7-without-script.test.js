/** Contract "contact-form-7", section 21 and table 24 H: forms that the browser sends itself. */

import { expect } from "vitest";
import { FORM, fill } from "./contact-form.js";
import { each, testScreens } from "./visit.js";

const screens = testScreens();

/** A page whose script is off, with the fields that the spam check's script would put into its form. */
const withHoneypot = (body) => {
	const [, data] = /wpa_field_info = JSON\.parse\(atob\("([^"]+)"/.exec(body);
	const { wpa_field_name: name, wpa_field_value: value } = JSON.parse(
		Buffer.from(data, "base64").toString(),
	);
	return body.replace(
		"</fieldset>",
		`<input type="hidden" name="alt_s" value=""><input type="hidden" name="${name}" value="${value}">$&`,
	);
};

/** Sends the form as the browser itself does; `change` is made to the page before. */
async function sendByItself(open, address, change = (body) => body) {
	const visit = await open("/contacto/", {
		javaScriptEnabled: false,
		html: (body) =>
			body.includes("_wpcf7_unit_tag") ? change(withHoneypot(body)) : body,
	});
	const { page } = visit;
	await fill(page);
	await page.fill("[name=tu-correo]", address);
	const [sent] = await Promise.all([
		page.waitForRequest((request) => request.method() === "POST"),
		page.click(".wpcf7-submit"),
	]);
	expect(await sent.headerValue("content-type")).toBe(
		"application/x-www-form-urlencoded",
	);
	await page.waitForLoadState("load");
	return visit;
}

screens(
	"H2 sent without script: the page shows it, with empty fields",
	async ({ open, site, width }) => {
		const address = `sin-guion${width}@correo.example`;
		const { page } = await sendByItself(open, address);
		await page.waitForSelector(`${FORM}.sent[data-status=sent]`);
		expect(new URL(page.url()).hash).toBe("#wpcf7-f235-p1989-o1");
		for (const name of ["tu-nombre", "tu-correo", "tu-mensaje"]) {
			expect(await page.inputValue(`[name=${name}]`)).toBe("");
		}
		expect(await page.isChecked("[name=acepto]")).toBe(false);
		expect(await page.$(".wpcf7-not-valid")).toBe(null);
		const shown = await page.textContent(".wpcf7-response-output");
		expect(shown.trim()).not.toBe("");
		expect(await page.isVisible(".wpcf7-response-output")).toBe(true);
		expect(await page.textContent(".wpcf7 [role=status]")).toBe(shown);
		await expect.poll(() => site.mails().join()).toContain(address);
	},
);

screens(
	"H3 sent for another form of the page: the mail goes, this one says nothing",
	async ({ open, site, width }) => {
		const address = `otra-marca${width}@correo.example`;
		const { page } = await sendByItself(open, address, (body) =>
			body.replace(
				'name="_wpcf7_unit_tag" value="wpcf7-f235-p1989-o1"',
				'name="_wpcf7_unit_tag" value="wpcf7-f235-p1989-o9"',
			),
		);
		await expect.poll(() => site.mails().join()).toContain(address);
		await page.waitForSelector(`${FORM}.init[data-status=init]`);
		expect((await page.textContent(".wpcf7-response-output")).trim()).toBe("");
		expect(await page.inputValue("[name=tu-nombre]")).toBe("");
	},
);

screens("H1 without script the server's page says it", async ({ open }) => {
	const { page } = await open("/contacto/", { javaScriptEnabled: false });
	await page.fill("[name=tu-nombre]", '"Lucía" <b>');
	await page.fill("[name=tu-correo]", "mal");
	await page.click(".wpcf7-submit");
	await page.waitForSelector(`${FORM}.invalid[data-status=invalid]`);
	expect(await each(page, ".wpcf7-not-valid", ({ name }) => name)).toEqual([
		"tu-correo",
		"tu-mensaje",
	]);
	expect(await page.inputValue("[name=tu-nombre]")).toBe('"Lucía" <b>');
	expect(await each(page, ".screen-reader-response li")).toHaveLength(2);
	expect(await page.isVisible(".wpcf7-response-output")).toBe(true);
});
