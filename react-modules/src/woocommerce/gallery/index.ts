import { emit, on } from "../../runtime/events";
import { whenLoaded } from "../../runtime/loaded";
import { report } from "../../runtime/report";
import { go } from "../navigation";
import { isOn, paramsOf, textOf } from "../params";
import { createSlider } from "./slider";
import { startZoom } from "./zoom";

/** The pictures of a product: contract "woocommerce", sections 6.1, 11 and 12. */

const PARAMS = "wc_single_product_params";
const SLIDES = ".woocommerce-product-gallery__image";
const TRIGGER = "woocommerce-product-gallery__trigger";

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const gallery = element as HTMLElement;
	const slides = [...gallery.querySelectorAll<HTMLElement>(SLIDES)];
	emit(gallery, "wc-product-gallery-before-init");
	const wrapper = gallery.querySelector<HTMLElement>(
		".woocommerce-product-gallery__wrapper",
	);
	gallery.style.opacity = "1";
	if (!wrapper || slides.length === 0) return;
	if (isOn(PARAMS, "photoswipe_enabled")) startLightbox(gallery);
	const hasSlider = isOn(PARAMS, "flexslider_enabled") && slides.length > 1;
	const slider = hasSlider
		? createSlider(gallery, wrapper, slides, settings())
		: undefined;
	const zoom = () => {
		if (isOn(PARAMS, "zoom_enabled"))
			for (const slide of slides) startZoom(slide);
	};
	whenLoaded(zoom);
	on(gallery, "woocommerce_gallery_init_zoom", zoom);
	on(gallery, "woocommerce_gallery_reset_slide_position", () => slider?.go(0));
	emit(gallery, "wc-product-gallery-after-init");
}

/** What the page says of the slider; a theme may have changed it. */
function settings() {
	const given = (paramsOf(PARAMS)?.flexslider ?? {}) as Readonly<
		Record<string, unknown>
	>;
	const speed = Number(given.animationSpeed);
	return {
		isRtl: given.rtl === true,
		speed: Number.isFinite(speed) ? speed : 500,
		hasThumbnails: given.controlNav === "thumbnails",
		isSmooth: given.smoothHeight !== false,
	};
}

const loadDialog = () =>
	import(/* webpackChunkName: "lightbox-dialog" */ "../../lightbox/dialog");

/** Pictures open over the page, by their links or by a button of the gallery. */
function startLightbox(gallery: HTMLElement): void {
	const trigger = document.createElement("a");
	trigger.href = "#";
	trigger.className = TRIGGER;
	trigger.setAttribute("role", "button");
	trigger.setAttribute("aria-haspopup", "dialog");
	trigger.setAttribute(
		"aria-label",
		textOf(PARAMS, "i18n_product_gallery_trigger_text"),
	);
	const icon = document.createElement("span");
	icon.setAttribute("aria-hidden", "true");
	icon.textContent = "\u{1F50D}";
	trigger.append(icon);
	if (gallery.querySelector(`${SLIDES} a`)) gallery.prepend(trigger);
	for (const type of ["pointerover", "focusin"]) {
		const once = { once: true, passive: true };
		gallery.addEventListener(
			type,
			() => void loadDialog().catch(() => {}),
			once,
		);
	}
	gallery.addEventListener("click", (event) => {
		if (!(event.target instanceof Element) || isForBrowser(event)) return;
		const clicked = event.target.closest(`.${TRIGGER}, ${SLIDES} a`);
		if (!clicked) return;
		event.preventDefault();
		open(gallery, clicked);
	});
}

/** With a key or another button the browser opens a window or tab. */
const isForBrowser = (event: MouseEvent) =>
	event.button > 0 ||
	event.ctrlKey ||
	event.metaKey ||
	event.shiftKey ||
	event.altKey;

function open(gallery: HTMLElement, clicked: Element): void {
	const links = [...gallery.querySelectorAll<HTMLAnchorElement>(`${SLIDES} a`)];
	const isShown = (link: Element) =>
		link === clicked || link.closest(".flex-active-slide") !== null;
	const chosen = links.indexOf(clicked as HTMLAnchorElement);
	const place = chosen >= 0 ? chosen : Math.max(links.findIndex(isShown), 0);
	loadDialog().then(
		(dialog) => dialog.open(links.map(imageOf), place),
		(error) => {
			report("product-gallery", "could not open", error);
			const address = links[place]?.href;
			if (address) go(address);
		},
	);
}

function imageOf(link: HTMLAnchorElement) {
	const image = link.querySelector<HTMLImageElement>("img:not(.zoomImg)");
	return {
		link,
		src: image?.dataset.large_image || link.href,
		title: image?.dataset.caption || image?.title || "",
		alt: image?.alt ?? "",
	};
}
