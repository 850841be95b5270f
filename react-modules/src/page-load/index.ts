import { diviSettings } from "../divi/legacy";
import { repeater } from "../divi/repeater";
import { onWaypoint, refreshWaypoints, usualOffset } from "../divi/waypoint";
import { installGlobals } from "../runtime/install-globals";
import { whenLoaded } from "../runtime/loaded";
import { nextTask } from "../runtime/task";
import { SHORTCODES } from "../shortcodes/names";
import { nameControls } from "./name-controls";
import { watchSections } from "./watch-sections";

/** What the theme does for every page when it has loaded: contract "divi-client", section 1.3. */

/** Delay from the page's `load` event to the first waypoints, in milliseconds. */
const WAYPOINTS_AFTER = 100;
/** Delay from the page's `load` event until preloaded elements show, in milliseconds. */
const PRELOAD_ENDS_AFTER = 500;

/** Elements whose older kind of entrance the style sheet plays once they are seen. */
function waitFor(element: Element): void {
	const show = () => element.classList.add("et-animated");
	if (diviSettings().ignore_waypoints === "yes") {
		show();
		return;
	}
	const stops = [usualOffset(element, "100%"), "bottom-in-view" as const].map(
		(offset) =>
			onWaypoint(element, offset, () => {
				for (const stop of stops) stop();
				show();
			}),
	);
}

function startPage(): void {
	installGlobals({
		et_reinit_waypoint_modules: repeater(refreshWaypoints, 100),
		et_shortcodes_init: startShortcodes,
	});
	// The shop's gallery keeps its columns to itself: scripts that deal items into columns leave it alone.
	for (const { dataset } of document.querySelectorAll<HTMLElement>(
		".woocommerce-product-gallery[data-columns]",
	)) {
		dataset.cols = dataset.columns;
		delete dataset.columns;
	}
	whenLoaded(() => {
		window.et_load_event_fired = true;
		watchSections();
		// Few pages hold them: not worth a line in the list that every page loads.
		if (document.querySelector(SHORTCODES)) startShortcodes();
		nextTask().then(nameControls);
	});
}

const startShortcodes = () =>
	import(/* webpackChunkName: "shortcodes" */ "../shortcodes").then(
		({ mount }) => mount(document.body),
		() => {},
	);

export function mount(element: Element): void {
	if (element === document.body) startPage();
	if (element.classList.contains("et-waypoint")) {
		whenLoaded(() => setTimeout(() => waitFor(element), WAYPOINTS_AFTER));
	}
	if (element.classList.contains("et_pb_preload")) {
		whenLoaded(() => {
			setTimeout(
				() => element.classList.remove("et_pb_preload"),
				PRELOAD_ENDS_AFTER,
			);
		});
	}
}

declare global {
	interface Window {
		et_load_event_fired?: boolean;
		et_reinit_waypoint_modules?: () => void;
	}
}
