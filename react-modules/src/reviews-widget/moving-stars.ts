/**
 * When stars start to move: contract "reviews-widget", section 8, step 5. What moves them is the page's style sheet. They
 * wait for the page alone, as with the plugin's script, and not for the widget's chunk and React: boxes that are measured
 * while they move are those of the plugin's.
 */

/** Share of the stars that is to be seen before they move. */
const SEEN = 0.5;

/** Again on the same stars, this changes nothing. */
export function startStars(): void {
	for (const stars of document.querySelectorAll(
		".google-business-reviews-rating .all-stars.animate",
	)) {
		const start = () => stars.classList.add("animation-start");
		// The attribute has one value: `immediate`.
		if (stars.closest("[data-animate]")) start();
		new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) start();
			},
			{ threshold: SEEN },
		).observe(stars);
	}
}
