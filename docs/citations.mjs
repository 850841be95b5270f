// Checks the references of the sources and of the documentation:
//
// - `Contract "NAME"`, with or without `, section N.M`, names a page and a section of docs/contracts/;
// - `hardening S9` names a row of docs/hardening.md;
// - a path in backticks or in a link of a Markdown page (`compat/src/wordpress/nonce.rs`) exists;
// - a module path in backticks (`endpoints::wordpress::login`), in a Markdown page or a comment, is a file or an item;
// - the code of docs/adding-a-column.md stands in the files that it names.
//
// Run by `make check`; prints each reference that does not resolve, with file and line, and exits with 1.
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Directories at the top of the repository: what a path in the documentation begins with. */
const TOP = new Set(readdirSync(root, { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => e.name));
/** A placeholder in a path: `COLUMN`, `*`, `…`, the example of adding-a-column.md. */
const PLACEHOLDER = /\b[A-Z][A-Z_]+\b(?!\.md)|[*…<{]|acme/;
/** Folders that a build makes. */
const BUILT = /^(?:target|react-modules\/dist)/;

/** Whether `crate::a::b` is a module, or an item named in the last module of the path. */
function isModulePath(path) {
	const parts = path.split("::").filter((part) => part !== "");
	const [crate, ...rest] = parts;
	let folder = join(root, crate, "src");
	let file = join(folder, "lib.rs");
	for (const [at, part] of rest.entries()) {
		const next = [join(folder, `${part}.rs`), join(folder, part, "mod.rs")].find((candidate) => existsSync(candidate));
		if (!next) {
			const text = existsSync(file) ? readFileSync(file, "utf8") : "";
			return at >= rest.length - 2 && new RegExp(`\\b${part}\\b`).test(text);
		}
		file = next;
		folder = join(folder, part);
	}
	return true;
}

const MODULE_PATH = /`((?:compat|themes|endpoints)(?:::[A-Za-z_][A-Za-z0-9_]*)+)/g;
for (const folder of FOLDERS) {
	for (const path of sources(join(root, folder))) {
		if (!path.endsWith(".rs")) continue;
		const { joined, lines } = comments(readFileSync(path, "utf8"));
		for (const [, name] of joined.matchAll(MODULE_PATH)) {
			count++;
			if (!isModulePath(name)) wrong.push(`${relative(root, path)}:${lines[joined.indexOf(name)]}: no module ${name}`);
		}
	}
}

const PAGES = ["README.md", "CONTRIBUTING.md", "react-modules/README.md"];
for (const file of readdirSync(join(root, "docs"))) if (file.endsWith(".md")) PAGES.push(`docs/${file}`);
for (const page of PAGES) {
	readFileSync(join(root, page), "utf8").split("\n").forEach((line, at) => {
		const names = [...line.matchAll(/`([A-Za-z0-9_.-]+\/[^`\s]*|[a-z_-]+\.md)`/g)].map((found) => found[1]);
		for (const name of names) {
			const path = name.replace(/[/,:]+$/, "");
			if (PLACEHOLDER.test(path) || BUILT.test(path)) continue;
			if (path.includes("/") && !TOP.has(path.split("/")[0])) continue;
			count++;
			const found = [root, join(root, dirname(page))].some((base) => existsSync(join(base, path)));
			if (!found) wrong.push(`${page}:${at + 1}: no file ${path}`);
		}
		for (const [, link] of line.matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
			count++;
			if (!existsSync(join(root, dirname(page), link))) wrong.push(`${page}:${at + 1}: no file ${link}`);
		}
		for (const [, name] of line.matchAll(MODULE_PATH)) {
			count++;
			if (!PLACEHOLDER.test(name) && !isModulePath(name)) wrong.push(`${page}:${at + 1}: no module ${name}`);
		}
	});
}
/** Code on a page of docs/ is quoted from the file that the text above it named last: `path/to/file.rs`. */
const QUOTING = "docs/adding-a-column.md";
const NAMED = /`(tests-contract\/example\/[^`\s]+\.[a-z]+)`|```[a-z]+\n([^]*?)```/g;
let quoted = "";
for (const [, file, code] of readFileSync(join(root, QUOTING), "utf8").matchAll(NAMED)) {
	if (file) {
		quoted = file;
		continue;
	}
	count++;
	if (!quoted || !readFileSync(join(root, quoted), "utf8").includes(code)) {
		wrong.push(`${QUOTING}: ${quoted || "no file"} does not hold:\n${code}`);
	}
}

if (wrong.length > 0) console.log(wrong.join("\n"));
console.log(`${count} references, ${wrong.length} of them lead nowhere`);
process.exit(wrong.length > 0 || count < 300 ? 1 : 0);
