import { CONTAINER } from "./link";

/** Which module a pager belongs to, and what of an answer is its (contract "divi-client", section 6.26). */

/** Classes that scripts add and remove. */
const PASSING =
	/^(et_animated|et_had_animation|et-waypoint|et-animated|infinite|lazyload|lazyloaded|transformAnim|et_pb_animation_.*|(fade|slide|bounce|zoom|flip|fold|roll)(Top|Right|Bottom|Left)?)$/;
/** The module's order class, unique in the page. */
const ORDER = /^et_pb_\w+_\d+(_tb_(header|body|footer))?$/;

const selectorOf = (classes: readonly string[]) =>
	classes.map((token) => `.${CSS.escape(token)}`).join("");

/** A selector of the module's classes without those that scripts add. */
export const moduleSelector = (module: Element): string =>
	selectorOf([...module.classList].filter((token) => !PASSING.test(token)));

/** The list in a page that was fetched, with the module styles that came for it. */
export function listIn(html: string, module: Element): Element | null {
	const page = new DOMParser().parseFromString(html, "text/html");
	const order = [...module.classList].filter((token) => ORDER.test(token));
	const list =
		page.querySelector(`${moduleSelector(module)} ${CONTAINER}`) ??
		(order.length > 0
			? page.querySelector(`${selectorOf(order)} ${CONTAINER}`)
			: null);
	if (!list) return null;
	const styles = page.querySelector(
		"style#et-builder-module-design-cached-inline-styles",
	);
	if (styles) list.prepend(styles);
	for (const element of list.querySelectorAll(".et_animated, .et-waypoint")) {
		endAnimation(element);
	}
	return document.adoptNode(list);
}

/** Sets an element to the end of its entrance animation. */
export function endAnimation(element: Element): void {
	for (const token of [...element.classList]) {
		if (PASSING.test(token)) element.classList.remove(token);
	}
	element.classList.add("et_had_animation");
	if (!(element instanceof HTMLElement)) return;
	for (const name of [
		"opacity",
		"transform",
		"animation-duration",
		"animation-delay",
		"animation-timing-function",
	]) {
		element.style.removeProperty(name);
	}
}
