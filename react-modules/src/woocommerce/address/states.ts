import { jsonOf, textOf } from "../params";

/** The control of a state: a list, a text or nothing, as the country has it (contract "woocommerce", section 9.2). */

const PARAMS = "wc_country_select_params";
const FIELDS = "#billing_state, #shipping_state, #calc_shipping_state";

type Field = HTMLInputElement | HTMLSelectElement;
type States = Readonly<Record<string, string>>;

/** What a control has besides its kind, over its changes; a hidden one shows none of it. */
const SPOKEN = ["autocomplete", "aria-required", "data-label"];
const spoken = new Map<string, ReadonlyMap<string, string>>();

let countries: Readonly<Record<string, States | readonly never[]>> | undefined;

export function setStates(wrapper: Element, country: string): void {
	countries ??= jsonOf<States>(PARAMS, "countries");
	const field = wrapper.querySelector<Field>(FIELDS);
	const row = field?.closest<HTMLElement>(".form-row");
	if (!field || !row) return;
	const states = countries[country];
	const names = Object.entries((states ?? {}) as States);
	if (states && names.length === 0) {
		row.style.display = "none";
		if (!isHidden(field)) replace(field, hidden(field));
		return;
	}
	row.style.display = "";
	if (!row.getAttribute("style")) row.removeAttribute("style");
	if (states) {
		const isSame = field instanceof HTMLSelectElement && lists(field, names);
		if (!isSame) replace(field, list(field, names));
	} else if (field instanceof HTMLSelectElement || isHidden(field)) {
		replace(field, text(field));
	}
}

const isHidden = (field: Field) => field.type === "hidden";

/** Whether a list has these states already. */
const lists = (
	{ options }: HTMLSelectElement,
	names: readonly (readonly [string, string])[],
) => {
	const values = [...options].map(({ value }) => value).filter(Boolean);
	return (
		values.length === names.length &&
		names.every(([code]) => values.includes(code))
	);
};

function replace(old: Field, field: Field): void {
	const hadFocus = old === document.activeElement;
	// What made the old list searchable goes with it.
	for (const list of old.parentElement?.querySelectorAll(".select2") ?? []) {
		list.remove();
	}
	old.replaceWith(field);
	if (hadFocus && field.type !== "hidden") field.focus();
}

/** A control with the old one's name, id and classes of the page. */
function control<Made extends Field>(old: Field, made: Made): Made {
	if (!isHidden(old)) {
		spoken.set(
			old.id,
			new Map(
				SPOKEN.flatMap((name) => {
					const value = old.getAttribute(name);
					return value === null ? [] : [[name, value] as const];
				}),
			),
		);
	}
	made.id = old.id;
	made.name = old.name;
	made.dataset.inputClasses = old.dataset.inputClasses ?? "";
	return made;
}

function speak(field: Field): void {
	for (const [name, value] of spoken.get(field.id) ?? []) {
		field.setAttribute(name, value);
	}
}

function hidden(old: Field): HTMLInputElement {
	const input = control(old, document.createElement("input"));
	input.type = "hidden";
	input.className = "hidden";
	placeholders.set(old.id, placeholderOf(old));
	return input;
}

function text(old: Field): HTMLInputElement {
	const input = control(old, document.createElement("input"));
	input.type = "text";
	input.className = `input-text ${input.dataset.inputClasses}`.trim();
	input.placeholder = placeholderOf(old);
	speak(input);
	return input;
}

const placeholders = new Map<string, string>();

const placeholderOf = (field: Field): string =>
	field.getAttribute("placeholder") ||
	field.dataset.placeholder ||
	placeholders.get(field.id) ||
	"";

function list(
	old: Field,
	names: readonly (readonly [string, string])[],
): HTMLSelectElement {
	const select = control(old, document.createElement("select"));
	select.className = `state_select ${select.dataset.inputClasses}`.trim();
	const placeholder =
		placeholderOf(old) || textOf(PARAMS, "i18n_select_state_text");
	select.dataset.placeholder = placeholder;
	select.add(new Option(placeholder, ""));
	for (const [code, name] of names) select.add(new Option(name, code));
	select.value = names.some(([code]) => code === old.value) ? old.value : "";
	speak(select);
	return select;
}
