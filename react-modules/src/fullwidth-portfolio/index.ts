import { type Carousel, createCarousel, type Way } from "../divi/carousel";
import { setGrid, setGridSoon } from "../divi/grid";
import { diviText } from "../divi/legacy";
import { whenLoaded } from "../runtime/loaded";
import { onSwipe } from "../runtime/swipe";
import { hasReducedMotion } from "../runtime/tween";

/** A portfolio over the whole width, as a grid or as a carousel: contract "divi-client", section 6.8. */

/** How long a move takes, and how long its copies stay after it, in milliseconds. */
const SLIDE = 700;
const REST = 100;
const SPEED = 7000;

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const root = element as HTMLElement;
	const container = root.querySelector<HTMLElement>(".et_pb_portfolio_items");
	if (!container) return;
	const items = [
		...container.querySelectorAll<HTMLElement>(".et_pb_portfolio_item"),
	];
	const isCarousel = root.classList.contains(
		"et_pb_fullwidth_portfolio_carousel",
	);
	const lay = isCarousel
		? startCarousel(root, container, items)
		: () => {
				size(container, items);
				setGridSoon(container);
			};
	lay();
	whenLoaded(lay);
	window.addEventListener("resize", lay);
}

/** How many items stand beside each other. */
export function columnsOf(width: number): number {
	if (width >= 1600) return 5;
	if (width >= 1024) return 4;
	if (width >= 768) return 3;
	return width >= 480 ? 2 : 1;
}

/** Gives the items their share of the width; gives back their height. */
function size(container: HTMLElement, items: readonly HTMLElement[]): number {
	const width = container.clientWidth;
	const columns = columnsOf(width);
	for (const token of [...container.classList]) {
		if (/^columns-\d$/.test(token)) container.classList.remove(token);
	}
	container.classList.add(`columns-${columns}`);
	const height = (width / columns) * 0.75;
	for (const { style } of items) {
		style.width = `${100 / columns}%`;
		style.maxWidth = `${100 / columns}%`;
		style.height = `${height}px`;
	}
	return height;
}

/** Gives back what lays the items out again. */
function startCarousel(
	root: HTMLElement,
	container: HTMLElement,
	items: readonly HTMLElement[],
): () => void {
	const arrows = document.createElement("div");
	arrows.className = "et-pb-slider-arrows";
	container.prepend(arrows);
	const columns = () => columnsOf(container.clientWidth);
	const rotation = rotate(root, () => carousel.slide("next"));
	const carousel: Carousel = createCarousel({
		container,
		items,
		groupClass: "et_pb_carousel_group",
		columns,
		ms: SLIDE,
		rest: REST,
		show: ({ style }, isShown) => {
			if (isShown) style.removeProperty("display");
			else style.display = "none";
			if (isShown) style.width = `${100 / columns()}%`;
		},
		onEnd: () => {
			for (const group of container.querySelectorAll<HTMLElement>(
				".et_pb_carousel_group",
			)) {
				setGrid(group);
			}
			setGrid(container);
			rotation.moved();
			// The window may have changed meanwhile.
			lay();
		},
	});
	const slide = (way: Way) => {
		rotation.moves(way);
		carousel.slide(way);
	};
	arrows.append(arrow("prev", slide), arrow("next", slide));
	onSwipe(container, (way) => slide(way === "left" ? "next" : "prev"));
	let width = -1;
	let known = 0;
	const lay = () => {
		if (container.clientWidth === width || carousel.isMoving()) return;
		width = container.clientWidth;
		const count = columns();
		// As many columns as before: what is shown stays, and so does the time until it moves.
		if (count !== known) {
			known = count;
			arrows.style.display = items.length > count ? "" : "none";
			carousel.arrange();
			rotation.start(items.length > count);
		}
		container.style.height = `${size(container, items)}px`;
		setGridSoon(container);
		for (const group of container.querySelectorAll<HTMLElement>(
			".et_pb_carousel_group",
		)) {
			setGridSoon(group);
		}
	};
	return lay;
}

function arrow(way: Way, slide: (way: Way) => void): HTMLElement {
	const text = diviText(way === "prev" ? "previous" : "next");
	const link = document.createElement("a");
	link.className = `et-pb-arrow-${way}`;
	link.setAttribute("href", "#");
	link.setAttribute("role", "button");
	link.setAttribute("aria-label", text);
	const label = document.createElement("span");
	label.textContent = text;
	link.append(label);
	link.addEventListener("click", (event) => {
		event.preventDefault();
		slide(way);
	});
	return link;
}

/** Moves by itself, except while the pointer is on it. */
function rotate(root: HTMLElement, next: () => void) {
	const isOn = root.dataset.autoRotate === "on" && !hasReducedMotion();
	const speed = Number(root.dataset.autoRotateSpeed) || SPEED;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let last: Way = "next";
	let isNeeded = false;
	const isHovered = () => root.classList.contains("et_carousel_hovered");
	const arm = () => {
		clearTimeout(timer);
		if (!isOn || !isNeeded || isHovered()) return;
		timer = setTimeout(() => {
			last = "next";
			next();
		}, speed);
	};
	root.addEventListener("mouseenter", () => {
		root.classList.add("et_carousel_hovered");
		clearTimeout(timer);
	});
	root.addEventListener("mouseleave", () => {
		root.classList.remove("et_carousel_hovered");
		arm();
	});
	return {
		start: (isLong: boolean) => {
			isNeeded = isLong;
			arm();
		},
		moves: (way: Way) => {
			last = way;
			if (way === "next") clearTimeout(timer);
		},
		/** A move back leaves a waiting one as it is. */
		moved: () => {
			if (last === "next") arm();
		},
	};
}
