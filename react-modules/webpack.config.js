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

/** React's own file, by its name. */
const REACT = /(^|\/)react\./;

/** What goes into it. */
const REACT_FILES =
	/[\\/](node_modules[\\/](react|react-dom|scheduler|preact)[\\/]|preact-react\.js|react-parts[\\/]|src[\\/]runtime[\\/](adopt|owned|store|report|task)\.)/;

const OF_REACT_ALONE =
	/^(memoized(State|Props)|pendingProps|updateQueue|subtreeFlags|stateNode|childLanes|alternate)$/;

const part = (name) => path.join(here, `react-parts/${name}.js`);

/** React DOM asks for the whole of two packages: it gets what it takes of them. */
const reactParts = {
	test: /[\\/]react-dom[\\/]cjs[\\/]/,
	resolve: {
		alias: {
			react$: part("react"),
			"react-dom$": part("react-dom"),
		},
	},
};

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
		mangleExports: "size",
		// Short numbers; those of React's modules are set apart below and stay the same from build to build.
		moduleIds: "size",
		// What is smallest after gzip, as measured: React with its functions first, our own by two compilers in turn.
		minimizer: [
			new Minimizer({
				include: REACT,
				extractComments: false,
				terserOptions: {
					compress: env.preact
						? { passes: 3, ecma: 2020 }
						: { hoist_funs: true, reduce_vars: false, passes: 3 },
					// Names that React keeps to itself, and writes hundreds of times.
					mangle: { properties: { regex: OF_REACT_ALONE } },
					// One of its four equal notices.
					format: { comments: /@license React\n.*react-dom-client/ },
				},
			}),
			new Minimizer({
				exclude: REACT,
				extractComments: false,
				minify: [
					{
						implementation: Minimizer.swcMinify,
						options: { compress: { passes: 3, inline: 0 }, mangle: false },
					},
					{
						implementation: Minimizer.terserMinify,
						options: { compress: { passes: 2, hoist_funs: true } },
					},
				],
			}),
		],
		splitChunks: {
			cacheGroups: {
				// What several modules use, once.
				...shared(
					"divi-forms",
					/[\\/]divi[\\/](form-check|FormMessages|captcha|conversion)\./,
				),
				...shared("divi-grid", /[\\/]divi[\\/]grid\./),
				...shared("divi-pager", /[\\/]divi[\\/]pager\./),
				// Into chunks that are there: the theme's, which these need anyway, and the lists of posts.
				...shared("divi", /[\\/](divi[\\/]fragment|runtime[\\/]swipe)\./),
				...shared("posts", /[\\/]divi[\\/]masonry\./),
				...shared("carousel", /[\\/]divi[\\/]carousel\./),
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
		// React without its hooks for the developer tools: they are for development builds.
		new webpack.DefinePlugin({
			"typeof __REACT_DEVTOOLS_GLOBAL_HOOK__": JSON.stringify("undefined"),
		}),
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
			reactParts,
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
