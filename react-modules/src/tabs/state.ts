/** Which tab is open, and whether panels are changing. */
export interface TabsState {
	readonly active: number;
	/** The one before. */
	readonly moved: number | undefined;
	/** `leaving`: the old panel fades; `entering`: the new one comes. */
	readonly phase: "untouched" | "leaving" | "entering" | "still";
}

export type TabsAction =
	| { readonly type: "open"; readonly tab: number }
	| { readonly type: "left" }
	| { readonly type: "entered" };

export const isMoving = ({ phase }: TabsState): boolean =>
	phase === "leaving" || phase === "entering";

export function reduce(state: TabsState, action: TabsAction): TabsState {
	switch (action.type) {
		case "open":
			if (isMoving(state)) return state;
			if (action.tab === state.active) return { ...state, phase: "still" };
			return { active: action.tab, moved: state.active, phase: "leaving" };
		case "left":
			return { ...state, phase: "entering" };
		case "entered":
			return { ...state, phase: "still" };
		default:
			action satisfies never;
			return state;
	}
}
