import { applyChanges } from "../runtime/changes";
import { watchStore } from "../runtime/store";
import { open } from "./open";
import { readToggle, type ToggleInfo } from "./read";

/** Toggle and accordion: contract "divi-client", section 6.6. */
const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	mounted.add(element);
	const toggle = readToggle(element as HTMLElement);
	if (toggle) start(toggle);
}

function start(toggle: ToggleInfo): void {
	const { root, title, store } = toggle;
	watchStore(store, ({ isOpen }) => {
		applyChanges(root, {
			classes: { et_pb_toggle_open: isOpen, et_pb_toggle_close: !isOpen },
		});
		applyChanges(title, {
			attributes: {
				role: "button",
				tabindex: "0",
				"aria-expanded": String(isOpen),
			},
		});
	});
	title.addEventListener("click", () => open(toggle));
	title.addEventListener("keydown", (event) => {
		const { key } = event;
		if (event.target !== title || (key !== "Enter" && key !== " ")) return;
		event.preventDefault();
		title.click();
	});
}
