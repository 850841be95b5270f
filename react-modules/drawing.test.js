// @vitest-environment node
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** `README.md` says of each module whether it draws, and so when React is loaded; the import graph must agree. */

const src = fileURLToPath(new URL("src", import.meta.url));
const read = (path) => readFileSync(join(src, path), "utf8");

/** Relative and package imports of a file: those that load with it, and those that it loads later. Types are left out. */
function importsOf(path) {
	const text = read(path).replace(/^(import|export) type [^;]*;/gm, "");
	const all = (pattern) =>
		[...text.matchAll(pattern)].map(([, name = ""]) => resolve(path, name));
	return {
		now: all(/^(?:import|export)\b(?:[^;"=]*\bfrom)?\s*"([^"]+)";/gm),
		later: all(/(?<!typeof )\bimport\(\s*(?:\/\*.*?\*\/)?\s*"([^"]+)"/g),
	};
}

function resolve(from, name) {
	if (!name.startsWith(".")) return name;
	const path = normalize(join(dirname(from), name));
	const found = [".ts", ".tsx", "/index.ts", "/index.tsx"]
		.map((end) => path + end)
		.find((file) => existsSync(join(src, file)));
	if (!found) throw new Error(`${from} imports ${name}, which is not there`);
	return found;
}

const isReact = (name) => /^react(-dom)?(\/|$)/.test(name);

/** What a file loads at once, itself included; and what it loads later. */
function closureOf(entry) {
	const now = new Set([entry]);
	const later = new Set();
	for (const file of now) {
		if (!existsSync(join(src, file))) continue;
		const imports = importsOf(file);
		for (const name of imports.now) now.add(name);
		for (const name of imports.later) later.add(name);
	}
	return { now, later };
}

/** `at once`, `later` or `no`: when a module loads React. */
function whenReact(entry) {
	const { now, later } = closureOf(entry);
	if ([...now].some(isReact)) return "at once";
	return [...later].some((file) => whenReact(file) !== "no") ? "later" : "no";
}

/** The modules' files: those that export `mount`. `divi` only lists the theme's. */
const registers = importsOf("modules.ts").now.filter((file) =>
	file.endsWith("/register.ts"),
);
const folders = [...registers, "divi/modules.ts"].flatMap((list) =>
	[
		...read(list).matchAll(
			/(?:import\(\s*(?:\/\*.*?\*\/)?\s*|from )"(\.[^"]*)"/g,
		),
	]
		.map(([, name = ""]) => resolve(list, name))
		.filter((file) => file !== "divi/index.ts")
		.filter((file) => /^export (async )?function mount\b/m.test(read(file))),
);

/** The table of `README.md`: module to its second column. Its last row are all others, which never load React. */
const table = new Map(
	[
		...read("../README.md").matchAll(/^\| (`[^|]*?) *\| (at once|later) *\|/gm),
	].flatMap(([, names = "", when = ""]) =>
		[...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [name, when]),
	),
);

test.each([...new Set(folders)].map((file) => [dirname(file), file]))(
	"README.md says when %s loads React",
	(folder, file) => {
		expect(table.get(folder) ?? "no").toBe(whenReact(file));
	},
);

test("README.md names no module that is not there", () => {
	const known = folders.map((file) => relative(".", dirname(file)));
	expect([...table.keys()].filter((name) => !known.includes(name))).toEqual([]);
});
