import { installGlobal } from "../divi/globals";
import { LIGHTBOXES } from "./read";

export { LIGHTBOXES };

export function prepare(): void {
	const load = () => import(/* webpackChunkName: "lightbox" */ ".");
	installGlobal("et_pb_image_lightbox_init", (root) =>
		load().then(({ mount }) => mount(root)),
	);
}
