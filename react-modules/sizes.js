/** What a page loads, gzipped: printed after each build, which fails when a budget is over. `node sizes.js FOLDER` */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = process.argv[2] ?? "dist";
const isPreact = folder.endsWith("preact");

/**
 * Pages by the chunks that they load, with the bytes that they may not pass. The libraries are bundled as they are
 * published: `react` with `react-dom` is 69,100 bytes of a page, `preact/compat` 8,800.
 */
const pages = {
	"page without modules": [["loader"], 3_100],
	"page of the theme": [["loader", "divi"], 15_600],
	// Tabs, toggles and counters run without React.
	"theme with tabs, toggles and counters": [
		["loader", "divi", "panels", "counters"],
		20_300,
	],
	// With what the theme's pages have besides their chrome: one chunk.
	"runtime, React, chrome and forms": [
		["loader", "react", "divi", "contact-form-7", "wp-armour"],
		isPreact ? 33_200 : 93_600,
	],
	"contact form": [
		["loader", "react", "contact-form-7", "wp-armour"],
		isPreact ? 20_800 : 81_200,
	],
	reviews: [["loader", "react", "reviews-widget"], isPreact ? 16_200 : 76_600],
	"consent and languages": [["loader", "site-wide"], 7_000],
	"comment or login": [["loader", "wp-armour"], 4_700],
	// Pages of the shop, less runtime and React: a product's with the theme and its lightbox, cart and checkout on their own.
	"product, less runtime and React": [
		[
			"divi",
			"shop",
			"woocommerce",
			"woocommerce-cart-parts",
			"woocommerce-product",
			"woocommerce-gallery",
			"woocommerce-variations",
			"lightbox-dialog",
		],
		32_000,
	],
	"cart on its own": [
		[
			"woocommerce",
			"woocommerce-cart-parts",
			"woocommerce-cart",
			"woocommerce-address",
		],
		20_000,
	],
	"checkout on its own": [
		[
			"woocommerce",
			"woocommerce-cart-parts",
			"woocommerce-checkout",
			"woocommerce-address",
			"woocommerce-account",
		],
		20_000,
	],
};

/** What no module's chunk may pass; `divi` holds the theme's chrome and what comes with it on every page. */
const CHUNK = 6_000;
const LARGER = ["react", "divi", "contact-form-7"];

const sizes = new Map();
for (const name of readdirSync(new URL(`${folder}/`, import.meta.url))) {
	if (!name.endsWith(".js")) continue;
	const file = readFileSync(new URL(`${folder}/${name}`, import.meta.url));
	sizes.set(name.split(".")[0], gzipSync(file, { level: 9 }).length);
}

let isOver = false;
console.log(
	`${folder}, gzip bytes: ${[...sizes].map((size) => size.join(" ")).join(", ")}`,
);
for (const [page, [chunks, budget]] of Object.entries(pages)) {
	const sum = chunks.reduce(
		(total, chunk) => total + (sizes.get(chunk) ?? NaN),
		0,
	);
	const isFine = sum <= budget;
	isOver ||= !isFine;
	console.log(`  ${page}: ${sum} of ${budget}${isFine ? "" : " TOO MUCH"}`);
}
for (const [chunk, size] of sizes) {
	if (size <= CHUNK || LARGER.includes(chunk)) continue;
	isOver = true;
	console.log(`  chunk ${chunk}: ${size} of ${CHUNK} TOO MUCH`);
}
process.exitCode = isOver ? 1 : 0;
