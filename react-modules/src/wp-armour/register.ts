import type { BrowserModule } from "../runtime/module";
import * as wpArmour from "./forms";

/** Forms with a honeypot. */
export const module: BrowserModule = {
	name: "wp-armour",
	selector: wpArmour.FORMS,
	when: "at-once",
	isPassive: wpArmour.isLegacyLinked,
	load: () => import(/* webpackChunkName: "wp-armour" */ "."),
};
