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
		fileParallelism: false,
		// What a page does in its own time is waited for; a busy machine's late answer gets two more, loud tries.
		expect: { poll: { timeout: 15_000 } },
		retry: 2,
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
