import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const MEASURED = ["places.test.js", "home-page.test.js"];

/** Tests in a real browser: they lie with the contract tests and use our tools. */
export default defineConfig({
	root: at("../tests-contract/browser"),
	resolve: {
		alias: {
			"playwright-core": at("node_modules/playwright-core/index.mjs"),
			"axe-core": at("node_modules/axe-core"),
			vitest: at("node_modules/vitest"),
		},
	},
	server: { fs: { allow: [at("..")] } },
	test: {
		// One browser and one server for all files.
		globalSetup: "global-setup.js",
		// What a page does in its own time is waited for.
		expect: { poll: { timeout: 15_000 } },
		testTimeout: 60_000,
		hookTimeout: 60_000,
		projects: [
			{
				extends: true,
				test: {
					name: "browser",
					include: ["**/*.test.js"],
					exclude: MEASURED,
					// Three are not faster on two processors: Chromium draws as long as a page is open.
					maxWorkers: 2,
				},
			},
			// What counts shifts of the layout while a page loads has the machine to itself.
			{
				extends: true,
				test: {
					name: "measured",
					include: MEASURED,
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
