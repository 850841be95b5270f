import type { ControlSet } from "./read";

export type Direction = "next" | "previous";

/** Which slide is shown. */
export interface SliderState {
	readonly active: number;
	readonly isMoving: boolean;
	/** Whether the slider was destroyed: arrows and dots are removed. */
	readonly isDestroyed: boolean;
	readonly controls: ControlSet;
}

export type SliderAction =
	| { readonly type: "move"; readonly target: number }
	| { readonly type: "moved" }
	| { readonly type: "rebuild"; readonly controls: ControlSet }
	| { readonly type: "destroy" };

export function reduce(state: SliderState, action: SliderAction): SliderState {
	switch (action.type) {
		case "move":
			return { ...state, active: action.target, isMoving: true };
		case "moved":
			return { ...state, isMoving: false };
		case "rebuild":
			return {
				active: 0,
				isMoving: false,
				isDestroyed: false,
				controls: action.controls,
			};
		case "destroy":
			return { ...state, isMoving: false, isDestroyed: true };
		default:
			action satisfies never;
			return state;
	}
}

/** The slide that a move leads to: after the last comes the first. */
export function targetOf(
	wanted: Direction | number,
	active: number,
	count: number,
): number {
	if (wanted === "next") return (active + 1) % count;
	if (wanted === "previous") return (active - 1 + count) % count;
	return Math.min(Math.max(wanted, 0), count - 1);
}
