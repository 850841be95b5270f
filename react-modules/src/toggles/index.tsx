import { adopt } from "../runtime/adopt";
import { open } from "./open";
import { readToggle } from "./read";
import { Toggle } from "./Toggle";

/** Toggle and accordion: contract "divi-client", section 6.6. */
const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const toggle = readToggle(element as HTMLElement);
	if (!toggle) return;
	adopt(toggle.root, {
		name: "toggles",
		owners: {},
		wrap: (tree) => (
			<Toggle toggle={toggle} onChoose={() => open(toggle)}>
				{tree}
			</Toggle>
		),
	});
}
