import { slideDown, slideUp } from "../runtime/tween";

/** Opens or closes a part of the page. Open, it is shown as its style sheet has it. */
export function slide(
	part: HTMLElement,
	isOpening: boolean,
	ms: number,
	done: () => void = () => {},
): void {
	if (!isOpening) {
		slideUp(part, ms, done);
		return;
	}
	slideDown(part, ms, () => {
		part.style.display = "";
		if (getComputedStyle(part).display === "none") {
			part.style.display = "block";
		}
		if (!part.getAttribute("style")) part.removeAttribute("style");
		done();
	});
}

/** Opens a part that is closed, and closes one that is open. Gives back whether it opens. */
export function turn(part: HTMLElement, ms: number): boolean {
	const isOpening = getComputedStyle(part).display === "none";
	slide(part, isOpening, ms);
	return isOpening;
}
