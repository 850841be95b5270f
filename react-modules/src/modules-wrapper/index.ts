/**
 * What the builder made stands in its wrapper on pages of every kind of post (contract "divi-client", section 4.11): its
 * style sheets name what they mean by the two.
 */

interface Wrapper {
	readonly builderCssContainerPrefix?: string;
	readonly builderCssLayoutPrefix?: string;
}

declare global {
	interface Window {
		et_modules_wrapper?: Wrapper;
	}
}

const PARTS = ".et_pb_section, .et_pb_row, .et_pb_module";

export function mount(body: Element): void {
	const {
		builderCssContainerPrefix: container = "#et-boc",
		builderCssLayoutPrefix: layout = "#et-boc .et-l",
	} = window.et_modules_wrapper ?? {};
	for (const part of body.querySelectorAll(PARTS)) {
		const isInside = part.closest(layout) || part.parentElement?.closest(PARTS);
		if (isInside) continue;
		const inner = wrap(part, layout.split(" ").at(-1) ?? "");
		if (!part.closest(container)) wrap(inner, container);
	}
}

/** Puts an element into a new one that a simple selector describes, as in `#id` or `.name`. */
function wrap(element: Element, selector: string): Element {
	const wrapper = document.createElement("div");
	const name = selector.slice(1);
	if (selector.startsWith("#")) {
		wrapper.id = name;
		wrapper.className = name;
	} else wrapper.className = name;
	element.before(wrapper);
	wrapper.append(element);
	return wrapper;
}
