import { windowWidth } from "../divi/device";
import { repeater } from "../divi/repeater";
import { emit } from "../runtime/events";
import { installGlobals } from "../runtime/install-globals";
import { whenLoaded } from "../runtime/loaded";
import { report } from "../runtime/report";
import {
	markSingleColumns,
	markStickyImages,
	nameRows,
	raiseMenuRows,
} from "./rows";
import { fitTestimonials } from "./testimonials";

declare global {
	interface Window {
		et_pb_box_shadow_elements?: readonly string[];
	}
}

let isMounted = false;

/** What is decorated, besides shadows. */
const DECORATED =
	".et_pb_top_inside_divider, .et_pb_bottom_inside_divider, .et_pb_dollar_sign";

/**
 * What the theme's scripts put right on the content of a page (contract "divi-client", section 4 and 6.27): classes and
 * sizes that its style sheets count on. Mounted once, for the whole page.
 */
export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	const steps: readonly ((root: ParentNode) => void)[] = [
		nameRows,
		raiseMenuRows,
		markSingleColumns,
		markStickyImages,
		fitTestimonials,
	];
	for (const step of steps) run(step);
	decorate((decoration) => {
		run(decoration.fitDividers);
		run(decoration.overlayShadows);
		whenLoaded(() => setTimeout(() => run(decoration.hangCurrencies), 1));
	});
	let width = windowWidth();
	const again = repeater(() => {
		run(fitTestimonials);
		if (width === windowWidth()) return;
		width = windowWidth();
		decorate(({ fitDividers }) => run(fitDividers));
		tellWidths();
	}, 100);
	window.addEventListener("resize", again);
	installGlobals({
		et_fix_testimonial_inner_width: () => run(fitTestimonials),
	});
}

/** Loads what places dividers, shadows and prices, on a page that has one of them. */
function decorate(
	call: (decoration: typeof import("./decoration")) => void,
): void {
	const isThere =
		window.et_pb_box_shadow_elements?.length ||
		document.querySelector(DECORATED);
	if (!isThere) return;
	import(/* webpackChunkName: "decoration" */ "./decoration")
		.then(call)
		.catch((error) => report("layout-helpers", "failed", error));
}

/** Scripts of the page may wait for it on what their modules are in. */
function tellWidths(): void {
	for (const box of document.querySelectorAll(
		".container-width-change-notify",
	)) {
		emit(box, "containerWidthChanged");
	}
}

function run(step: (root: ParentNode) => void): void {
	try {
		step(document);
	} catch (error) {
		report("layout-helpers", "failed", error);
	}
}
