import { isShown } from "../divi/form-check";
import { repeater } from "../divi/repeater";
import { type Held, matches, type Rule, readRules } from "./logic";

/** Fields of Divi's contact and signup forms that show or hide with others (contract "divi-client", section 6.24). */

const CONDITIONAL = ".et_pb_contact_field[data-conditional-logic]";
const TYPING = 250;

export function mount(form: Element): void {
	const fields = [...form.querySelectorAll<HTMLElement>(CONDITIONAL)].map(
		(field) => ({
			field,
			rules: readRules(field.getAttribute("data-conditional-logic")),
			isAll: field.dataset.conditionalRelation === "all",
		}),
	);
	if (fields.length === 0) return;
	const look = () => {
		for (const { field, rules, isAll } of fields) {
			const holds = (rule: Rule) => {
				const held = heldBy(form, rule[0]);
				return held !== undefined && matches(held, rule);
			};
			show(field, isAll ? rules.every(holds) : rules.some(holds));
		}
	};
	look();
	form.addEventListener("change", look);
	form.addEventListener("keydown", repeater(look, TYPING));
}

/** A field's value; undefined while it is hidden. */
function heldBy(form: Element, id: string): Held | undefined {
	const field = form.querySelector<HTMLElement>(
		`.et_pb_contact_field[data-id="${CSS.escape(id)}"]`,
	);
	if (!field || !isShown(field)) return undefined;
	const value = (selector: string) =>
		field.querySelector<HTMLInputElement>(selector)?.value ?? "";
	switch (field.dataset.type) {
		case "text":
			return value("textarea");
		case "select":
			return value("select");
		case "radio":
			return value('input[type="radio"]:checked');
		case "checkbox":
		case "booleancheckbox":
			return [
				...field.querySelectorAll<HTMLInputElement>(
					'input[type="checkbox"]:checked',
				),
			].map((box) => box.value);
		default:
			return value("input");
	}
}

/** A hidden field checks no pattern. */
function show(field: HTMLElement, isOn: boolean): void {
	field.style.display = isOn ? "block" : "none";
	for (const input of field.querySelectorAll<HTMLInputElement>(
		'input[type="text"]',
	)) {
		const pattern = input.getAttribute(isOn ? "data-pattern" : "pattern");
		if (isOn) input.removeAttribute("novalidate");
		else input.setAttribute("novalidate", "novalidate");
		if (pattern === null) continue;
		input.setAttribute(isOn ? "pattern" : "data-pattern", pattern);
		input.removeAttribute(isOn ? "data-pattern" : "pattern");
	}
}
