/** The two hidden fields: contract "honeypot", section 3. */

export interface Settings {
	readonly wpa_field_name: string;
	readonly wpa_field_value: number | string;
	/** `yes` for an administrator who wants to try the trap. */
	readonly wpa_add_test: string;
}

/** Adds the fields at the end of a form, or right after an initiator whose form has none. */
export function inject(element: Element, settings: Settings): void {
	const isInitiator = element.matches("input.wpa_initiator");
	const form = isInitiator ? element.closest("form") : element;
	if (!form || form.querySelector(".wpa_hidden_field")) return;
	const fields = fieldsOf(settings);
	if (isInitiator) element.after(...fields);
	else form.append(...fields);
}

export function remove(): void {
	for (const field of document.querySelectorAll(
		".wpa_hidden_field, .altEmail_container",
	)) {
		field.remove();
	}
}

function fieldsOf({ wpa_field_name, wpa_field_value }: Settings): Element[] {
	const label = make("label", { for: "alt_s" }, "Alternative:");
	const bait = make("input", { type: "text", id: "alt_s", name: "alt_s" });
	const container = make("div", {
		id: "altEmail_container",
		class: "altEmail_container",
	});
	container.append(label, bait);
	const field = make("input", {
		type: "text",
		name: wpa_field_name,
		value: String(wpa_field_value),
	});
	const hiddenLabel = make("label", {}, "WPA ");
	hiddenLabel.append(field);
	const hidden = make("span", {
		class: "wpa_hidden_field",
		style: "display:none;height:0;width:0;",
	});
	hidden.append(hiddenLabel);
	return [container, hidden];
}

function make(
	tag: string,
	attributes: Readonly<Record<string, string>>,
	text = "",
): HTMLElement {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		element.setAttribute(name, value);
	}
	element.textContent = text;
	return element;
}

/** The globals of the plugin's script: section 4. */
export function publish(settings: Settings): void {
	window.wpa_field_name = settings.wpa_field_name;
	window.wpa_unique_id = settings.wpa_field_value;
	window.wpa_add_test = settings.wpa_add_test;
	window.wpa_hidden_field = fieldsOf(settings)[1]?.outerHTML ?? "";
}
