import { applyChanges } from "../runtime/changes";
import { report } from "../runtime/report";
import type { Check } from "./form-check";

/** What a form's message box shows. */
export type Messages = Pick<Check, "missing" | "invalid">;

type Drawing = typeof import("./FormMessages");

interface Shown {
	readonly messages: Messages;
	readonly failing: readonly Element[];
}
/** The last check of each message box. */
const shown = new WeakMap<Element, Shown>();

/** The chunk that draws, once it has loaded. React comes with it. */
let drawing: Drawing | undefined;

/**
 * Shows what a check found: marks the fields that fail, unmarks those that failed before, and draws the lists into the
 * message box. React is loaded when there is something to draw. Resolves when it is drawn.
 */
export async function showMessages(box: Element, check: Check): Promise<void> {
	const before = shown.get(box);
	if (!before) {
		box.replaceChildren();
		if (!box.hasAttribute("role")) box.setAttribute("role", "alert");
	}
	const { failing, missing, invalid } = check;
	for (const field of before?.failing ?? []) {
		if (!failing.includes(field)) mark(field, false);
	}
	for (const field of failing) mark(field, true);
	shown.set(box, { messages: check, failing });
	if (drawing) return drawing.draw(box, check);
	if (missing.length + invalid.length === 0) return;
	try {
		drawing = await import(
			/* webpackChunkName: "divi-form-messages" */ "./FormMessages"
		);
	} catch (error) {
		return report("divi-form-messages", "did not load", error);
	}
	// The form may have been checked again or replaced meanwhile.
	const last = shown.get(box);
	if (last) drawing.draw(box, last.messages);
}

/** Removes the messages of a box that is replaced or shows something else. */
export function forgetMessages(box: Element): void {
	shown.delete(box);
	drawing?.erase(box);
}

const mark = (field: Element, isOn: boolean) =>
	applyChanges(field, {
		classes: { et_contact_error: isOn },
		attributes: { "aria-invalid": isOn ? "true" : null },
	});
