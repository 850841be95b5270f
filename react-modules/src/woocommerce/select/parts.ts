/** The markup of a searchable list while it is closed, as the plugin's script makes it. */

/** The elements of a list that its parts share. */
export interface Parts {
	readonly select: HTMLSelectElement;
	readonly container: HTMLElement;
	/** What has the focus, and the role of a combobox. */
	readonly selection: HTMLElement;
	/** The beginning of the ids of its elements. */
	readonly id: string;
	/** The name of the list for screen readers; empty when the chosen option names it. */
	readonly label: string;
	/** Shows what is chosen. */
	readonly draw: () => void;
}

function span(className: string, ...children: readonly Node[]): HTMLElement {
	const element = document.createElement("span");
	if (className) element.className = className;
	element.append(...children);
	return element;
}

export function partsOf(select: HTMLSelectElement): Parts {
	const id = `select2-${(select.id || select.name).replace(/[:.,[\]]/g, "")}`;
	const label = select.dataset.label ?? "";

	const rendered = span("select2-selection__rendered");
	rendered.id = `${id}-container`;
	rendered.setAttribute("role", "textbox");
	rendered.setAttribute("aria-readonly", "true");
	const arrow = span("select2-selection__arrow", document.createElement("b"));
	for (const part of [arrow, arrow.firstElementChild]) {
		part?.setAttribute("role", "presentation");
	}

	const selection = span(
		"select2-selection select2-selection--single",
		rendered,
		arrow,
	);
	selection.setAttribute("role", "combobox");
	selection.setAttribute("aria-haspopup", "true");
	selection.setAttribute("aria-expanded", "false");
	selection.tabIndex = Number(select.getAttribute("tabindex") ?? 0);
	if (select.getAttribute("aria-required") === "true") {
		selection.setAttribute("aria-required", "true");
		rendered.setAttribute("aria-required", "true");
	}
	if (label) selection.setAttribute("aria-label", label);
	else selection.setAttribute("aria-labelledby", rendered.id);

	const wrapper = span("dropdown-wrapper");
	wrapper.setAttribute("aria-hidden", "true");
	const container = span(
		"select2 select2-container select2-container--default",
		span("selection", selection),
		wrapper,
	);
	container.dir = getComputedStyle(select).direction || "ltr";
	container.style.width = "100%";

	const draw = () => drawChosen(select, rendered, selection);
	return { select, container, selection, id, label, draw };
}

function drawChosen(
	select: HTMLSelectElement,
	rendered: HTMLElement,
	selection: HTMLElement,
): void {
	const chosen = select.selectedOptions[0];
	if (chosen?.value) {
		rendered.textContent = chosen.text;
		rendered.title = chosen.text;
	} else {
		const placeholder = span("select2-selection__placeholder");
		placeholder.textContent =
			select.dataset.placeholder ?? select.getAttribute("placeholder") ?? "";
		rendered.replaceChildren(placeholder);
		rendered.removeAttribute("title");
	}
	const isOff = select.disabled;
	selection
		.closest(".select2-container")
		?.classList.toggle("select2-container--disabled", isOff);
	if (isOff) selection.setAttribute("aria-disabled", "true");
	else selection.removeAttribute("aria-disabled");
}
