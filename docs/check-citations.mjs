/**
 * Checks what the code cites: each `contract "NAME", section 1.2` is a page of `docs/contracts/` with that section.
 * `node docs/check-citations.mjs`; prints the wrong ones and fails when there are some. Part of `make check`.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../", import.meta.url));
const sources = /\.(rs|tsx?|m?js|css|html|sql|toml|md)$/;
const comment = /\n[ \t]*(?:\/\/[/!]?|\*|#|--)[ \t]?/g;
// A name in quotation marks, or one with a hyphen; then perhaps sections.
const citation =
	/\b[Cc]ontracts?[ \n](?:"([a-z0-9-]+)"|([a-z0-9]+-[a-z0-9-]+))|"([a-z0-9-]+)"(?=,? sections? )/g;
const cited = /^,?[ \n](?:\([^)]*\) )?sections?[ \n]((?:[A-Z]?\d*(?:\.\d+)*[a-z]?\b(?:, (?=[A-Z]?\d)| and (?=[A-Z]?\d)| to (?=[A-Z]?\d)|,? )?)+)/;

/** Numbers of a page's headings and of the rows of its tables. */
function sectionsOf(text) {
	const numbered = text.matchAll(/^(?:#+|\|) ((?:[A-Z]|\d)[\d.]*[a-z]?)(?=[.:) ])/gm);
	return new Set(Array.from(numbered, ([, number]) => number.replace(/\.$/, "")));
}

const folder = `${top}docs/contracts/`;
const pages = new Map(
	readdirSync(folder)
		.filter((file) => file.endsWith(".md"))
		.map((file) => [file.slice(0, -3), sectionsOf(readFileSync(folder + file, "utf8"))]),
);
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: top, encoding: "utf8" });
const wrong = [];
let count = 0;
for (const file of tracked.split("\0")) {
	if (!sources.test(file) || file.startsWith("docs/contracts/") || !existsSync(top + file)) continue;
	const text = readFileSync(top + file, "utf8").replace(comment, " ");
	for (const found of text.matchAll(citation)) {
		const name = found[1] ?? found[2] ?? found[3];
		const sections = pages.get(name);
		if (!sections) {
			if (found[1] || found[2]) wrong.push(`${file}: no contract "${name}"`);
			continue;
		}
		count += 1;
		const list = cited.exec(text.slice(found.index + found[0].length))?.[1];
		for (const number of list?.match(/[A-Z]?\d+(?:\.\d+)*[a-z]?|[A-Z](?:\.\d+)+/g) ?? []) {
			if (!sections.has(number)) wrong.push(`${file}: "${name}" has no section ${number}`);
		}
	}
}
for (const line of new Set(wrong)) console.error(line);
console.log(`${count} citations of ${pages.size} contracts, ${wrong.length} wrong`);
process.exit(wrong.length ? 1 : 0);
