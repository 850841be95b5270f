/** What a page loads, gzipped: printed after each build, which fails when a budget is over. `node sizes.js FOLDER` */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = process.argv[2] ?? "dist";
const isPreact = folder.endsWith("preact");

/** Pages by the chunks that they load, with their budget in bytes. */
const pages = {
	"any page": [["loader", "shared", "chrome"], 13_000],
	"contact page": [
		["loader", "react", "contact-form-7", "wp-armour"],
		isPreact ? 20_000 : 82_000,
	],
	"page with reviews": [
		["loader", "react", "shared", "reviews-widget"],
		isPreact ? 18_000 : 80_000,
	],
	"page with consent": [["loader", "shared", "moove-gdpr"], 15_000],
	"comment or login page": [["loader", "wp-armour"], 6_000],
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
