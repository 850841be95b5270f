import { windowWidth } from "../divi/device";
import { smoothScroll } from "../divi/smooth-scroll";
import { whenLoaded } from "../runtime/loaded";

/** A target further down than this takes twice as long, in pixels. */
const FAR = 4000;

/** Scrolls to the fragment that a page is loaded with (contract "divi-client", section 3.3). */
export function showFragment(hash: string): void {
	whenLoaded(() => {
		window.scrollTo(0, 0);
		const place = document.getElementById(hash.slice(1));
		if (!place) return;
		history.scrollRestoration = "manual";
		if (place.closest(".commentlist")) {
			document.querySelector<HTMLElement>(".reviews_tab a")?.click();
		}
		setTimeout(() => scrollTo(place), 700);
	});
}

function scrollTo(place: HTMLElement): void {
	const ms = place.getBoundingClientRect().top + scrollY > FAR ? 1600 : 800;
	smoothScroll(place, { ms });
	setTimeout(() => smoothScroll(place, { ms: 150, easing: "linear" }), ms + 25);
	// A map in the target measures its size on `resize`.
	if (place.querySelector(".et_pb_map_container") && windowWidth() > 0) {
		window.dispatchEvent(new Event("resize"));
	}
}
