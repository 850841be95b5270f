import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { preact } from "./preact.js";

const src = fileURLToPath(new URL("src", import.meta.url));

/** Folders with components: the modules that draw. */
const drawing = new Set(
	readdirSync(src, { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
		.map(dirname),
);

/** Tests of contact forms count what listeners of the whole document do. */
const FORMS = "src/contact-form-7/*.test.ts";

/** A context of its own for each file; a process of its own, `isForked`, takes several times as long. */
const project = (
	name: string,
	include: string[],
	isForked: boolean,
	alias = {},
) => ({
	resolve: { alias },
	test: {
		name,
		include,
		exclude: isForked ? [] : [FORMS],
		pool: isForked ? ("forks" as const) : ("vmThreads" as const),
		environment: "jsdom",
		setupFiles: ["src/testing/browser.ts"],
		testTimeout: 30_000,
	},
});

const drawn = [...drawing].map((path) => `src/${path}/*.test.{ts,tsx}`);

/** All tests with React; those of modules that draw with Preact in its place, too. */
export default defineConfig({
	test: {
		projects: [
			project("react", ["*.test.js", "src/**/*.test.{ts,tsx}"], false),
			project("react-forms", [FORMS], true),
			project("preact", drawn, false, preact),
			project("preact-forms", [FORMS], true, preact),
		],
	},
});
