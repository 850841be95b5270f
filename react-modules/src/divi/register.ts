import type { BrowserModule } from "../runtime/module";
import { prepareNames } from "./early";
import { isDiviScriptThere } from "./legacy";

/** The theme: its own modules (`modules.ts`) come with its chunk. */
export const module: BrowserModule = {
	name: "divi",
	selector: "body.et_divi_theme",
	when: "at-once",
	isPassive: isDiviScriptThere,
	prepare: prepareNames,
	load: () => import(/* webpackChunkName: "divi" */ "."),
};
