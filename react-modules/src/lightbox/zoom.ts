import { type Tween, tween } from "../runtime/tween";

/** How long an image takes from its thumbnail to its place, or back, in milliseconds. */
export const ZOOM = 500;

const easeInOut = (part: number) => part * part * (3 - 2 * part);

/** Moves a copy of the image between its thumbnail and its place. Nothing where one of them has no size. */
export function zoom(
	wrap: HTMLElement,
	thumbnail: HTMLElement | null,
	isOpening: boolean,
	done: () => void,
): Tween | undefined {
	const image = wrap.querySelector<HTMLImageElement>(".mfp-img");
	const small = thumbnail?.getBoundingClientRect();
	const large = image?.getBoundingClientRect();
	if (!image || !small?.width || !large?.width) {
		done();
		return undefined;
	}
	const [from, to] = isOpening ? [small, large] : [large, small];
	const copy = image.cloneNode() as HTMLImageElement;
	copy.className = "mfp-animated-image";
	copy.removeAttribute("style");
	copy.style.position = "fixed";
	copy.style.zIndex = "9999";
	const place = (part: number) => {
		for (const name of ["left", "top", "width", "height"] as const) {
			copy.style[name] = `${from[name] + (to[name] - from[name]) * part}px`;
		}
	};
	place(0);
	wrap.append(copy);
	return tween(
		ZOOM,
		place,
		() => {
			copy.remove();
			done();
		},
		easeInOut,
	);
}
