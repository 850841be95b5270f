/** Each row of the contracts' tables about the browser stands in the title of the test that proves it. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const here = new URL("./modules/", import.meta.url);
const contract = (name) =>
	readFileSync(
		new URL(`../../docs/contracts/${name}.md`, import.meta.url),
		"utf8",
	);

/** The titles of the tests of some files: what stands before the first word, and behind it. */
function titles(files) {
	const names = readdirSync(here).filter((name) => files.test(name));
	return names.flatMap((name) => {
		const text = readFileSync(new URL(name, here), "utf8");
		const calls = /^(?:screens(?:\.mirrored)?|test)\(\s*["`]([^"`]+)["`]/gm;
		return [...text.matchAll(calls)].map(([, title]) => title);
	});
}

const OTHERS =
	/^(?!contact-form-7|cookie-consent|honeypot|reviews).*\.test\.js$/;

test.each([
	["contact-form-7", /^\| ([GH]\d+) \|/gm, /^contact-form-7.*\.test\.js$/],
	["cookie-consent", /^\| (\d+) \| browser/gm, /^cookie-consent.*\.test\.js$/],
	["honeypot", /^\| (\d+) \| browser/gm, /^honeypot\.test\.js$/],
	[
		"reviews-widget",
		/^\| (4\d|50) \| (?:browser|link)/gm,
		/^reviews-widget\.test\.js$/,
	],
	["divi-client-plan", /^\| (\d+) \|/gm, OTHERS],
])("%s: each row is named by a test", (name, row, files) => {
	const rows = [...contract(name).matchAll(row)].map(([, id]) => id);
	const named = titles(files).join("\n");
	expect(rows.length).toBeGreaterThan(3);
	const missing = rows.filter((id) => !new RegExp(`\\b${id}\\b`).test(named));
	expect(missing).toEqual([]);
});
