/** Copies of a checkout's fields in the form that is sent: the newest stands first, and each name once. */

const FORM = ".et_pb_wc_checkout_payment_info form.checkout";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
	element instanceof HTMLInputElement ||
	element instanceof HTMLSelectElement ||
	element instanceof HTMLTextAreaElement;

/** Each row's field. */
export function copyRows(module: string): void {
	for (const row of document.querySelectorAll(`${module} .form-row`)) {
		const field = row.querySelector("input") ?? row.querySelector("select");
		if (field) copy(field);
	}
}

/** One field; what is not ticked has nothing to say. */
export function copy(field: Element): void {
	const form = document.querySelector(FORM);
	if (!form || !isField(field) || !field.name) return;
	// A country without states has a hidden field for them, that a list of states takes the place of.
	const isSelect = field instanceof HTMLSelectElement;
	dropCopies(field.name, isSelect ? document : form);
	const isTurnedOff =
		field instanceof HTMLInputElement &&
		/^(checkbox|radio)$/.test(field.type) &&
		!field.checked;
	if (isTurnedOff) return;
	const input = document.createElement("input");
	Object.assign(input, { type: "hidden", name: field.name });
	input.value = field.value;
	form.prepend(input);
}

export function dropCopies(name: string, root?: ParentNode | null): void {
	const within = root === undefined ? document.querySelector(FORM) : root;
	const inputs =
		within?.querySelectorAll<HTMLInputElement>("input[type=hidden]");
	for (const input of inputs ?? []) if (input.name === name) input.remove();
}
