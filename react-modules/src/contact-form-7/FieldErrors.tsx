import { useState } from "react";
import type { OwnerProps } from "../runtime/adopt";
import { useListener, useOwned } from "../runtime/owned";
import { useForm, useHandle } from "./HandleContext";
import { errorId, fieldOf } from "./read";
import { errorOf } from "./state";

/** A control's wrap with its error: contract "contact-form-7", section 20.8. */
export function FieldErrors({ node, draw }: OwnerProps) {
	const { info } = useHandle();
	const field = fieldOf(node);
	const error = useForm((state) => errorOf(state, field));
	const isKnown = error !== undefined;
	useOwned([...node.querySelectorAll(".wpcf7-form-control")], {
		classes: { "wpcf7-not-valid": isKnown ? error !== null : undefined },
		attributes: {
			"aria-describedby": error
				? errorId(info.unitTag, field)
				: (error as null),
		},
		validity: isKnown ? (error ?? "") : undefined,
	});
	useOwned([...node.querySelectorAll("[aria-invalid]")], {
		attributes: {
			"aria-invalid": isKnown ? String(error !== null) : undefined,
		},
	});
	return draw(error && <Tip wrap={node} text={error} />);
}

function Tip({
	wrap,
	text,
}: {
	readonly wrap: Element;
	readonly text: string;
}) {
	const [isHidden, setHidden] = useState(false);
	const isFloating = wrap.closest(".use-floating-validation-tip");
	useListener(isFloating && wrap, "focusin", () => setHidden(true));
	useListener(isFloating && wrap, "click", ({ target }) => {
		if ((target as Element).matches(".wpcf7-not-valid-tip")) setHidden(true);
	});
	return (
		<span
			className="wpcf7-not-valid-tip"
			aria-hidden="true"
			style={isHidden ? { display: "none" } : undefined}
		>
			{text}
		</span>
	);
}

/** The tip that the server printed for a form sent without script: it is removed when its field first changes. */
export function ServerTip({ node, draw }: OwnerProps) {
	const field = fieldOf(node);
	return useForm((state) => errorOf(state, field)) === undefined
		? draw()
		: null;
}

/** The list for screen readers: section 7.4. */
export function ErrorList({ draw }: OwnerProps) {
	const { form, info } = useHandle();
	const errors = useForm((state) => state.errors);
	const isServers = useForm(
		(state) => state.marked !== true && state.marked.length === 0,
	);
	if (isServers) return draw();
	const inside = errors.map(({ field, message }) => {
		const id = errorId(info.unitTag, field);
		const target = controlIdOf(form, field);
		return (
			<li key={field} id={id}>
				{target ? <a href={`#${target}`}>{message}</a> : message}
			</li>
		);
	});
	return draw(undefined, { inside });
}

function controlIdOf(form: Element, field: string): string | undefined {
	return form.querySelector(
		`.wpcf7-form-control-wrap[data-name="${CSS.escape(field)}"] .wpcf7-form-control[id]`,
	)?.id;
}
