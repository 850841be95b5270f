import type { BrowserModule } from "../runtime/module";
import { isLegacyLinked } from "./legacy";

/** Forms with a honeypot; which of these forms get it, the module knows. */
export const module: BrowserModule = {
	name: "wp-armour",
	selector: "form:not([role=search]),.ff_conv_app,input.wpa_initiator",
	when: "at-once",
	isPassive: () => !window.wpa_field_info || isLegacyLinked(),
	load: () => import(/* webpackChunkName: "wp-armour" */ "."),
};
