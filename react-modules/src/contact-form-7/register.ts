import type { BrowserModule } from "../runtime/module";
import * as wpcf7 from "./wpcf7";

/** Contact forms. */
export const module: BrowserModule = {
	name: "contact-form-7",
	selector: ".wpcf7",
	when: "at-once",
	isPassive: wpcf7.isLegacyLinked,
	prepare: wpcf7.prepare,
	load: () => import(/* webpackChunkName: "contact-form-7" */ "."),
};
