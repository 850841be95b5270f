import { createStore, type Store } from "../runtime/store";

/** A toggle's state: `moving` while its content slides. */
export interface ToggleState {
	readonly isOpen: boolean;
	readonly isMoving: boolean;
}

type ToggleAction = Partial<ToggleState>;

/** A toggle as the server printed it. */
export interface ToggleInfo {
	readonly root: HTMLElement;
	readonly title: HTMLElement;
	readonly content: HTMLElement | null;
	/** The accordion that it is an item of. */
	readonly accordion: HTMLElement | null;
	readonly store: Store<ToggleState, ToggleAction>;
}

const toggles = new WeakMap<Element, ToggleInfo>();

/** The toggle that this module runs on an element. */
export const toggleOf = (root: Element) => toggles.get(root);

/** A toggle inside a toggle is its own. */
export function readToggle(root: HTMLElement): ToggleInfo | undefined {
	const own = (selector: string) =>
		[...root.querySelectorAll<HTMLElement>(selector)].find(
			(element) => element.closest(".et_pb_toggle") === root,
		);
	const title = own(".et_pb_toggle_title");
	if (!title) return undefined;
	const toggle = {
		root,
		title,
		content: own(".et_pb_toggle_content") ?? null,
		accordion: root.closest<HTMLElement>(".et_pb_accordion"),
		store: createStore<ToggleState, ToggleAction>(
			(state, change) => ({ ...state, ...change }),
			{
				isOpen: root.classList.contains("et_pb_toggle_open"),
				isMoving: false,
			},
		),
	};
	toggles.set(root, toggle);
	return toggle;
}
