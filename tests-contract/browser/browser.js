/** Debian's Chromium for the tests; requests outside of this machine are refused. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

// The tools are installed in `react-modules`; scripts run outside of vitest find them there too.
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

const options = () => ({
	executablePath: executable(),
	args: [
		"--no-sandbox",
		"--disable-gpu",
		// Refused by name: to look at each request here would take the browser more time, and its cache.
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
	],
});

export const launch = () => chromium.launch(options());

/** Starts a browser that several processes use: each connects to its `wsEndpoint()`. */
export const launchServer = () => chromium.launchServer(options());

export const connect = (endpoint) => chromium.connect(endpoint);

/** Opens a page in a context of its own; records its console messages about us and its requests. */
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
		// Inline scripts and images of recorded pages request files that are not served here.
		if (/oxipress|react|hydrat/i.test(message.text()))
			said.push(message.text());
	});
	page.on("request", (request) => {
		requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
	});
	return { page, said, requests, close: () => context.close() };
}

/** Stores every node below the selector before our bundle starts: `window.kept()` counts those that were removed. */
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

/** Delays our chunk of that name until the returned function is called. */
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

/** The boxes of all elements below the selector, and the page's height. */
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
