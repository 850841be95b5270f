import { adopt } from "../runtime/adopt";
import { installGlobals } from "../runtime/install-globals";
import { createHandle, forgetHandle, handleOf, widgets } from "./handle";
import { onKey } from "./keys";
import { indexOf, itemsOf } from "./read";
import { owners, Widget } from "./Widget";

/** Reviews and Rating in the page: contract "reviews-widget", sections 8 to 10. */
const NAME = "reviews-widget";
const ID = "google-business-reviews-rating";

export function mount(element: Element): void {
	const root = element as HTMLElement;
	if (handleOf(root)) return;
	const place = widgets().indexOf(root);
	if (!root.id) root.id = place >= 1 ? `${ID}-${place + 1}` : ID;
	const handle = createHandle(root);
	// Removing its classes excludes it from the page's widgets.
	if (root.classList.contains("no-styles")) root.removeAttribute("class");
	adopt(root, {
		name: NAME,
		owners,
		wrap: (tree) => <Widget handle={handle}>{tree}</Widget>,
		onFailure: () => forgetHandle(handle),
	});
	installGlobals(functions);
}

/** A widget by its number, its id, or itself. */
function find(given: unknown): Element | undefined {
	if (given instanceof Element) return given;
	const text = String(given);
	if (/^\d+$/.test(text)) return widgets()[Number(text)];
	return document.getElementById(text.replace(/^#/, "")) ?? undefined;
}

/** The number in a text such as `2` or `item-2`. */
const digits = (given: unknown) =>
	Number.parseInt(String(given).replace(/\D+/g, ""), 10);

function open(root: Element, item: number): void {
	handleOf(root)?.store.dispatch({ type: "open", item, hasLink: false });
}

/** What page scripts call, from the first widget on. */
const functions = {
	google_business_reviews_rating(widget?: unknown, item?: unknown) {
		if (widget === undefined) {
			for (const root of widgets()) mount(root);
			return;
		}
		const root = find(widget);
		const review = root && itemsOf(root)[digits(item ?? 0)];
		if (root && review) open(root, indexOf(review));
	},
	google_business_reviews_rating_carousel(
		widget: unknown,
		target: unknown,
		isAuto?: unknown,
	) {
		const root = find(widget);
		const handle = root && handleOf(root);
		handle?.store.dispatch({
			type: "go",
			target: Number(target),
			isAuto: Boolean(isAuto),
		});
	},
	google_business_reviews_rating_actions(event: unknown) {
		if (event instanceof Event) onKey(event);
	},
};

window.addEventListener("keydown", onKey);

declare global {
	interface Window {
		google_business_reviews_rating?: (...given: unknown[]) => unknown;
	}
}
