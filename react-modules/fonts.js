/**
 * Puts the fonts that the base theme names (themes/assets/divi/fonts.css) beside the bundles, each with its licence.
 * They come from packages; no font is kept in the source tree. `node fonts.js FOLDER`
 */

import { copyFileSync, mkdirSync } from "node:fs";

const here = new URL("./", import.meta.url);
const target = new URL(`${process.argv[2] ?? "dist"}/fonts/`, here);

/** Packages, and what is taken from them: file in the package, name beside the bundles. */
const packages = {
	"@fontsource-variable/open-sans": {
		"files/open-sans-latin-wght-normal.woff2": "open-sans-latin.woff2",
		"files/open-sans-latin-ext-wght-normal.woff2": "open-sans-latin-ext.woff2",
		LICENSE: "open-sans.LICENSE.txt",
	},
	"elegant-icons": {
		"fonts/ElegantIcons.woff": "elegant-icons.woff",
		"Licensing/mit_license.txt": "elegant-icons.LICENSE.txt",
	},
	"@fortawesome/fontawesome-free": {
		"webfonts/fa-solid-900.woff2": "fa-solid.woff2",
		"webfonts/fa-regular-400.woff2": "fa-regular.woff2",
		"webfonts/fa-brands-400.woff2": "fa-brands.woff2",
		"LICENSE.txt": "fontawesome-free.LICENSE.txt",
	},
};

mkdirSync(target, { recursive: true });
for (const [name, files] of Object.entries(packages)) {
	for (const [from, to] of Object.entries(files)) {
		copyFileSync(
			new URL(`node_modules/${name}/${from}`, here),
			new URL(to, target),
		);
	}
}
