import { installGlobal } from "../divi/globals";

/** Galleries with pages; those that slide are sliders. */
export const GALLERIES = ".et_pb_gallery_grid";

export function prepare(): void {
	const load = () => import(/* webpackChunkName: "gallery" */ ".");
	for (const name of ["et_pb_gallery_init", "set_gallery_grid_items"]) {
		installGlobal(name, (root) => load().then(({ mount }) => mount(root)));
	}
}
