import type { FieldError, FormState } from "./state";
import type { FormInfo, Wpcf7Form } from "./wpcf7";

const WRAP = ".wpcf7-form-control-wrap[data-name]";

/** What the hidden inputs say about the form: contract "contact-form-7", sections 7.3 and 20.1. */
export function readInfo(form: Wpcf7Form): FormInfo {
	const hidden = (name: string) =>
		form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
	const id = integer(hidden("_wpcf7"));
	return {
		id,
		status: form.getAttribute("data-status") || "init",
		pluginVersion: hidden("_wpcf7_version"),
		locale: hidden("_wpcf7_locale"),
		unitTag: hidden("_wpcf7_unit_tag"),
		containerPost: integer(hidden("_wpcf7_container_post")),
		parent: form.closest(".wpcf7"),
		get schema() {
			return window.wpcf7?.schemas?.get(id);
		},
	};
}

/** As the plugin reads its numbers: without sign, 0 when there is none. */
const integer = (text: string) => Math.abs(Number.parseInt(text, 10)) || 0;

/** The state that the server printed, errors of a form sent without script included: section 21. */
export function readState(form: Wpcf7Form, info: FormInfo): FormState {
	return {
		status: info.status,
		errors: readErrors(form),
		marked: [],
		message: undefined,
		controls: 0,
		questions: {},
		captchas: {},
		reflections: {},
		progress: undefined,
	};
}

function readErrors(form: Wpcf7Form): FieldError[] {
	return [...form.querySelectorAll<HTMLElement>(WRAP)].flatMap((wrap) => {
		const tip = wrap.querySelector(".wpcf7-not-valid-tip");
		const field = wrap.dataset.name ?? "";
		return tip ? [{ field, message: tip.textContent ?? "" }] : [];
	});
}

/** The field that a control, or a part beside it, belongs to. */
export const fieldOf = (element: Element) =>
	element.closest<HTMLElement>(WRAP)?.dataset.name ?? "";

/** The wraps of a form, or of a part of it, in document order. */
export const wrapsOf = (scope: Element) => [
	...scope.querySelectorAll<HTMLElement>(WRAP),
];

/** The id of a field's item in the list for screen readers: section 7.4. */
export const errorId = (unitTag: string, field: string) =>
	`${unitTag}-ve-${field}`.replace(/[^0-9A-Za-z_-]+/g, "");
