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

const test = {
	environment: "jsdom",
	setupFiles: ["src/testing/browser.ts"],
	testTimeout: 30_000,
};

/** All tests with React; those of modules that draw with Preact in its place, too. */
export default defineConfig({
	test: {
		projects: [
			{
				test: {
					...test,
					name: "react",
					include: ["*.test.js", "src/**/*.test.{ts,tsx}"],
				},
			},
			{
				resolve: { alias: preact },
				test: {
					...test,
					name: "preact",
					include: [...drawing].map((path) => `src/${path}/*.test.{ts,tsx}`),
				},
			},
		],
	},
});
