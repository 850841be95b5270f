import { emit } from "../../runtime/events";
import type { Picture } from "./match";
import { resetAttributes, setOwn } from "./original";

/** A variation's picture in the product's gallery: contract "woocommerce", sections 6.1 and 6.4. */

function partsOf(form: Element) {
	const product =
		form.closest(".product") ?? form.closest("body") ?? document.body;
	const gallery = product.querySelector<HTMLElement>(
		".woocommerce-product-gallery, .images",
	);
	const slide = gallery?.querySelector(
		".woocommerce-product-gallery__image, .woocommerce-product-gallery__image--placeholder",
	);
	const thumbnails = [
		...(gallery?.querySelectorAll<HTMLImageElement>(
			".flex-control-nav li img",
		) ?? []),
	];
	return {
		gallery,
		slide,
		image: slide?.querySelector("img:not(.zoomImg)"),
		link: slide?.querySelector("a"),
		thumbnails,
	};
}

/** Shows the picture of a variation; undefined shows the product's own. */
export function setPicture(form: Element, picture: Picture | undefined): void {
	const { gallery, slide, image, link, thumbnails } = partsOf(form);
	if (!gallery || !image) return;
	const [thumbnail] = thumbnails;
	for (const part of [slide, image, link, thumbnail]) resetAttributes(part);
	const source = picture?.src;
	if (picture && typeof source === "string" && source.length > 1) {
		// A picture that the gallery has is shown where it stands.
		const own = thumbnails.findIndex(
			(each, n) =>
				n > 0 && each.getAttribute("src") === picture.gallery_thumbnail_src,
		);
		if (own > 0) {
			thumbnails[own]?.click();
			return;
		}
		setOwn(image, "src", picture.src);
		setOwn(image, "width", picture.src_w);
		setOwn(image, "height", picture.src_h);
		for (const name of ["srcset", "sizes", "title", "alt"]) {
			setOwn(image, name, picture[name]);
		}
		setOwn(image, "data-caption", picture.caption);
		setOwn(image, "data-src", picture.full_src);
		setOwn(image, "data-large_image", picture.full_src);
		setOwn(image, "data-large_image_width", picture.full_src_w);
		setOwn(image, "data-large_image_height", picture.full_src_h);
		setOwn(slide, "data-thumb", picture.src);
		setOwn(link, "href", picture.full_src);
		setOwn(thumbnail, "src", picture.gallery_thumbnail_src);
	}
	emit(gallery, "woocommerce_gallery_reset_slide_position");
	emit(gallery, "woocommerce_gallery_init_zoom");
}
