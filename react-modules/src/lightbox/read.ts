import type { LightboxImage } from "./state";

/** Links to images of their own, and the lists whose links belong together. */
export const LIGHTBOXES = ".et_post_gallery, .et_pb_lightbox_image";
const LINKS = ".et_pb_gallery_image a";

/** The links of a lightbox, those on other pages of a gallery too. */
export function linksOf(root: HTMLElement): HTMLAnchorElement[] {
	if (root.matches(".et_post_gallery")) {
		return [...root.querySelectorAll<HTMLAnchorElement>(LINKS)];
	}
	return root instanceof HTMLAnchorElement ? [root] : [];
}

export function imageOfLink(link: HTMLAnchorElement): LightboxImage {
	return {
		link,
		src: link.href,
		title: link.getAttribute("title") ?? "",
		// Where the thumbnail has none, the image has an empty one (defect D17).
		alt: link.querySelector("img")?.getAttribute("alt") ?? "",
	};
}
