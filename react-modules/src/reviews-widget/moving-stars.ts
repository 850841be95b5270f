/**
 * When stars start to move: contract "reviews-widget", section 8, step 5. The page's own animation runs from there, so it
 * does not wait until the widget is drawn.
 */

/** Share of the stars that is to be seen before they move. */
const SEEN = 0.5;

const watched = new WeakSet<Element>();

export function startStars(root: HTMLElement): void {
	for (const stars of root.querySelectorAll(".all-stars.animate")) {
		if (watched.has(stars)) continue;
		watched.add(stars);
		const isAtOnce =
			root.dataset.animate === "immediate" ||
			typeof IntersectionObserver !== "function";
		if (isAtOnce) stars.classList.add("animation-start");
		else whenSeen(stars);
	}
}

function whenSeen(stars: Element): void {
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some((entry) => entry.isIntersecting)) return;
			observer.disconnect();
			stars.classList.add("animation-start");
		},
		{ threshold: SEEN },
	);
	observer.observe(stars);
}
