import { type FormHandle, setStatus } from "./handle";
import { wrapsOf } from "./read";
import { FormDataTree } from "./swv/form-data-tree";
import { validate } from "./swv/validate";
import type { ValidateOptions } from "./wpcf7";

/**
 * Checks the fields up to the one that changed: contract "contact-form-7", section 20.7. Editing the third field also
 * shows the errors of the first two.
 */
export function validateChange(
	handle: FormHandle,
	{ target, scope = handle.form }: ValidateOptions = {},
): void {
	const { form, info, store } = handle;
	const { schema } = info;
	if (!schema || (target && !isChecked(form, target))) return;
	const wraps = wrapsOf(scope);
	const previous = info.status;
	setStatus(handle, "validating");
	try {
		const results = validate(schema, new FormDataTree(entriesOf(wraps)));
		for (const wrap of wraps) {
			const field = wrap.dataset.name ?? "";
			const result = results.get(field);
			if (result?.error !== undefined) {
				store.dispatch({ type: "field", field, error: result.error });
			} else if (result) {
				store.dispatch({ type: "field", field });
				store.dispatch({ type: "reflect", field, values: result.values });
			}
			if (target && wrap.contains(target)) break;
		}
	} finally {
		setStatus(handle, previous);
	}
}

const isChecked = (form: Element, target: Element) =>
	form.contains(target) &&
	target.closest(".wpcf7-form-control-wrap[data-name]") &&
	!target.closest(".novalidate");

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The data of the enabled controls of the wraps: unchecked boxes and buttons left out. */
function* entriesOf(
	wraps: readonly Element[],
): Iterable<[string, FormDataEntryValue]> {
	for (const wrap of wraps) {
		if (wrap.closest(".novalidate")) continue;
		for (const control of wrap.querySelectorAll<Control>(
			":where(input, textarea, select):enabled",
		)) {
			if (!control.name) continue;
			for (const value of valuesOf(control)) yield [control.name, value];
		}
	}
}

function valuesOf(control: Control): FormDataEntryValue[] {
	if (control instanceof HTMLSelectElement) {
		return [...control.selectedOptions].map((option) => option.value);
	}
	switch (control.type) {
		case "button":
		case "image":
		case "reset":
		case "submit":
			return [];
		case "checkbox":
		case "radio":
			return (control as HTMLInputElement).checked ? [control.value] : [];
		case "file":
			return [...((control as HTMLInputElement).files ?? [])];
		default:
			return [control.value];
	}
}
