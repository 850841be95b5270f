/** Markup of the server's answers. */

/** The elements of a piece of HTML, in a document of their own: nothing loads and no script runs. */
export const documentOf = (html: string): Document =>
	new DOMParser().parseFromString(html, "text/html");

/** The nodes of a piece of HTML for this page; its scripts run when they are inserted, as jQuery has it. */
export function nodesOf(html: string): DocumentFragment {
	const template = document.createElement("template");
	template.innerHTML = html;
	for (const script of template.content.querySelectorAll("script")) {
		const live = document.createElement("script");
		for (const { name, value } of script.attributes) {
			live.setAttribute(name, value);
		}
		live.textContent = script.textContent;
		script.replaceWith(live);
	}
	return document.importNode(template.content, true);
}

/** The elements of a selector that came with an answer; none when the selector is no selector. */
export function find(selector: string): HTMLElement[] {
	try {
		return [...document.querySelectorAll<HTMLElement>(selector)];
	} catch {
		return [];
	}
}

/** Replaces each element of the selectors by its HTML. */
export function applyFragments(fragments: Readonly<Record<string, unknown>>) {
	for (const [selector, html] of Object.entries(fragments)) {
		if (typeof html !== "string") continue;
		for (const element of find(selector)) element.replaceWith(nodesOf(html));
	}
}
