import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
		include: ["**/*.test.js"],
		// Places and times are measured: one file at a time, and on a busy machine a second try, which is reported.
		fileParallelism: false,
		retry: 1,
		// What a page does in its own time is waited for.
		expect: { poll: { timeout: 15_000 } },
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
