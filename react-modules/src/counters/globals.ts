import { installGlobal } from "../divi/globals";

/**
 * The theme's functions for counters, for scripts of the page (contract "divi-client", section 1.4): counters start by
 * themselves, so a call has nothing left to do but to start those in elements that it names.
 */
export function prepare(): void {
	for (const name of [
		"et_pb_countdown_timer_init",
		"et_bar_counters_init",
		"et_pb_reinit_circle_counters",
		"et_pb_reinit_number_counters",
	]) {
		installGlobal(name, (root) =>
			import(/* webpackChunkName: "counters" */ ".").then(({ startIn }) =>
				startIn(root),
			),
		);
	}
}
