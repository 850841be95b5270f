import type { ReactNode } from "react";
import { useListener, useOwned } from "../runtime/owned";
import { useStore } from "../runtime/store";
import type { ToggleInfo } from "./read";

/** A toggle: the adopted tree, its state's classes, and its title as a button. */
export function Toggle({
	toggle,
	onChoose,
	children,
}: {
	readonly toggle: ToggleInfo;
	readonly onChoose: () => void;
	readonly children: ReactNode;
}) {
	const { root, title, store } = toggle;
	const isOpen = useStore(store, (state) => state.isOpen);
	useOwned(root, {
		tokens: { et_pb_toggle_open: isOpen, et_pb_toggle_close: !isOpen },
	});
	useOwned(title, {
		attributes: {
			role: "button",
			tabindex: "0",
			"aria-expanded": String(isOpen),
		},
	});
	useListener(title, "click", onChoose);
	useListener(title, "keydown", (event) => {
		const { key } = event as KeyboardEvent;
		if (event.target !== title || (key !== "Enter" && key !== " ")) return;
		event.preventDefault();
		title.click();
	});
	return children;
}
