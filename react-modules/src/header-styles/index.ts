import { windowWidth } from "../divi/device";
import { repeater } from "../divi/repeater";
import { whenLoaded } from "../runtime/loaded";
import { report } from "../runtime/report";
import { startSplitLogo } from "./split-logo";
import { makeRoomBelow } from "./transparent";

/** Headers that are not the usual one (contract "divi-client", section 2.5): transparent, split, vertical. */
export function mount(body: Element): void {
	const steps: (() => void)[] = [];
	if (body.matches(".et_transparent_nav")) steps.push(makeRoomBelow);
	if (body.matches(".et_vertical_nav")) steps.push(stretch);
	if (body.matches(".et_header_style_split")) steps.push(startSplitLogo);
	const run = () => {
		for (const step of steps) {
			try {
				step();
			} catch (error) {
				report("header-styles", "failed", error);
			}
		}
	};
	whenLoaded(run);
	let width = windowWidth();
	window.addEventListener(
		"resize",
		repeater(() => {
			if (width === windowWidth()) return;
			width = windowWidth();
			run();
		}, 200),
	);
}

/** A header at the side is as long as its navigation, with some room. */
function stretch(): void {
	const header = document.querySelector<HTMLElement>("#main-header");
	const menu = document.querySelector<HTMLElement>("#et-top-navigation");
	if (!header || !menu || windowWidth() <= 980) return;
	const needed = menu.offsetTop + menu.offsetHeight;
	if (header.offsetHeight < needed) header.style.height = `${needed + 100}px`;
	const { classList } = document.body;
	const isBoxedRight =
		classList.contains("et_boxed_layout") &&
		classList.contains("et_vertical_right") &&
		classList.contains("et_vertical_fixed");
	const page = document.querySelector<HTMLElement>("#page-container");
	if (!isBoxedRight || !page) return;
	header.classList.add("et_vertical_menu_set");
	const { right } = page.getBoundingClientRect();
	header.style.right = `${Math.max(0, windowWidth() - right)}px`;
}
