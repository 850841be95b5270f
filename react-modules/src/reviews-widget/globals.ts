/**
 * The legacy globals, in place before the chunk is there: contract "reviews-widget", section 10. What a page script asks
 * for meanwhile is done when the module comes.
 */

type Call = (...given: unknown[]) => unknown;

declare global {
	interface Window {
		google_business_reviews_rating?: Call;
		google_business_reviews_rating_carousel?: Call;
		google_business_reviews_rating_actions?: Call;
	}
}

const NAMES = ["", "_carousel", "_actions"] as const;

/** The widgets' action, a carousel's, and the keys'. */
export type Actions = readonly [Call, Call, Call];

let actions: Actions | undefined;
const waiting: (() => void)[] = [];

/** Whether the plugin's own script is linked. */
export const isLegacyLinked = () =>
	Boolean(
		document.querySelector(
			'script[src*="/g-business-reviews-rating/wp/js/js"]',
		),
	);

export function prepare(): void {
	NAMES.forEach((name, place) => {
		window[`google_business_reviews_rating${name}`] ??= (...given) => {
			const call = () => actions?.[place as 0](...given);
			if (actions) return call();
			waiting.push(call);
		};
	});
}

/** The module is there. */
export function provide(own: Actions): void {
	actions = own;
	prepare();
}

/** Does what was asked for before the widgets were there. */
export function catchUp(): void {
	for (const call of waiting.splice(0)) call();
}
