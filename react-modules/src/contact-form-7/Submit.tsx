import { useState } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useAdopted, useOwned } from "../runtime/owned";
import { useForm, useHandle } from "./HandleContext";

/** A button that sends: off until the terms are accepted, with a spinner beside it (section 20.6). */
export function Submit({ node, draw }: OwnerProps) {
	const { form } = useHandle();
	const isAdopted = useAdopted();
	useForm((state) => state.controls);
	useOwned(node, {
		properties: {
			disabled: node.matches(".wpcf7-submit") ? isBlocked(form) : undefined,
		},
	});
	const [hasSpinner] = useState(
		() =>
			node.matches(".has-spinner") &&
			!node.nextElementSibling?.matches(".wpcf7-spinner"),
	);
	return (
		<>
			{draw()}
			{isAdopted && hasSpinner && <span className="wpcf7-spinner" />}
			{isAdopted && hasSpinner && <UploadProgress />}
		</>
	);
}

/** `undefined`: the form has no acceptance fields, `disabled` is left alone. */
function isBlocked(form: Element): boolean | undefined {
	if (form.classList.contains("wpcf7-acceptance-as-validation"))
		return undefined;
	const terms = [...form.querySelectorAll(".wpcf7-acceptance")];
	if (terms.length === 0) return undefined;
	return terms.some((term) => {
		const { classList } = term;
		const box = term.querySelector<HTMLInputElement>('input[type="checkbox"]');
		const isAccepted = box?.checked !== classList.contains("invert");
		return box && !classList.contains("optional") && !isAccepted;
	});
}

/** Upload progress while a form with files is sent; not in the original plugin. */
function UploadProgress() {
	const progress = useForm((state) => state.progress);
	if (progress === undefined) return null;
	return (
		<progress className="wpcf7-upload-progress" value={progress} aria-hidden />
	);
}
