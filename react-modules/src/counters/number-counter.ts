import { onWaypoint, usualOffset } from "../divi/waypoint";
import { setText } from "../runtime/changes";
import { reserveWidth } from "./reserve-width";
import { createRun } from "./run";
import { showSign, watchAttributes } from "./watch-attributes";

/** The rounded number with the separator between its groups of three digits. */
export function grouped(value: number, separator: string): string {
	const digits = String(Math.round(value));
	return digits.replace(
		/\B(?=(\d{3})+(?!\d))/g,
		separator.replace(/\$/g, "$$$$"),
	);
}

/** The value of a counter whose attribute responsive content has set to the empty string. */
const EMPTIED = 50;

/** A number counter (contract "divi-client", section 6.12). */
export function startNumber(root: HTMLElement): void {
	const run = createRun();
	const value = () => Number.parseFloat(root.dataset.numberValue ?? "") || 0;
	const text = (number: number) =>
		grouped(number, root.dataset.numberSeparator ?? "");
	run.store.subscribe(() => {
		const number = run.store.get();
		if (number === undefined) return;
		setText(root.querySelector(".percent-value"), text(number));
	});
	// The theme's style sheets and other scripts find a canvas here; it stays empty.
	const canvas = document.createElement("canvas");
	canvas.width = 0;
	canvas.height = 0;
	root.append(canvas);
	const reserve = () => reserveWidth(root, text(value()));
	reserve();
	let isSeen = false;
	onWaypoint(root, usualOffset(root, "100%"), () => {
		isSeen = true;
		root.classList.add("active");
		run.to(value());
	});
	const names = ["data-number-value", "data-percent-sign"];
	watchAttributes(root, names, (name) => {
		if (name === "data-percent-sign") return showSign(root, root);
		if (root.dataset.numberValue === "") {
			root.dataset.numberValue = String(EMPTIED);
		}
		reserve();
		if (isSeen) run.to(value());
	});
	showSign(root, root);
}
