import { asButton } from "../divi/button";
import { fadeTo, slideDown, slideUp, type Tween } from "../runtime/tween";

/** What unfolds: boxes under a heading, and hints. */

const UNFOLD = 300;
/** How long a hint stays when the pointer has left it, in milliseconds. */
const STAY = 200;

export function startBox(box: HTMLElement): void {
	const heading = box.querySelector<HTMLElement>(".heading-more");
	const content = box.querySelector<HTMLElement>(".learn-more-content");
	if (!heading || !content) return;
	asButton(heading, heading.textContent?.trim() ?? "");
	const tell = () =>
		heading.setAttribute(
			"aria-expanded",
			String(heading.classList.contains("open")),
		);
	tell();
	let isMoving = false;
	heading.addEventListener("click", (event) => {
		event.preventDefault();
		if (isMoving) return;
		isMoving = true;
		const willOpen = heading.classList.toggle("open");
		tell();
		(willOpen ? slideDown : slideUp)(content, UNFOLD, () => {
			isMoving = false;
			// What lies behind the section is as high as the section.
			window.dispatchEvent(new Event("resize"));
		});
	});
}

export function startTooltip(tooltip: HTMLElement): void {
	const box = tooltip.querySelector<HTMLElement>(".et-tooltip-box");
	if (!box) return;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let running: Tween | undefined;
	const fade = (isShown: boolean) => {
		running?.stop();
		if (isShown && getComputedStyle(box).display === "none") {
			box.style.opacity = "0";
			box.style.display = "block";
		}
		running = fadeTo(box, isShown ? 1 : 0, UNFOLD, () => {
			if (!isShown) box.style.display = "none";
		});
	};
	const show = () => {
		clearTimeout(timer);
		fade(true);
	};
	const hideSoon = () => {
		clearTimeout(timer);
		timer = setTimeout(() => fade(false), STAY);
	};
	for (const type of ["mouseenter", "focusin"]) {
		tooltip.addEventListener(type, show);
	}
	for (const type of ["mouseleave", "focusout"]) {
		tooltip.addEventListener(type, hideSoon);
	}
}
