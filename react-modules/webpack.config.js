import path from "node:path";
import { fileURLToPath } from "node:url";
import { preact } from "./preact.js";

const here = path.dirname(fileURLToPath(import.meta.url));

/** One small loader, and a chunk for each module. `--env preact` builds the same sources on preact/compat. */
export default (env = {}) => ({
	entry: { loader: "./src/runtime/index.ts" },
	output: {
		path: path.join(here, env.preact ? "dist-preact" : "dist"),
		filename: "[name].js",
		chunkFilename: "[name].[contenthash:6].js",
		// The page links the loader as a module: chunks lie beside it, whatever the site's address.
		module: true,
		publicPath: "auto",
		clean: true,
	},
	experiments: { outputModule: true },
	optimization: {
		chunkIds: "named",
		splitChunks: {
			cacheGroups: {
				// What several modules use, once: how React takes markup over, and what the modules of Divi share.
				adopt: {
					name: "adopt",
					priority: 10,
					chunks: "async",
					enforce: true,
					test: /[\\/]src[\\/]runtime[\\/](adopt|owned|store|report|task)/,
				},
				shared: {
					name: "shared",
					chunks: "async",
					enforce: true,
					minChunks: 2,
					test: /[\\/]src[\\/](runtime|divi)[\\/]/,
				},
				react: {
					name: "react",
					chunks: "async",
					enforce: true,
					test: /[\\/]node_modules[\\/](react|react-dom|scheduler|preact)[\\/]/,
				},
			},
		},
	},
	resolve: {
		extensions: [".tsx", ".ts", ".js"],
		alias: env.preact ? preact : {},
	},
	module: {
		rules: [
			{
				test: /\.tsx?$/,
				exclude: /node_modules/,
				use: {
					loader: "swc-loader",
					options: {
						jsc: {
							parser: { syntax: "typescript", tsx: true },
							transform: { react: { runtime: "automatic" } },
							target: "es2022",
						},
					},
				},
			},
		],
	},
	performance: { hints: "error", maxEntrypointSize: 40_000 },
	stats: "errors-warnings",
});
