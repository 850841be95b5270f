import { setClass } from "./apply";

const remeasure = () => window.dispatchEvent(new Event("resize"));

/** Longest wait for a slide's new image, in milliseconds. */
const PICTURE = 100;

function showParts(slider: Element): void {
	for (const [token, part] of [
		["et_pb_slider_no_arrows", ".et-pb-slider-arrows"],
		["et_pb_slider_no_pagination", ".et-pb-controllers"],
	] as const) {
		const isHidden = slider.classList.contains(token);
		for (const element of slider.querySelectorAll(`:scope > ${part}`)) {
			setClass(element, "et_multi_view_hidden", isHidden);
		}
	}
}

/** Shows the product tabs of a list such as `description|reviews`; the first one opens. */
function includeTabs(target: HTMLElement): void {
	const names = (target.dataset.include_tabs ?? "").split("|").filter(Boolean);
	const tabs = [
		...target.querySelectorAll<HTMLElement>(
			"ul.tabs > li, .et_pb_tabs_controls > li",
		),
	];
	const shown = tabs.filter((tab) => {
		const isIn = names.some((name) => tab.classList.contains(`${name}_tab`));
		setClass(tab, "et_multi_view_hidden", !isIn);
		return isIn;
	});
	shown[0]?.querySelector("a")?.click();
}

/** Updates a module after its content has changed. Counters and video sliders observe it themselves. */
export function followUp(slug: string, target: HTMLElement): void {
	if (slug === "et_pb_slide") {
		remeasure();
		setTimeout(remeasure, PICTURE);
	} else if (slug === "et_pb_blog") window.et_reinit_waypoint_modules?.();
	else if (slug === "et_pb_wc_tabs") includeTabs(target);
	else if (slug.includes("slider")) showParts(target);
}

declare global {
	interface Window {
		et_reinit_waypoint_modules?: () => void;
	}
}
