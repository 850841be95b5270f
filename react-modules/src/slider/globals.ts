import { installGlobal } from "../divi/globals";

/** Sliders of every kind: slides, posts, videos, images. */
export const SLIDERS = ".et_pb_slider";

/** The theme's functions for sliders, in place before the chunk is there. */
export function prepare(): void {
	const load = () => import(/* webpackChunkName: "slider" */ ".");
	installGlobal("et_pb_slider_init", (root) =>
		load().then(({ mount }) => mount(root)),
	);
	installGlobal("et_fix_slider_height", (root) =>
		load().then(({ fixHeights }) => fixHeights(root)),
	);
}
