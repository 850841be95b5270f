import { installGlobal } from "../divi/globals";

/** The theme's global: sends the signup form of a button, given as an element or as a jQuery set. */
export function prepare(): void {
	installGlobal("et_pb_submit_newsletter", (button) => button.click());
}
