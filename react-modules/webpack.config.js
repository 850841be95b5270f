import path from "node:path";
import { fileURLToPath } from "node:url";
import Minimizer from "minimizer-webpack-plugin";
import { preact } from "./preact.js";

const here = path.dirname(fileURLToPath(import.meta.url));

/** What several modules use, in a chunk of its own. */
const shared = (name, test, priority = 0, except = ["loader"]) => ({
	[name]: {
		name,
		test,
		priority,
		chunks: (chunk) => !except.includes(chunk.name),
		enforce: true,
		minChunks: 2,
	},
});

/** React's own file, by its name. */
const REACT = /(^|\/)react\./;

/** One small loader, and a chunk for each module. `--env preact` builds the same sources on Preact. */
export default (env = {}) => ({
	entry: { loader: "./src/runtime/index.ts" },
	output: {
		path: path.join(here, env.preact ? "dist-preact" : "dist"),
		filename: "[name].js",
		// One hash for all keeps the loader's table short; React, which seldom changes, stays in the visitors' caches.
		chunkFilename: "[name].[fullhash:6].js",
		// The page links the loader as a module: chunks lie beside it, whatever the site's address.
		module: true,
		publicPath: "auto",
		clean: true,
	},
	experiments: { outputModule: true },
	optimization: {
		chunkIds: "named",
		// What is smallest after gzip: React with its functions first, our own by the compiler that read it.
		minimizer: [
			new Minimizer({
				include: REACT,
				extractComments: false,
				terserOptions: { compress: { hoist_funs: true } },
			}),
			new Minimizer({
				exclude: REACT,
				extractComments: false,
				minify: Minimizer.swcMinify,
				terserOptions: { compress: { passes: 3 } },
			}),
		],
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
				...shared(
					"divi-forms",
					/[\\/]divi[\\/](form-check|FormMessages|captcha|conversion)\./,
				),
				...shared("divi-grid", /[\\/]divi[\\/](grid|pager|fragment)\./),
				...shared("carousel", /[\\/]divi[\\/]carousel\./),
				...shared("columns", /[\\/]divi[\\/]masonry\./),
				...shared("player", /[\\/]divi[\\/]player\./),
				...shared("swipe", /[\\/]runtime[\\/]swipe\./),
				// Reviews need no more of it than a few lines, which they bring themselves.
				...shared("shared", /[\\/]src[\\/](runtime|divi)[\\/]/, -1, [
					"loader",
					"reviews-widget",
				]),
				react: {
					name: "react",
					filename: "[name].[contenthash:6].js",
					chunks: "async",
					enforce: true,
					test: /[\\/]node_modules[\\/](react|react-dom|scheduler|preact)[\\/]|[\\/]preact-react\.js$/,
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
