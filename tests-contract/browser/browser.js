/** A browser for the tests: Debian's Chromium, that reaches nothing but this machine. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

// The tools lie with the modules: scripts that run by themselves find them too.
const tools = createRequire(
	new URL("../../react-modules/package.json", import.meta.url),
);
const { chromium } = tools("playwright-core");

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser"];

function executable() {
	for (const name of NAMES) {
		for (const folder of (process.env.PATH ?? "").split(delimiter)) {
			if (existsSync(join(folder, name))) return join(folder, name);
		}
	}
	throw new Error("no Chromium on the PATH: apt-get install chromium");
}

export const launch = () =>
	chromium.launch({
		executablePath: executable(),
		args: ["--no-sandbox", "--disable-gpu"],
	});

const isLoopback = (url) =>
	/^(https?:\/\/127\.0\.0\.1[:/]|data:|blob:|about:)/.test(url);

/** A page of its own, that keeps what the console says and what the page asks for. */
export async function openPage(browser, options = {}) {
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: "es-ES",
		serviceWorkers: "block",
		...options,
	});
	const page = await context.newPage();
	page.setDefaultTimeout(15_000);
	const said = [];
	const requests = [];
	page.on("console", (message) => {
		// The recorded pages' inline scripts and pictures want what is not served here.
		if (/oxipress|react|hydrat/i.test(message.text()))
			said.push(message.text());
	});
	page.on("request", (request) => {
		requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
	});
	await page.route(
		(url) => !isLoopback(url.href),
		(route) => route.abort(),
	);
	return { page, said, requests, close: () => context.close() };
}

/** Remembers every node below the selector before our bundle starts: `window.kept()` counts those that are gone. */
export const keepNodes = (page, selector) =>
	page.addInitScript((selector) => {
		document.addEventListener("readystatechange", () => {
			if (document.readyState !== "interactive") return;
			const roots = [...document.querySelectorAll(selector)];
			const nodes = [];
			for (const root of roots) {
				const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
				while (walker.nextNode()) {
					const node = walker.currentNode;
					if (node.parentNode.localName !== "textarea") nodes.push(node);
				}
			}
			window.kept = () => ({
				all: nodes.length,
				lost: nodes.filter((node) => !node.isConnected).length,
			});
		});
	}, selector);

/** Holds our chunk of that name back until the function that this gives is called. */
export async function holdChunk(page, name) {
	let release;
	const released = new Promise((done) => {
		release = done;
	});
	await page.route(new RegExp(`${name}\\.[0-9a-f]+\\.js`), async (route) => {
		await released;
		await route.continue();
	});
	return release;
}

/** Where every element below the selector is, and how high the page. */
export const places = (page, selector) =>
	page.evaluate(
		(selector) => [
			document.documentElement.scrollHeight,
			...[...document.querySelectorAll(selector)].map((element) => {
				const { x, y, width, height } = element.getBoundingClientRect();
				return `${element.localName} ${[x, y + scrollY, width, height].map(Math.round)}`;
			}),
		],
		selector,
	);
