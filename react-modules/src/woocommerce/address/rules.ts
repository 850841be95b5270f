import { hear } from "../events";
import { keepFocus } from "../focus";
import { jsonOf, textOf } from "../params";

/** What a country asks of its addresses: labels, what must be filled, what is hidden, the order (contract "woocommerce", section 9.3). */

const PARAMS = "wc_address_i18n_params";
/** Rows whose first classes are kept, as the shop's scripts do. */
const ORIGINAL = ["state", "postcode", "city"];
const WIDTHS = ["form-row-first", "form-row-last", "form-row-wide"];
const INVALID = [
	"woocommerce-invalid",
	"woocommerce-invalid-required-field",
	"woocommerce-validated",
];

interface Rule {
	readonly label?: string;
	readonly placeholder?: string;
	readonly required?: boolean;
	readonly hidden?: boolean;
	readonly priority?: number;
	readonly class?: readonly string[];
}

type Rules = Readonly<Record<string, Rule>>;

export function startRules(): void {
	const locale = jsonOf<Rules>(PARAMS, "locale");
	const selectors: Readonly<Record<string, unknown>> = jsonOf(
		PARAMS,
		"locale_fields",
	);
	hear(
		"country_to_state_changing",
		["country", "wrapper"],
		(country, wrapper) => {
			if (!(wrapper instanceof Element)) return;
			const usual = locale.default ?? {};
			const own = locale[String(country)] ?? {};
			for (const [key, selector] of Object.entries(selectors)) {
				if (typeof selector !== "string") continue;
				const row = wrapper.querySelector<HTMLElement>(selector);
				if (row) apply(row, key, { ...usual[key], ...own[key] });
			}
			sortRows(wrapper);
		},
	);
}

function apply(row: HTMLElement, key: string, rule: Rule): void {
	if (ORIGINAL.includes(key)) row.dataset.o_class ??= row.className;
	if (rule.label !== undefined) setLabel(row, rule.label);
	if (rule.placeholder !== undefined) setPlaceholder(row, rule.placeholder);
	setRequired(row, rule.required === true && rule.hidden !== true);
	if (rule.priority !== undefined) row.dataset.priority = String(rule.priority);
	// The states' own control shows and hides its row.
	if (key !== "state") setHidden(row, rule.hidden === true);
	if (Array.isArray(rule.class) && row.dataset.priority !== undefined) {
		row.classList.remove(
			...WIDTHS.filter((name) => !rule.class?.includes(name)),
		);
		row.classList.add(...rule.class);
	}
}

/** A label's text; the mark behind it stays. */
function setLabel(row: Element, text: string): void {
	const label = row.querySelector("label");
	if (!label) return;
	const mark = label.querySelector(".required, .optional");
	const present = [...label.childNodes]
		.filter((node) => node !== mark)
		.map(({ textContent }) => textContent)
		.join("")
		.trim();
	if (present === text) return;
	label.textContent = text;
	if (mark) label.append("\u00A0", mark);
}

function setPlaceholder(row: Element, text: string): void {
	const field = row.querySelector<HTMLElement>("input, textarea, select");
	if (!field) return;
	field.dataset.placeholder = text;
	if (!(field instanceof HTMLSelectElement)) {
		field.setAttribute("placeholder", text);
	}
}

function setRequired(row: HTMLElement, isRequired: boolean): void {
	const label = row.querySelector("label");
	const field = row.querySelector("input, textarea, select");
	row.classList.toggle("validate-required", isRequired);
	if (isRequired) field?.setAttribute("aria-required", "true");
	else {
		field?.removeAttribute("aria-required");
		row.classList.remove(...INVALID);
	}
	const [wanted, other] = isRequired
		? ["required", "optional"]
		: ["optional", "required"];
	label?.querySelector(`.${other}`)?.remove();
	if (!label || label.querySelector(`.${wanted}`)) return;
	const mark = document.createElement("span");
	mark.className = wanted;
	if (isRequired) {
		mark.setAttribute("aria-hidden", "true");
		mark.textContent = "*";
	} else mark.textContent = `(${textOf(PARAMS, "i18n_optional_text")})`;
	const last = label.lastChild;
	const hasSpace = /\s$/.test(last?.textContent ?? "");
	label.append(hasSpace ? "" : "\u00A0", mark);
}

/** A row that is hidden says nothing. */
function setHidden(row: HTMLElement, isHidden: boolean): void {
	row.style.display = isHidden ? "none" : "";
	if (!row.getAttribute("style")) row.removeAttribute("style");
	if (!isHidden) return;
	for (const field of row.querySelectorAll("input")) field.value = "";
}

/** Rows stand in the order of their priorities. */
function sortRows(wrapper: Element): void {
	const place =
		wrapper.querySelector('[class$="__field-wrapper"]') ??
		(wrapper.matches(".woocommerce-shipping-calculator") ? null : wrapper);
	if (!place) return;
	const rows = [
		...place.querySelectorAll<HTMLElement>(":scope > .form-row[data-priority]"),
	];
	const priority = ({ dataset }: HTMLElement) => Number(dataset.priority);
	const sorted = [...rows].sort(
		(one, other) => priority(one) - priority(other),
	);
	if (sorted.every((row, n) => row === rows[n])) return;
	const focused = document.activeElement;
	keepFocus("form", () => place.append(...sorted));
	// A node that moves loses the focus, and is still there.
	if (focused instanceof HTMLElement && place.contains(focused)) {
		focused.focus({ preventScroll: true });
	}
}
