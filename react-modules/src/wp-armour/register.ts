import type { BrowserModule } from "../runtime/module";
import { isLegacyLinked } from "./legacy";

/** Forms that may get a honeypot, every form but searches; `FORMS` in the chunk decides. */
export const module: BrowserModule = {
	name: "wp-armour",
	selector:
		"form:not([role=search]),.wpa_form,.wpa_form form,.ff_conv_app,input.wpa_initiator",
	when: "at-once",
	isPassive: () => !window.wpa_field_info || isLegacyLinked(),
	load: () => import(/* webpackChunkName: "wp-armour" */ "."),
};
