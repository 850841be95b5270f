/** What a page loads, gzipped: printed after each build, which fails when a budget is over. `node sizes.js FOLDER` */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = process.argv[2] ?? "dist";
const isPreact = folder.endsWith("preact");

/** Pages by the chunks that they load, with the bytes that they may not pass. The aim for contact forms is 82,000. */
const pages = {
	"any page": [["loader", "shared", "chrome", "layout-helpers"], 20_500],
	"contact page": [
		["loader", "react", "adopt", "contact-form-7", "wp-armour"],
		isPreact ? 24_000 : 85_000,
	],
	"page with reviews": [
		["loader", "react", "adopt", "shared", "reviews-widget"],
		isPreact ? 26_000 : 87_000,
	],
	"page with consent": [["loader", "shared", "moove-gdpr"], 17_500],
	"comment or login page": [["loader", "wp-armour"], 7_000],
};

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
process.exitCode = isOver ? 1 : 0;
