/**
 * Takes pictures of the running demo site: `screenshots/*.png` for looking at, `docs/casas-cueva*.jpg` for the README.
 * `node docs/screenshots.mjs http://127.0.0.1:8080`; Chromium is the machine's own (`CHROMIUM` names another one).
 */

import { mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../react-modules/", import.meta.url))("playwright-core");

const root = new URL("../", import.meta.url);
const site = (process.argv[2] ?? "http://127.0.0.1:8080").replace(/\/$/, "");

/** Pages, by the name of their pictures. */
const pages = {
	bienvenida: "/",
	tienda: "/tienda/",
	manta: "/producto/manta-de-la-sierra/",
	casa: "/la-casa/",
	tarifas: "/tarifas/",
	cuaderno: "/cuaderno-de-la-loma/",
	alrededores: "/alrededores-de-la-loma/",
	contacto: "/contacto/",
};
/** Phone, tablet, desktop. */
const widths = [390, 820, 1440];

/** What the README shows: windows beside each other, by page, width and height. */
const readme = {
	"docs/casas-cueva.jpg": [
		["/", 1280, 860],
		["/tarifas/", 390, 860],
	],
	"docs/casas-cueva-2.jpg": [
		["/en/the-house/", 820, 860],
		["/de/preise/", 820, 860],
	],
};
const README_LIMIT = 150_000;
/** Milliseconds that a busy machine may take for a page. */
const PATIENCE = 180_000;

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	// Nothing outside is asked: no fonts, films or maps of others.
	args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});

/** Opens a page and waits until it is as it stays: fonts there, late pictures loaded. */
async function open(address, width, height) {
	const page = await browser.newPage({ viewport: { width, height } });
	page.setDefaultTimeout(PATIENCE);
	await page.goto(`${site}${address}`);
	await page.evaluate(async () => {
		// Late pictures of slides that do not show never load.
		const isThere = (image) =>
			image.complete || image.getClientRects().length === 0 || new Promise((done) => (image.onload = image.onerror = done));
		// What loads when it comes into view is brought into view.
		for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
			scrollTo({ top: y, behavior: "instant" });
			await new Promise((done) => setTimeout(done, 60));
		}
		await Promise.all([document.fonts.ready, ...[...document.images].map(isThere)]);
		scrollTo({ top: 0, behavior: "instant" });
	});
	return page;
}

try {
	await mkdir(new URL("screenshots/", root), { recursive: true });
	for (const [name, address] of Object.entries(pages)) {
		for (const width of widths) {
			const page = await open(address, width, 900);
			const file = `screenshots/${name}-${width}.png`;
			await page.screenshot({ path: new URL(file, root).pathname, fullPage: true });
			const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			console.log(`${file}  ${site}${address}${overflow > 0 ? `  ${overflow} pixels too wide` : ""}`);
			await page.close();
		}
	}
	for (const [file, windows] of Object.entries(readme)) {
		const shots = [];
		for (const [address, width, height] of windows) {
			const page = await open(address, width, height);
			shots.push((await page.screenshot()).toString("base64"));
			await page.close();
		}
		const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join("");
		const sheet = await browser.newPage({ viewport: { width: 1700, height: 900 } });
		await sheet.setContent(`<style>body{margin:0;display:flex;gap:28px;width:max-content;background:#d9d0c1}</style>${images}`);
		const path = new URL(file, root).pathname;
		await sheet.locator("body").screenshot({ path, type: "jpeg", quality: 72 });
		const { size } = await stat(path);
		console.log(`${file}  ${size} bytes`);
		if (size > README_LIMIT) throw new Error(`${file} is larger than ${README_LIMIT} bytes`);
		await sheet.close();
	}
} finally {
	await browser.close();
}
