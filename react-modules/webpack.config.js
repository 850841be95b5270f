import path from "node:path";
import { fileURLToPath } from "node:url";
import Minimizer from "minimizer-webpack-plugin";
import webpack from "webpack";
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

/** What is smallest after gzip, as measured: two compilers in turn. */
const inTurn = (compress, format = {}, before = {}) => [
	{
		implementation: Minimizer.swcMinify,
		options: {
			compress: { passes: 3, inline: 0, sequences: 0, ...before },
			mangle: false,
			format: { comments: "some" },
		},
	},
	{ implementation: Minimizer.terserMinify, options: { compress, format } },
];

/** The chunk of the React build's libraries and of the runtime's part that uses them, by its file name. */
const REACT = /(^|\/)react\./;

/** The modules in that chunk. */
const REACT_FILES =
	/[\\/](node_modules[\\/](react|react-dom|scheduler|preact)[\\/]|src[\\/]runtime[\\/](adopt|owned|use-store)\.)/;

/** One small loader, and a chunk for each module. `--env preact` builds the same sources with `preact/compat`. */
export default (env = {}) => ({
	entry: { loader: "./src/runtime/index.ts" },
	output: {
		path: path.join(here, "dist", env.preact ? "preact" : "react"),
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
		mangleExports: "size",
		// Short numbers; those of React's modules are set apart below and stay the same from build to build.
		moduleIds: "size",
		minimizer: [
			new Minimizer({
				include: REACT,
				extractComments: false,
				minify: inTurn(
					env.preact
						? { passes: 3, ecma: 2020 }
						: { hoist_funs: true, reduce_vars: false, passes: 3 },
					// One of its four equal notices.
					{ comments: /@license React\n.*react-dom-client/ },
					{ reduce_vars: false },
				),
			}),
			new Minimizer({
				exclude: REACT,
				extractComments: false,
				// Our functions without `this` are not called with `new`.
				minify: inTurn({
					passes: 2,
					hoist_funs: true,
					ecma: 2020,
					unsafe_arrows: true,
				}),
			}),
		],
		splitChunks: {
			cacheGroups: {
				// The store of all modules, with or without React: in the entry chunk, so that it is sent once.
				...shared("loader", /[\\/]runtime[\\/](store|changes)\./, 0, []),
				// What several modules use, once.
				...shared(
					"divi-forms",
					/[\\/]divi[\\/](form-check|messages|captcha|conversion)\./,
				),
				...shared("divi-grid", /[\\/]divi[\\/](grid|pages)\./),
				// Into chunks that are there: the theme's, which these need anyway, and the lists of posts.
				// What also comes without the theme has its own copy.
				...shared("divi", /[\\/](divi[\\/]fragment|runtime[\\/]swipe)\./, 0, [
					"loader",
					"lightbox-dialog",
					"woocommerce-gallery",
				]),
				...shared("posts", /[\\/]divi[\\/]masonry\./),
				...shared("carousel", /[\\/]divi[\\/]carousel\./),
				// What several modules of the shop use comes with their list.
				...shared("woocommerce", /[\\/]src[\\/]woocommerce[\\/][\w-]+\.ts$/),
				...shared("player", /[\\/]divi[\\/]player\./),
				react: {
					name: "react",
					filename: "[name].[contenthash:6].js",
					chunks: "async",
					enforce: true,
					test: REACT_FILES,
				},
			},
		},
	},
	plugins: [
		new webpack.ids.DeterministicModuleIdsPlugin({
			test: (module) => REACT_FILES.test(module.nameForCondition()),
			maxLength: 3,
		}),
	],
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
