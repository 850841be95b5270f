import { installGlobal } from "../divi/globals";

/** The theme's functions for tabs, in place before the chunk is there. */
export const TABS = ".et_pb_tabs";

export function prepare(): void {
	const load = () => import(/* webpackChunkName: "panels" */ ".");
	installGlobal(
		"et_pb_tabs_init",
		(root) => load().then(({ mount }) => mount(root)),
		TABS,
	);
	installGlobal(
		"et_pb_set_tabs_height",
		(root) => load().then(({ setHeights }) => setHeights(root)),
		TABS,
	);
}
