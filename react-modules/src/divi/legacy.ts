import { jQueryOfPage } from "../runtime/jquery";

/** Whether the theme's own script runs on this page: then our modules of Divi stay passive. */
export const isDiviScriptThere = (): boolean =>
	jQueryOfPage()?.fn.et_pb_simple_slider !== undefined;

/** The strings and settings that the server printed for the theme's scripts; all of them arrive as text. */
export const diviSettings = (): Readonly<Record<string, unknown>> =>
	window.et_pb_custom ?? {};

/** One of the theme's strings. */
export function diviText(name: string): string {
	const text = diviSettings()[name];
	return typeof text === "string" ? text : "";
}

declare global {
	interface Window {
		et_pb_custom?: Readonly<Record<string, unknown>>;
	}
}
