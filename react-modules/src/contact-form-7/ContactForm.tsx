import { type ReactNode, useRef } from "react";
import type { Owners } from "../runtime/adopt";
import { useAdopted, useOwned } from "../runtime/owned";
import { CharacterCount } from "./CharacterCount";
import { ErrorList, FieldErrors, ServerTip } from "./FieldErrors";
import { FreeText } from "./FreeText";
import { HandleContext, useForm, useHandle } from "./HandleContext";
import type { FormHandle } from "./handle";
import { Message } from "./Message";
import { CaptchaImage, QuizLabel } from "./Refilled";
import { Reflection } from "./Reflection";
import { Submit } from "./Submit";

/** The elements of a form that change, by the class names that the markup contract fixes (sections 7 and 8). */
export const owners: Owners = {
	'.screen-reader-response [role="status"]': Message,
	".screen-reader-response ul": ErrorList,
	".wpcf7-response-output": Message,
	".wpcf7-form-control-wrap[data-name]": FieldErrors,
	".wpcf7-not-valid-tip": ServerTip,
	".wpcf7-submit, .has-spinner": Submit,
	".wpcf7-free-text": FreeText,
	".wpcf7-character-count": CharacterCount,
	"[data-reflection-of]": Reflection,
	".wpcf7-quiz-label": QuizLabel,
	"img.wpcf7-captchac": CaptchaImage,
};

/** A contact form: the adopted tree, and what changes on the form and its wrapper themselves. */
export function ContactForm({
	handle,
	children,
}: {
	readonly handle: FormHandle;
	readonly children: ReactNode;
}) {
	return (
		<HandleContext value={handle}>
			{children}
			<FormStatus />
		</HandleContext>
	);
}

function FormStatus() {
	const { form, info } = useHandle();
	const status = useForm((state) => state.status);
	const isAdopted = useAdopted();
	const shown = useRef(status);
	const previous = shown.current;
	shown.current = status;
	useOwned(form, {
		classes: { [previous]: previous === status, [status]: true },
		attributes: { "data-status": status },
	});
	useOwned(info.parent ?? [], {
		classes: isAdopted ? { "no-js": false, js: true } : {},
	});
	return null;
}
