import type { OwnerProps } from "../runtime/adopt";
import { useOwned } from "../runtime/owned";
import { useForm } from "./HandleContext";

/** An output, or a group of them, that shows a field's valid values: contract "contact-form-7", section 8.14. */
export function Reflection({ node, draw }: OwnerProps) {
	const field = node.dataset.reflectionOf ?? "";
	const values = useForm((state) => state.reflections[field]);
	const isGroup = node.localName !== "output";
	const isHidden = values && values.length > 0;
	useOwned(isGroup ? [...node.querySelectorAll("output[data-default]")] : [], {
		attributes: { hidden: values && (isHidden ? "hidden" : null) },
	});
	if (!values) return draw();
	if (!isGroup) {
		return draw(undefined, { inside: values[0] ?? node.dataset.default ?? "" });
	}
	return draw(
		values.map((value) => (
			<output key={value} name={field}>
				{value}
			</output>
		)),
	);
}
