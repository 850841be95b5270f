import { fadeTo, hasReducedMotion, slideDown, slideUp } from "../runtime/tween";

/** Tabs and sliders: contents of which one is shown. */

const FADE = 700;
const SLIDE = 500;
/** Milliseconds between two contents, where no class tells them. */
const INTERVAL = 5000;

const SHOWN = "et_shortcode_slide_active";
/** What leads to one of the contents, in their order. */
const LINKS = ".et-tabs-control li, .controllers a.switch";

export function startSlider(root: HTMLElement): void {
	const contents = [...root.querySelectorAll<HTMLElement>(".et_slidecontent")];
	if (contents.length === 0) return;
	const links = [...root.querySelectorAll<HTMLElement>(LINKS)];
	let active = Math.max(
		0,
		contents.findIndex(({ classList }) => classList.contains(SHOWN)),
	);
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isMoving = false;

	const mark = () => {
		contents.forEach(({ classList }, n) => {
			classList.toggle(SHOWN, n === active);
		});
		links.forEach(({ classList }, n) => {
			classList.toggle("active", n === active);
		});
	};
	const wait = () => {
		clearTimeout(timer);
		const interval = intervalOf(root);
		if (interval === undefined || hasReducedMotion()) return;
		timer = setTimeout(() => move(active + 1), interval);
	};
	const move = (wanted: number) => {
		const target = (wanted + contents.length) % contents.length;
		const old = contents[active];
		const next = contents[target];
		if (old && next && old !== next && !isMoving) {
			isMoving = true;
			active = target;
			mark();
			change(root, old, next, () => {
				isMoving = false;
			});
		}
		if (!root.matches(":hover")) wait();
	};

	for (const [n, { style }] of contents.entries()) {
		style.display = n === active ? "block" : "none";
	}
	mark();
	const lead = (element: Element, target: () => number) =>
		element.addEventListener("click", (event) => {
			event.preventDefault();
			move(target());
		});
	links.forEach((link, n) => {
		lead(link, () => n);
	});
	for (const [selector, step] of ARROWS) {
		for (const arrow of root.querySelectorAll(selector)) {
			lead(arrow, () => active + step);
		}
	}
	if (!root.querySelector(ARROWS[0][0]) && isBare(root)) {
		for (const arrow of drawArrows(root)) {
			lead(arrow, () => active + (arrow.matches(ARROWS[0][0]) ? -1 : 1));
		}
	}
	root.addEventListener("mouseenter", () => clearTimeout(timer));
	root.addEventListener("mouseleave", wait);
	wait();
}

const ARROWS = [
	[".et-slider-leftarrow, .left-arrow", -1],
	[".et-slider-rightarrow, .right-arrow", 1],
] as const;

/** Whether nothing leads from content to content but arrows. */
const isBare = (root: Element) =>
	root.matches(".et-simple-slider, .et-image-slider") &&
	!root.querySelector(LINKS);

function drawArrows(root: Element): HTMLElement[] {
	const { previous, next } = window.et_shortcodes_strings ?? {};
	return [
		["et-slider-leftarrow", previous],
		["et-slider-rightarrow", next],
	].map(([token = "", text = ""]) => {
		const arrow = document.createElement("a");
		arrow.className = token;
		arrow.href = "#";
		arrow.setAttribute("role", "button");
		arrow.textContent = text;
		root.append(arrow);
		return arrow;
	});
}

function intervalOf({ classList }: Element): number | undefined {
	if (!classList.contains("et_sliderauto_true")) return undefined;
	const speed = [...classList].find((token) =>
		/^et_sliderauto_speed_\d+$/.test(token),
	);
	return Number(speed?.split("_").at(-1)) || INTERVAL;
}

/** One content goes, then the other comes. */
function change(
	{ classList }: Element,
	old: HTMLElement,
	next: HTMLElement,
	done: () => void,
): void {
	if (classList.contains("et_sliderfx_slide")) {
		slideUp(old, SLIDE, () => slideDown(next, SLIDE, done));
		return;
	}
	fadeTo(old, 0, FADE, () => {
		old.style.display = "none";
		old.style.removeProperty("opacity");
		next.style.opacity = "0";
		next.style.display = "block";
		fadeTo(next, 1, FADE, () => {
			next.style.removeProperty("opacity");
			done();
		});
	});
}

declare global {
	interface Window {
		et_shortcodes_strings?: {
			readonly previous?: string;
			readonly next?: string;
		};
	}
}
