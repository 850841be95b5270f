import { type Carousel, createCarousel } from "../divi/carousel";
import { windowWidth } from "../divi/device";
import { diviText } from "../divi/legacy";
import { onSwipe } from "../runtime/swipe";
import type { Slider } from "./engine";

/** How long thumbnails slide, in milliseconds. */
const SLIDE = 1000;

/**
 * The thumbnails below a video slider: contract "divi-client", section 6.3. Built by hand, not by React: a move takes the
 * elements themselves from group to group.
 */
export function addThumbnails(slider: Slider): void {
	const { info, store, choose } = slider;
	const box = element("et_pb_carousel container-width-change-notify");
	const container = element("et_pb_carousel_items");
	const arrows = element("et-pb-slider-arrows");
	const items = info.slides.map((slide, n) => thumbnail(slide, n, choose));
	box.append(container);
	container.append(arrows);
	info.root.after(box);
	const columns = () => columnsOf(info.root);
	const carousel = createCarousel({
		container,
		items,
		groupClass: "et-carousel-group",
		columns,
		ms: SLIDE,
		rest: 0,
		show: ({ style }, isShown) => {
			style.display = isShown ? "block" : "none";
		},
		onStart: () => setSliding(true),
		onStep: fade,
		onEnd: () => {
			setSliding(false);
			for (const { classList } of items) {
				classList.remove("item-fade-in", "item-fade-out");
			}
			// The window may have changed meanwhile.
			arrange();
		},
	});
	arrows.append(arrow("prev", carousel), arrow("next", carousel));
	onSwipe(container, (way) => carousel.slide(way === "left" ? "next" : "prev"));
	let width = -1;
	let known = 0;
	const arrange = () => {
		if (box.clientWidth === width || carousel.isMoving()) return;
		width = box.clientWidth;
		const count = columns();
		// As many columns as before: what is shown stays.
		if (count !== known) {
			known = count;
			container.className = `et_pb_carousel_items columns-${count}`;
			arrows.style.display = items.length > count ? "" : "none";
			carousel.arrange();
		}
		const [first] = items;
		if (first) container.style.height = `${heightOf(first, info.root)}px`;
	};
	arrange();
	window.addEventListener("resize", arrange);
	const light = () => {
		const { active, isDestroyed, controls } = store.get();
		if (isDestroyed || !controls.hasThumbnails) {
			box.remove();
			window.removeEventListener("resize", arrange);
			forget();
			return;
		}
		items.forEach(({ classList }, n) => {
			classList.toggle("et-pb-active-control", n === active);
		});
	};
	const forget = store.subscribe(light);
	light();
}

const setSliding = (isSliding: boolean) =>
	document.body.classList.toggle("et-pb-is-sliding-carousel", isSliding);

/** Items go and come one after the other. */
function fade(
	part: number,
	old: readonly HTMLElement[],
	coming: readonly HTMLElement[],
): void {
	for (const [items, token] of [
		[old, "item-fade-out"],
		[coming, "item-fade-in"],
	] as const) {
		items.forEach(({ classList }, n) => {
			if (part > (n + 1) / items.length) classList.add(token);
		});
	}
}

function element(className: string): HTMLElement {
	const made = document.createElement("div");
	made.className = className;
	return made;
}

function arrow(way: "prev" | "next", carousel: Carousel): HTMLElement {
	const link = document.createElement("a");
	link.className = `et-pb-slider-arrow et-pb-arrow-${way}`;
	link.setAttribute("href", "#");
	link.setAttribute("role", "button");
	const label = document.createElement("span");
	label.textContent = diviText(way === "prev" ? "previous" : "next");
	link.setAttribute("aria-label", label.textContent);
	link.append(label);
	link.addEventListener("click", (event) => {
		event.preventDefault();
		carousel.slide(way);
	});
	return link;
}

function thumbnail(
	slide: HTMLElement,
	n: number,
	choose: (n: number) => void,
): HTMLElement {
	const item = element("et_pb_carousel_item");
	item.dataset.slideId = String(n);
	const overlay = element("et_pb_video_overlay");
	overlay.setAttribute("href", "#");
	const { image } = slide.dataset;
	if (image) overlay.style.backgroundImage = `url(${JSON.stringify(image)})`;
	const hover = element("et_pb_video_overlay_hover");
	const play = document.createElement("a");
	play.className = "et_pb_video_play";
	play.setAttribute("href", "#");
	play.setAttribute("aria-label", String(n + 1));
	hover.append(play);
	overlay.append(hover);
	item.append(overlay);
	item.addEventListener("click", (event) => {
		event.preventDefault();
		event.stopPropagation();
		choose(n);
	});
	return item;
}

const height = (element: Element) => element.getBoundingClientRect().height;

function heightOf(item: HTMLElement, root: HTMLElement): number {
	const isFramed = root.parentElement?.matches(".et_pb_with_border");
	if (isFramed) return height(item);
	const { borderTopWidth, borderBottomWidth } = getComputedStyle(item);
	return (
		height(item) -
		(Number.parseFloat(borderTopWidth) || 0) -
		(Number.parseFloat(borderBottomWidth) || 0)
	);
}

/** How many thumbnails a column of the page has room for. */
export function columnsOf(root: Element, width = windowWidth()): number {
	const column = root.closest(".et_pb_column:not(.et_pb_specialty_column)");
	const isOne = (...sizes: string[]) =>
		sizes.some((size) => column?.classList.contains(`et_pb_column_${size}`));
	if (isOne("4_4", "3_4", "2_3")) return width >= 768 ? 4 : 3;
	if (isOne("3_5")) return 4;
	if (isOne("1_5", "1_6")) return 2;
	return 3;
}
