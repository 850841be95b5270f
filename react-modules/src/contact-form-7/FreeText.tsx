import { useLayoutEffect, useRef } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useOwned } from "../runtime/owned";
import { useForm } from "./HandleContext";

/** The text beside the last box or radio: usable only while that is checked (contract "contact-form-7", section 20.6). */
export function FreeText({ node, draw }: OwnerProps) {
	useForm((state) => state.controls);
	const box = node
		.closest(".has-free-text")
		?.querySelector<HTMLInputElement>(
			"input[type=checkbox], input[type=radio]",
		);
	const isChecked = box?.checked ?? true;
	const before = useRef(isChecked);
	useOwned(node, { properties: { disabled: !isChecked } });
	useLayoutEffect(() => {
		if (isChecked && !before.current) node.focus();
		before.current = isChecked;
	}, [isChecked, node]);
	return draw();
}
