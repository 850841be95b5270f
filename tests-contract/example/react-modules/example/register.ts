import type { BrowserModule } from "../../../../react-modules/src/runtime/module";

/** The lists of notes. */
export const module: BrowserModule = {
	name: "example",
	selector: ".example-notes",
	when: "at-once",
	load: () => import(/* webpackChunkName: "example" */ "."),
};
