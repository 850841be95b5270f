/** The pages that audit, replay and shadowing write, on a phone and on a desktop: what axe finds, how wide they are, and the keyboard. */

import { execFile } from "node:child_process";
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { binary, startOwnSite } from "./own-site.js";
import { openBrowser, ownSite } from "./shared-site.js";

const axe = readFileSync(
	new URL(
		"../../react-modules/node_modules/axe-core/axe.min.js",
		import.meta.url,
	),
	"utf8",
);
const root = fileURLToPath(
	new URL("../../fixtures/casas-cueva/wp-root", import.meta.url),
);
const config = fileURLToPath(
	new URL("../../fixtures/casas-cueva/oxipress.toml", import.meta.url),
);

const REPORTS = ["audit", "replay", "shadow"];
const WIDTHS = [390, 1280];

const folder = mkdtempSync(join(tmpdir(), "oxipress-reports-"));
const at = (name) => join(folder, name);

/** Runs a command of the program; a status other than 0 says that something was found. */
const oxipress = (...args) =>
	new Promise((done, failed) => {
		execFile(binary(), args, { cwd: folder }, (error, out, said) => {
			if (error && typeof error.code !== "number") failed(error);
			else done(`${out}${said}`);
		});
	});

let browser;
let server;
let base;

beforeAll(async () => {
	browser = await openBrowser();
	await Promise.all([audit(), replay(), shadow()]);
	// A page of its own origin, as somebody would put it on an intranet.
	server = createServer((request, response) => {
		const name = request.url.slice(1);
		if (!REPORTS.includes(name)) return response.writeHead(404).end();
		response.setHeader("content-type", "text/html");
		response.end(readFileSync(at(`${name}.html`)));
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", done));
	base = `http://127.0.0.1:${server.address().port}`;
}, 180_000);

afterAll(async () => {
	await browser?.close();
	server?.close();
	rmSync(folder, { recursive: true, force: true });
});

async function audit() {
	const database = `sqlite:${at("audit.sqlite")}`;
	const dump = join(root, "../site.sql");
	await oxipress("import", dump, "--to", database);
	const site = ["--wp-root", root, "--config", config, "--database", database];
	await oxipress("audit", ...site, "--quiet", "--html", at("audit.html"));
}

/** What was recorded is changed afterwards: the same texts are there, others were wanted. */
async function replay() {
	const site = ownSite().base;
	const out = at("recordings");
	const crawl = ["--crawl", "--pause", "0", "--pages", "25", "--out", out];
	await oxipress("record", "--upstream", `${site}/`, ...crawl);
	for (const name of readdirSync(out)) {
		if (!name.endsWith(".json")) continue;
		const recording = JSON.parse(readFileSync(join(out, name), "utf8"));
		if (!recording.response.body) continue;
		recording.response.body = recording.response.body
			.replaceAll("et_pb_module ", "et_pb_module another ")
			.replace("</footer>", "<p>a paragraph more</p></footer>")
			.replace(/<title>/, "<title>Another ");
		writeFileSync(join(out, name), JSON.stringify(recording));
	}
	writeFileSync(join(out, "broken.json"), '{"request": <b>');
	await oxipress("replay", out, "--against", site, "--report", "replay.html");
}

/** Both builds of the browser modules are linked differently. */
async function shadow() {
	const findings = at("shadow");
	const site = await startOwnSite({
		flags: ["--shadow", ownSite("preact").base, "--shadow-rate", "1"],
		variables: { OXIPRESS_SHADOW_FOLDER: findings },
	});
	try {
		for (const path of ["/", "/contacto/", "/opiniones/", "/tarifas/"]) {
			await fetch(site.base + path);
		}
		for (let tries = 0; tries < 300; tries++) {
			const args = ["shadow", "report", "--folder", findings, "--json"];
			const found = JSON.parse(await oxipress(...args));
			if (found.compared >= 4) break;
			await new Promise((done) => setTimeout(done, 200));
		}
	} finally {
		await site.stop();
	}
	await oxipress(
		...["shadow", "report", "--folder", findings],
		...["--html", at("shadow.html")],
	);
}

async function open(name, width) {
	const visit = await openPage(browser, {
		viewport: { width, height: 900 },
		reducedMotion: "reduce",
		bypassCSP: true,
	});
	const errors = [];
	visit.page.on("pageerror", (error) => errors.push(error.message));
	visit.page.on("console", (message) => {
		if (message.type() === "error") errors.push(message.text());
	});
	await visit.page.goto(`${base}/${name}`, { waitUntil: "load" });
	return { ...visit, errors };
}

describe.each(REPORTS)("the report of %s", (name) => {
	test.each(WIDTHS)(
		"is clean in the eyes of axe at %i pixels",
		async (width) => {
			const { page, requests, errors, close } = await open(name, width);
			const wider = await page.evaluate(() => {
				for (const details of document.querySelectorAll("details"))
					details.open = true;
				const room = document.documentElement.clientWidth;
				return [...document.querySelectorAll("body *")]
					.filter((e) => {
						// What scrolls in itself is not wider than the page.
						if (e.closest("pre, svg")) return false;
						return e.getBoundingClientRect().right > room + 1;
					})
					.map((e) => e.outerHTML.slice(0, 120));
			});
			expect(wider).toEqual([]);
			expect(
				await page.evaluate(() => document.documentElement.scrollWidth),
			).toBeLessThanOrEqual(width);
			await page.evaluate(axe);
			const found = await page.evaluate(async () => {
				const { violations } = await window.axe.run(document, {
					resultTypes: ["violations"],
					elementRef: false,
				});
				return violations.flatMap(({ id, nodes }) =>
					nodes.map(({ target, failureSummary }) =>
						`${id}: ${target.join(" ")} ${failureSummary}`.slice(0, 300),
					),
				);
			});
			expect(found).toEqual([]);
			// One file: nothing is asked for besides, and nothing runs.
			const own = requests.filter((each) => !each.endsWith("/favicon.ico"));
			expect(own).toEqual([`GET /${name}`]);
			expect(await page.locator("script").count()).toBe(0);
			expect(errors.filter((each) => !each.includes("favicon"))).toEqual([]);
			await close();
		},
	);

	test("is read by keyboard alone", async () => {
		const { page, close } = await open(name, 390);
		await page.keyboard.press("Tab");
		expect(
			await page.evaluate(() => document.activeElement.getAttribute("href")),
		).toBe("#main");
		await page.keyboard.press("Enter");
		// The browser tells of its address after the key has been answered.
		await page.waitForURL(/#main$/);
		const seen = await walk(page);
		// Each part that opens is reached, says so, and is seen when it has the focus.
		const all = await page.locator("summary:visible").count();
		expect(seen.summaries).toBeGreaterThanOrEqual(Math.min(all, 40));
		expect(seen.hidden).toEqual([]);
		expect(all).toBeGreaterThan(0);
		const first = page.locator("summary").first();
		await first.focus();
		const isOpen = () =>
			first.evaluate((summary) => summary.parentElement.open);
		const before = await isOpen();
		await page.keyboard.press("Enter");
		await expect.poll(isOpen).toBe(!before);
		await page.keyboard.press("Space");
		await expect.poll(isOpen).toBe(before);
		await close();
	});
});

/** Walks through a page with Tab: how many summaries it met, and elements whose focus nobody sees. */
async function walk(page) {
	const hidden = [];
	let summaries = 0;
	for (let steps = 0; steps < 400; steps++) {
		await page.keyboard.press("Tab");
		const at = await page.evaluate(() => {
			const e = document.activeElement;
			if (!e || e === document.body || e.dataset.met) return null;
			e.dataset.met = "1";
			const style = getComputedStyle(e);
			const ring =
				(style.outlineStyle !== "none" && style.outlineWidth !== "0px") ||
				style.boxShadow !== "none" ||
				// The boxes of the treemap draw their own.
				e.closest("svg") !== null;
			return { name: e.localName, ring, html: e.outerHTML.slice(0, 80) };
		});
		if (!at) break;
		if (at.name === "summary") summaries++;
		if (!at.ring) hidden.push(at.html);
	}
	return { hidden, summaries };
}
