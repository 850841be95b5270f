import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { startRecordedSite } from "./recorded-site.js";
import { openBrowser } from "./shared-site.js";

const FEEDBACK = /contact-forms\/\d+\/feedback$/;
const LEGACY =
	'<script src="/wp-content/plugins/contact-form-7/includes/js/index.js" id="contact-form-7-js"></script>';

const axe = readFileSync(
	new URL(
		"../../react-modules/node_modules/axe-core/axe.min.js",
		import.meta.url,
	),
	"utf8",
);

let browser;
beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(() => browser.close());

const ready = (page) =>
	page.waitForSelector(".wpcf7.js .wpcf7-spinner", { state: "attached" });

async function fill(page) {
	await page.fill("[name=tu-nombre]", "Lucía");
	await page.fill("[name=tu-correo]", "lucia@correo.example");
	await page.fill("[name=tu-mensaje]", "Queremos la cueva grande.");
	await page.check("[name=acepto]");
}

const status = (page, name) => page.waitForSelector(`.wpcf7-form.${name}`);

describe("on recorded pages", () => {
	let site;
	beforeAll(async () => {
		site = await startRecordedSite();
	});
	afterAll(() => site.stop());

	test("by keyboard alone: filled, refused, mended, sent", async () => {
		const { page, requests, close } = await openPage(browser);
		await page.goto(`${site.base}/contacto/`);
		await ready(page);
		await page.focus("[name=tu-nombre]");
		await page.keyboard.type("Lucía");
		await page.keyboard.press("Tab");
		await page.keyboard.type("mal");
		await page.keyboard.press("Tab");
		await page.waitForSelector("[data-name=tu-correo] .wpcf7-not-valid-tip");
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.type("lucia@correo.example");
		await page.focus("[name=tu-mensaje]");
		await page.keyboard.type("Queremos la cueva grande.");
		await page.focus("[name=acepto]");
		await page.keyboard.press("Space");
		await page.focus(".wpcf7-submit");
		await page.keyboard.press("Enter");
		await status(page, "sent");
		await page.waitForFunction(
			() => document.querySelector("[role=status]").textContent !== "",
		);
		expect(await page.textContent(".wpcf7-response-output")).toContain(
			"Hemos recibido tu mensaje.",
		);
		expect(await page.inputValue("[name=tu-nombre]")).toBe("");
		expect(page.url()).toBe(`${site.base}/contacto/`);
		expect(requests.filter((each) => /refill|feedback$/.test(each))).toEqual([
			"POST /wp-json/contact-form-7/v1/contact-forms/235/feedback",
			"GET /wp-json/contact-form-7/v1/contact-forms/235/refill",
		]);
		await close();
	});

	test.each([
		["offline", (route) => route.abort("internetdisconnected")],
		["an answer that is no JSON", (route) => route.fulfill({ body: "<p>" })],
		["status 500", (route) => route.fulfill({ status: 500, body: "{}" })],
	])("%s leaves the form in submitting", async (_, answer) => {
		const { page, close } = await openPage(browser);
		await page.route(FEEDBACK, answer);
		await page.goto(`${site.base}/contacto/`);
		await ready(page);
		await fill(page);
		const failed = page.waitForEvent("console", (m) => m.type() === "error");
		await page.click(".wpcf7-submit");
		await failed;
		expect(await page.getAttribute(".wpcf7-form", "data-status")).toBe(
			"submitting",
		);
		expect(page.url()).toBe(`${site.base}/contacto/`);
		await close();
	});

	test("a file shows how far it is; the bar goes with the answer", async () => {
		const { page, close } = await openPage(browser);
		await page.goto(`${site.base}/formulario-completo/`);
		await ready(page);
		await page.setInputFiles("[name=adj-req]", {
			name: "nota.txt",
			mimeType: "text/plain",
			buffer: Buffer.alloc(300_000, "a"),
		});
		const answer = site.hold();
		await page.evaluate(() =>
			document.querySelector(".wpcf7-form").requestSubmit(),
		);
		await page.waitForSelector(".wpcf7-upload-progress", { state: "attached" });
		answer();
		await status(page, "invalid");
		expect(await page.$(".wpcf7-upload-progress")).toBeNull();
		await close();
	});

	test("a form that AJAX brings is taken in, with its honeypot", async () => {
		const { page, close } = await openPage(browser);
		await page.goto(`${site.base}/contacto/`);
		await ready(page);
		await page.mouse.move(200, 200);
		await page.waitForSelector(".wpa_hidden_field", { state: "attached" });
		await page.evaluate(async (path) => {
			const answer = await fetch(path);
			const other = new DOMParser().parseFromString(
				await answer.text(),
				"text/html",
			);
			document
				.querySelector("#main-content")
				.append(other.querySelector(".wpcf7"));
		}, "/formulario-completo/");
		await page.waitForSelector("#wpcf7-f300-p1996-o1.js .wpa_hidden_field", {
			state: "attached",
		});
		await page.fill("[name=correo-req]", "mal");
		await page.press("[name=correo-req]", "Tab");
		await page.waitForSelector("[data-name=correo-req] .wpcf7-not-valid-tip");
		await close();
	});

	test("beside the plugin's own script the module stays passive", async () => {
		const { page, requests, close } = await openPage(browser);
		await page.route("**/includes/js/index.js", (route) =>
			route.fulfill({ contentType: "text/javascript", body: "" }),
		);
		await page.route("**/contacto/", async (route) => {
			const answer = await route.fetch();
			const body = (await answer.text()).replace("</head>", `${LEGACY}</head>`);
			await route.fulfill({ response: answer, body });
		});
		await page.goto(`${site.base}/contacto/`, { waitUntil: "networkidle" });
		expect(await page.getAttribute(".wpcf7", "class")).toBe("wpcf7 no-js");
		expect(await page.evaluate(() => typeof window.wpcf7.init)).toBe(
			"undefined",
		);
		expect(requests.join()).not.toContain("modules/contact-form-7");
		await close();
	});

	test("a chunk that does not come is one line; the others work", async () => {
		const { page, said, close } = await openPage(browser);
		await page.route(/wp-armour\.[0-9a-f]+\.js/, (route) => route.abort());
		await page.goto(`${site.base}/contacto/`);
		await ready(page);
		expect(said).toHaveLength(1);
		expect(said[0]).toContain("oxipress: module wp-armour did not load");
		await close();
	});

	test("without a form on the page, no form chunk and no React", async () => {
		const { page, requests, close } = await openPage(browser);
		await page.goto(`${site.base}/aviso-legal/`, {
			waitUntil: "networkidle",
		});
		const chunks = requests.filter((each) => each.includes("/modules/"));
		expect(chunks.join()).toMatch(/loader\.js.*site-wide/);
		const unwanted = /contact-form-7|wp-armour|react|adopt/;
		expect(chunks.filter((each) => unwanted.test(each))).toEqual([]);
		await close();
	});

	test("axe finds nothing serious in the form, as printed and with errors", async () => {
		const { page, close } = await openPage(browser);
		await page.goto(`${site.base}/contacto/`);
		await ready(page);
		await page.evaluate(axe);
		const serious = () =>
			page.evaluate(async () => {
				const { violations } = await window.axe.run(".wpcf7");
				return violations
					.filter(({ impact }) => ["serious", "critical"].includes(impact))
					.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
			});
		const printed = await serious();
		await page.check("[name=acepto]");
		await page.click(".wpcf7-submit");
		await status(page, "invalid");
		await page.waitForSelector(".wpcf7-not-valid-tip");
		expect(await serious()).toEqual(printed);
		await close();
	});
});

test("without script the form sends itself", async () => {
	const site = await startRecordedSite();
	const { page, requests, close } = await openPage(browser, {
		javaScriptEnabled: false,
	});
	await page.goto(`${site.base}/contacto/`);
	await fill(page);
	await page.click(".wpcf7-submit");
	await page.waitForLoadState();
	expect(requests).toContain("POST /contacto/");
	await close();
	await site.stop();
});
