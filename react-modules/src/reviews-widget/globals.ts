import { stubGlobals } from "../runtime/stub-globals";

/** Whether the plugin's own script is linked. */
export const isLegacyLinked = () =>
	Boolean(
		document.querySelector(
			'script[src*="/g-business-reviews-rating/wp/js/js"]',
		),
	);

/**
 * The legacy globals, in place before the chunk is there: contract "reviews-widget", section 10. What a page script asks
 * for meanwhile is done when the module comes.
 */
export const prepare = () =>
	stubGlobals("google_business_reviews_rating", " _carousel _actions");
