import { diviText } from "./legacy";

/**
 * What Divi's contact form and its signup form check before they send (contract "divi-client", section 6.23): the same
 * fields, labels and lists.
 */

/** A field as it is sent to the server. */
export interface FieldDescription {
	readonly field_id: string;
	readonly original_id: string;
	readonly required_mark: string;
	readonly field_type: string;
	readonly field_label: string;
}

export interface Check {
	readonly fields: readonly FieldDescription[];
	/** Original ids of hidden fields. */
	readonly hidden: readonly string[];
	/** Labels of what is missing, then what else is wrong, as the messages list them. */
	readonly missing: readonly string[];
	readonly invalid: readonly string[];
	/** The elements that get the error class. */
	readonly failing: readonly Element[];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS =
	'input[type="text"], .et_pb_checkbox_handle, .et_pb_contact_field[data-type="radio"], textarea, select';

/** Whether no ancestor of an element has `display: none`. */
export function isShown(element: Element): boolean {
	for (let at: Element | null = element; at; at = at.parentElement) {
		if (getComputedStyle(at).display === "none") return false;
	}
	return true;
}

/** Looks at the fields of a form, or of parts of it. */
export function checkFields(
	parts: readonly Element[],
	isEmail: (value: string) => boolean = isContactEmail,
): Check {
	const check = {
		fields: [] as FieldDescription[],
		hidden: [] as string[],
		missing: [] as string[],
		invalid: [] as string[],
		failing: [] as Element[],
	};
	for (const part of parts) {
		const inside = [...part.querySelectorAll(FIELDS)];
		if (part.matches(FIELDS)) inside.unshift(part);
		for (const element of inside) checkField(element, isEmail, check);
	}
	return check;
}

/** The lists that a check fills. */
interface Filled {
	readonly fields: FieldDescription[];
	readonly hidden: string[];
	readonly missing: string[];
	readonly invalid: string[];
	readonly failing: Element[];
}

function checkField(
	element: Element,
	isEmail: (value: string) => boolean,
	check: Filled,
): void {
	const kind = kindOf(element);
	const control =
		kind === "radio"
			? element.querySelector<HTMLInputElement>('input[type="radio"]')
			: (element as Control);
	if (!control) return;
	const wrapper = element.closest(".et_pb_contact_field");
	const boxes = [
		...(wrapper?.querySelectorAll<HTMLInputElement>(
			'input[type="checkbox"], input[type="radio"]',
		) ?? []),
	];
	const chosen = boxes.filter((box) => box.checked);
	if (kind === "checkbox") {
		control.value = chosen.map((box) => box.value).join(", ");
	}
	const { original_id = "", required_mark = "not_required" } = control.dataset;
	if (isHidden(control, wrapper, kind)) {
		check.hidden.push(original_id);
		return;
	}
	const label = labelOf(control, wrapper, kind, boxes);
	const { field_type = "text" } = control.dataset;
	const field_id = kind === "text" ? control.id : control.name;
	if (field_id) {
		check.fields.push({
			field_id,
			original_id,
			required_mark,
			field_type,
			field_label: label.replaceAll('"', "&quot;"),
		});
	}
	const value = control.value.trim();
	const isEmpty =
		kind === "text" ? !value || isSameText(value, label) : chosen.length === 0;
	const failing = kind === "text" ? control : (wrapper ?? control);
	if (required_mark === "required" && isEmpty && !isNumber(control)) {
		check.failing.push(failing);
		check.missing.push(label || diviText("captcha"));
		return;
	}
	if (field_type === "email" && !isEmpty && !isEmail(value.toLowerCase())) {
		check.failing.push(failing);
		check.invalid.push(diviText("invalid"));
	}
}

/** Number fields of another plugin bring their own check. */
const isNumber = ({ id }: Element) => id.startsWith("et_pb_contact_et_number_");

const isSameText = (one: string, other: string) =>
	other !== "" && one.toLowerCase() === other;

function kindOf(element: Element): "radio" | "checkbox" | "text" {
	if (element.matches(".et_pb_checkbox_handle")) return "checkbox";
	return element.matches(".et_pb_contact_field") ? "radio" : "text";
}

function isHidden(control: Element, wrapper: Element | null, kind: string) {
	if (kind !== "text") return wrapper !== null && !isShown(wrapper);
	return (
		control.closest("[data-conditional-logic]") !== null && !isShown(control)
	);
}

function labelOf(
	control: Control,
	wrapper: Element | null,
	kind: string,
	boxes: readonly HTMLInputElement[],
): string {
	const siblings = [...(control.parentElement?.children ?? [])];
	const label =
		kind === "text"
			? siblings.find((sibling) => sibling.localName === "label")
			: wrapper?.querySelector(".et_pb_contact_form_label");
	const text = label?.textContent?.trim() ?? "";
	if (text || kind !== "checkbox") return text;
	const values = boxes.map((box) => box.value).filter(Boolean);
	return values.join(", ") || diviText("wrong_checkbox");
}

/** The contact form's rule, which is stricter than the browser's: specification, section 5. */
export function isContactEmail(value: string): boolean {
	if (value.length < 6) return false;
	const at = value.indexOf("@", 1);
	if (at < 1) return false;
	const local = value.slice(0, at);
	const domain = value.slice(at + 1);
	if (!/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local)) return false;
	if (domain.includes("..") || /^[\s.]|[\s.]$/.test(domain)) return false;
	const labels = domain.split(".");
	return (
		labels.length >= 2 &&
		labels.every((label) => /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label))
	);
}

/** The browser's own rule: no minimum, no dot needed. */
export const isHtmlEmail = (value: string): boolean =>
	/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(
		value,
	);

/** A box with a text beside it tells it what it means. */
export function tellCheckbox(box: EventTarget | null): void {
	if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
	const text = [...(box.parentElement?.children ?? [])].find(
		(sibling): sibling is HTMLInputElement =>
			sibling instanceof HTMLInputElement && sibling.type === "text",
	);
	if (!text) return;
	const { checked = "", unchecked = "" } = text.dataset;
	text.value = box.checked ? checked : unchecked;
}
