import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { diviText } from "./legacy";
import type { Messages } from "./messages";

/** What a form's message box says about missing and wrong fields (contract "divi-client", section 6.23). */
function FormMessages({ missing, invalid }: Messages) {
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

const roots = new WeakMap<Element, Root>();

/** Draws the messages into an empty box, or in place of those that it shows. */
export function draw(box: Element, messages: Messages): void {
	const root = roots.get(box) ?? createRoot(box);
	roots.set(box, root);
	flushSync(() => root.render(<FormMessages {...messages} />));
}

/** Empties a box. */
export function erase(box: Element): void {
	roots.get(box)?.unmount();
	roots.delete(box);
}
