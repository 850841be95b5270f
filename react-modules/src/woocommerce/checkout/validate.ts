/** What a visitor has filled in, row by row: contract "woocommerce", sections 9.2 and 9.6; the server has the last word. */

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS = ".input-text, select, input[type=checkbox]";
const INVALID = "woocommerce-invalid";
const VALID = "woocommerce-validated";
const REASONS = {
	required: `${INVALID}-required-field`,
	email: `${INVALID}-email`,
	phone: `${INVALID}-phone`,
} as const;
const ERROR = "checkout-inline-error-message";

/** An address as mail has it: a name, an at sign and a host with a dot. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** What a telephone number is written with. */
const PHONE = /[\s#0-9_\-+/().]/g;

const isField = (target: unknown): target is Field =>
	target instanceof Element && target.matches(FIELDS);

/** Looks at fields when they are left and when they change; typing takes the marks away. */
export function startValidation(form: HTMLFormElement): void {
	form.addEventListener("input", ({ target }) => {
		// A choice is complete at once; its change follows.
		if (isField(target) && target.matches(".input-text")) unmark(target);
	});
	for (const type of ["change", "focusout"]) {
		form.addEventListener(type, ({ target }) => {
			if (isField(target)) validate(target);
		});
	}
}

/** Looks at all fields of a form that the visitor can see. */
export function validateAll(form: ParentNode): void {
	for (const field of form.querySelectorAll<Field>(FIELDS)) {
		const row = field.closest<HTMLElement>(".form-row");
		if (row && row.style.display !== "none" && !isFolded(field)) {
			validate(field);
		}
	}
}

/** Fields of a part that is closed: another address, an account. */
const isFolded = (field: Element) =>
	field.closest<HTMLElement>(
		'.shipping_address[style*="none"], div.create-account[style*="none"]',
	) !== null;

function validate(field: Field): void {
	const row = field.closest<HTMLElement>(".form-row");
	if (!row) return;
	const reason = reasonOf(row, field);
	row.classList.remove(VALID, INVALID, ...Object.values(REASONS));
	if (reason) {
		row.classList.add(INVALID, REASONS[reason]);
		field.setAttribute("aria-invalid", "true");
	} else {
		row.classList.add(VALID);
		forget(field, row);
	}
}

function reasonOf(
	row: Element,
	field: Field,
): keyof typeof REASONS | undefined {
	const { classList } = row;
	const isTicked = field instanceof HTMLInputElement && field.checked;
	const isEmpty =
		field.type === "checkbox" ? !isTicked : field.value.trim() === "";
	if (isEmpty) {
		return classList.contains("validate-required") ? "required" : undefined;
	}
	const { value } = field;
	if (classList.contains("validate-email") && !EMAIL.test(value.trim())) {
		return "email";
	}
	const isBadPhone =
		classList.contains("validate-phone") && value.replace(PHONE, "").length > 0;
	return isBadPhone ? "phone" : undefined;
}

function unmark(field: Field): void {
	const row = field.closest<HTMLElement>(".form-row");
	row?.classList.remove(VALID, INVALID, ...Object.values(REASONS));
	if (row) forget(field, row);
}

/** Takes the server's message and the tie to it away. */
function forget(field: Field, row: Element): void {
	const error = row.querySelector(`.${ERROR}`);
	field.removeAttribute("aria-invalid");
	if (!error) return;
	if (field.getAttribute("aria-describedby") === error.id) {
		field.removeAttribute("aria-describedby");
	}
	error.remove();
}

/** Ties a message to its field, below it. */
export function showFieldError(field: Element, text: string): void {
	const row = field.closest(".form-row");
	if (!row) return;
	const id = `${field.id}_description`;
	row.querySelector(`.${ERROR}`)?.remove();
	const error = document.createElement("p");
	error.id = id;
	error.className = ERROR;
	error.textContent = text;
	row.append(error);
	field.setAttribute("aria-invalid", "true");
	field.setAttribute("aria-describedby", id);
}

/** Takes all messages of fields away. */
export function clearFieldErrors(): void {
	for (const error of document.querySelectorAll(`.${ERROR}`)) {
		const field = document.querySelector(
			`[aria-describedby="${CSS.escape(error.id)}"]`,
		);
		field?.removeAttribute("aria-describedby");
		field?.removeAttribute("aria-invalid");
		error.remove();
	}
}
