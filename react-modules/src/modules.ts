import type { BrowserModule } from "./runtime/module";

/** The modules of the page, one line each: adding a module is adding its folder and its line. */
export const modules: readonly BrowserModule[] = [
	{
		name: "language-switcher",
		selector: ".js-wpml-ls-legacy-dropdown-click",
		load: () => import("./language-switcher"),
	},
];
