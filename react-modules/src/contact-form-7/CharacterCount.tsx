import { useState } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useAdopted, useOwned } from "../runtime/owned";
import { useForm, useHandle } from "./HandleContext";

/** How many characters a control has or still takes: contract "contact-form-7", sections 8.12 and 20.6. */
export function CharacterCount({ node, draw }: OwnerProps) {
	const { form } = useHandle();
	const isAdopted = useAdopted();
	useForm((state) => state.controls);
	const target = form.querySelector<HTMLInputElement>(
		`[name="${CSS.escape(node.dataset.targetName ?? "")}"]`,
	);
	const { value = "" } = target ?? {};
	const count = isAdopted && target ? countOf(node, value) : undefined;
	useOwned(node, {
		attributes: { "data-current-value": count },
		classes: count ? limitsOf(node, value) : {},
	});
	const [printed] = useState(() => node.textContent);
	const isPrinted = !count || count === printed;
	return isPrinted ? draw() : draw(undefined, { inside: count });
}

function countOf(node: HTMLElement, value: string): string {
	const { length } = value.trim();
	const start = Number.parseInt(node.dataset.startingValue ?? "", 10) || 0;
	return String(node.classList.contains("down") ? start - length : length);
}

/** By the text as it is, blanks included. */
function limitsOf({ dataset }: HTMLElement, { length }: string) {
	const { maximumValue = "", minimumValue = "" } = dataset;
	return {
		"too-long": length > Number.parseInt(maximumValue, 10),
		"too-short": length < Number.parseInt(minimumValue, 10),
	};
}
