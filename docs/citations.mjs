// Checks that each citation of a contract in the sources names a page of docs/contracts/ and a section that is there.
//
// A citation is `Contract "NAME"`, with or without `, section N.M`; `hardening S9` names a row of docs/hardening.md.
// Run by `make check`; prints each citation that does not resolve, with file and line, and exits with 1.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDERS = ["compat", "themes", "endpoints", "tests-contract", "react-modules/src", "fuzz"];
const SKIPPED = new Set(["node_modules", "target", "dist", "dist-preact", "corpus"]);
const SOURCE = /\.(rs|tsx?|jsx?|mjs|css|html)$/;

function* sources(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			if (!SKIPPED.has(entry.name)) yield* sources(path);
		} else if (SOURCE.test(entry.name)) yield path;
	}
}

/** Section numbers of a page: of its headings, and of table rows and list items that begin with a number. */
function sectionsOf(text) {
	const sections = new Set();
	for (const line of text.split("\n")) {
		const found = /^(?:#+ |\| ?|- |\*\*)(?:Part |Section )?\**(\d+(?:\.\d+)*)/.exec(line);
		if (found) sections.add(found[1]);
		for (const row of line.matchAll(/\b([A-Z]{1,2}\d+)\b/g)) sections.add(row[1]);
	}
	return sections;
}

const pages = new Map();
for (const file of readdirSync(join(root, "docs/contracts"))) {
	if (!file.endsWith(".md")) continue;
	const text = readFileSync(join(root, "docs/contracts", file), "utf8");
	pages.set(file.slice(0, -3), { text, sections: sectionsOf(text) });
}
const hardening = sectionsOf(readFileSync(join(root, "docs/hardening.md"), "utf8"));

/** The numbers and row ids of a list of sections: `2.4, 6 and 24 E27 to E30`. */
function cited(list) {
	return [...list.matchAll(/\d+(?:\.\d+)*|\b[A-Z]{1,2}\d+\b/g)].map((m) => m[0]);
}

/** Comments as one text, with the line of each character: citations run over line ends. */
function comments(text) {
	let joined = "";
	const lines = [];
	text.split("\n").forEach((line, at) => {
		const found = /(?:\/\/[/!]?|^\s*\*|\/\*+)\s?(.*)/.exec(line);
		const part = found ? `${found[1]} ` : "\n";
		joined += part;
		for (let i = 0; i < part.length; i++) lines.push(at + 1);
	});
	return { joined, lines };
}

const LIST = /^,? (?:sections?|§) ((?:\d+(?:\.\d+)*|[A-Z]{1,2}\d+)(?:(?:,| and| to| or|,? and|,? to)? ?(?:\d+(?:\.\d+)*(?![\d%]| [a-z]+s\b)|[A-Z]{1,2}\d+\b))*)/;
let count = 0;
const wrong = [];
for (const folder of FOLDERS) {
	for (const path of sources(join(root, folder))) {
		const { joined, lines } = comments(readFileSync(path, "utf8"));
		const tell = (at, what) => wrong.push(`${relative(root, path)}:${lines[at]}: ${what}`);
		for (const citation of joined.matchAll(/[Cc]ontracts? /g)) {
			let rest = joined.slice(citation.index + citation[0].length);
			for (;;) {
				const name = /^(?:,? ?and |, )?["`]([a-z][a-z0-9-]+)(?:\.md)?["`]/.exec(rest);
				if (!name) break;
				rest = rest.slice(name[0].length);
				count++;
				const page = pages.get(name[1]);
				if (!page) {
					tell(citation.index, `no page "${name[1]}"`);
					break;
				}
				const list = LIST.exec(rest);
				if (!list) continue;
				rest = rest.slice(list[0].length);
				for (const section of cited(list[1])) {
					if (!page.sections.has(section)) tell(citation.index, `no section ${section} in "${name[1]}"`);
				}
			}
		}
		for (const row of joined.matchAll(/\bhardening ((?:[A-Z]\d+(?:(?:,| and| to) )?)+)/g)) {
			for (const name of cited(row[1])) {
				count++;
				if (!hardening.has(name)) tell(row.index, `no row ${name} in docs/hardening.md`);
			}
		}
	}
}
console.log(wrong.join("\n"));
console.log(`${count} citations, ${wrong.length} of them lead nowhere`);
process.exit(wrong.length > 0 || count < 300 ? 1 : 0);
