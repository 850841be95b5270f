/**
 * When stars start to move: contract "reviews-widget", section 8, step 5. The page's own animation runs from there, so it
 * does not wait until the widget is drawn.
 */

/** Share of the stars that is to be seen before they move. */
const SEEN = 0.5;

const observer =
	typeof IntersectionObserver === "function"
		? new IntersectionObserver(
				(entries) => {
					for (const { isIntersecting, target } of entries) {
						if (isIntersecting) start(target);
					}
				},
				{ threshold: SEEN },
			)
		: undefined;

function start(stars: Element): void {
	observer?.unobserve(stars);
	stars.classList.add("animation-start");
}

/** Again on the same widget, this changes nothing. */
export function startStars(root: HTMLElement): void {
	for (const stars of root.querySelectorAll(".all-stars.animate")) {
		if (observer && root.dataset.animate !== "immediate")
			observer.observe(stars);
		else start(stars);
	}
}
