import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { useOwned } from "../runtime/owned";
import type { Check } from "./form-check";
import { diviText } from "./legacy";

/** What a form's message box says about missing and wrong fields (contract "divi-client", section 6.23). */
function FormMessages({
	missing,
	invalid,
}: Pick<Check, "missing" | "invalid">) {
	const hasMissing = missing.length > 0;
	return (
		<>
			{hasMissing && (
				<>
					<p>{diviText("fill_message")}</p>
					<List items={missing} />
				</>
			)}
			{hasMissing && invalid.length > 0 && (
				<p className="et_normal_padding">{diviText("contact_error_message")}</p>
			)}
			{(hasMissing || invalid.length > 0) && <List items={invalid} />}
		</>
	);
}

const List = ({ items }: { readonly items: readonly string[] }) => (
	<ul>
		{items.map((item, place) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one label, and the list is drawn anew.
			<li key={place}>{item}</li>
		))}
	</ul>
);

/** Sets or removes the error class and `aria-invalid` of fields. */
function Marks({
	fields,
	token,
	isOn,
}: {
	readonly fields: readonly Element[];
	readonly token: string;
	readonly isOn: boolean;
}) {
	useOwned(fields, {
		classes: { [token]: isOn },
		attributes: { "aria-invalid": isOn ? "true" : null },
	});
	return null;
}

interface Shown {
	readonly root: Root;
	readonly failing: readonly Element[];
}
const shown = new WeakMap<Element, Shown>();

/** Shows what a check found in a message box; the fields that fail are marked, those that failed before no longer. */
export function showMessages(
	box: Element,
	check: Pick<Check, "missing" | "invalid" | "failing">,
): void {
	const { root, failing: before } = shown.get(box) ?? {
		root: start(box),
		failing: [] as readonly Element[],
	};
	const { failing } = check;
	shown.set(box, { root, failing });
	const fine = before.filter((field) => !failing.includes(field));
	flushSync(() =>
		root.render(
			<>
				<FormMessages {...check} />
				<Marks fields={fine} token="et_contact_error" isOn={false} />
				<Marks fields={failing} token="et_contact_error" isOn={true} />
			</>,
		),
	);
}

function start(box: Element): Root {
	box.replaceChildren();
	if (!box.hasAttribute("role")) box.setAttribute("role", "alert");
	return createRoot(box);
}

/** Unmounts the messages of a box. */
export function forgetMessages(box: Element): void {
	shown.get(box)?.root.unmount();
	shown.delete(box);
}
