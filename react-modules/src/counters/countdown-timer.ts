import { setText } from "../runtime/changes";
import { hasShortLabels, timeLeft, UNITS } from "./countdown";

/** Interval between two updates, in milliseconds. */
const SECOND = 1000;

/** Writes the remaining time into the sections that the server printed. */
function show(root: HTMLElement, end: number): void {
	const left = timeLeft(end, Date.now());
	for (const unit of UNITS) {
		const { text, isZero } = left[unit];
		for (const section of root.querySelectorAll(`.${unit}.section`)) {
			setText(section.querySelector(".value"), text);
			section.classList.toggle("zero", isZero);
			// The separator behind a unit has the class of its unit.
			const next = section.nextElementSibling;
			if (next?.matches(".sep.section")) next.classList.toggle("zero", isZero);
		}
	}
}

function showLabels(root: HTMLElement): void {
	const key = hasShortLabels(root) ? "short" : "full";
	for (const section of root.querySelectorAll<HTMLElement>(SECTIONS)) {
		setText(section.querySelector(".label"), section.dataset[key]);
	}
}

const SECTIONS = UNITS.map((unit) => `.${unit}.section`).join();

/** A countdown, updated each second (contract "divi-client", section 6.10). */
export function startCountdown(root: HTMLElement): void {
	const end = Number.parseInt(root.dataset.endTimestamp ?? "", 10) * 1000;
	const measure = () => showLabels(root);
	const timer = setInterval(() => {
		if (root.isConnected) return show(root, end);
		clearInterval(timer);
		window.removeEventListener("resize", measure);
	}, SECOND);
	window.addEventListener("resize", measure);
	measure();
	show(root, end);
}
