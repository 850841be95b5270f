import { mount as mountParallax } from "../parallax";
import { installGlobals } from "../runtime/install-globals";
import { activeModules, loadModules } from "../runtime/load";
import { installGlobal, installLazyGlobals } from "./globals";
import { diviModules } from "./modules";

/** Globals that the theme's script sets from body classes. */
const FLAGS = {
	et_is_transparent_nav: "et_transparent_nav",
	et_is_vertical_nav: "et_vertical_nav",
	et_is_fixed_nav: "et_fixed_nav",
	et_is_minified_js: "et_minified_js",
	et_is_minified_css: "et_minified_css",
} as const;

/** The theme's globals that belong to no single module (contract "divi-client", sections 1.3 and 1.4). */
export function installFunctions({ classList }: HTMLElement): void {
	const globals = window as unknown as Record<string, unknown>;
	for (const [name, token] of Object.entries(FLAGS)) {
		globals[name] = classList.contains(token);
	}
	globals.et_force_width_container_change ??= false;
	globals.et_load_event_fired ??= document.readyState === "complete";
	installGlobals({
		et_pb_init_modules: () => loadModules(document, activeModules(diviModules)),
	});
	installGlobal("et_pb_map_init", (root) =>
		import(/* webpackChunkName: "map" */ "../map").then(({ mount }) =>
			mount(root),
		),
	);
	installGlobal("et_pb_play_overlayed_video", (overlay) =>
		import(/* webpackChunkName: "video-overlay" */ "../video-overlay").then(
			({ play }) => play(overlay),
		),
	);
	installGlobal(
		"et_pb_video_section_init",
		(root) =>
			import(
				/* webpackChunkName: "background-video" */ "../background-video"
			).then(({ startIn }) => startIn(root)),
		"body",
	);
	installGlobal("et_pb_set_responsive_grid", (items) =>
		import(/* webpackChunkName: "grid-classes" */ "./grid").then(
			({ setGridSoon }) => setGridSoon(items),
		),
	);
	installGlobal(
		"et_calculate_fullscreen_section_size",
		(section) =>
			import(
				/* webpackChunkName: "fullscreen-header" */ "../fullscreen-header"
			).then(({ size }) => size(section)),
		"section.et_pb_fullscreen",
	);
	installGlobal("et_pb_parallax_init", mountParallax);
	installLazyGlobals(
		["et_animate_element", "et_process_animation_data"],
		() => import(/* webpackChunkName: "animations" */ "../animations"),
	);
	installLazyGlobals(
		["et_pb_search_init", "et_pb_comments_init"],
		() =>
			import(
				/* webpackChunkName: "search-and-comments" */ "../search-and-comments"
			),
	);
	installLazyGlobals(
		["et_pb_side_nav_page_init"],
		() => import(/* webpackChunkName: "side-nav" */ "../side-nav"),
	);
}
