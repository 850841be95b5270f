/** A widget's state and its one reducer: contract "reviews-widget", sections 8 and 9. */

export interface ReviewText {
	readonly isOpen: boolean;
	/** Whether the link that opens it stays in the page. */
	readonly hasLink: boolean;
}

export interface WidgetState {
	/** From 1. */
	readonly slide: number;
	/** Moves made by itself, from 1. */
	readonly counter: number;
	/** Whether it moves by itself. */
	readonly isRunning: boolean;
	/** Texts that were opened, by the number of their review. */
	readonly texts: Readonly<Record<number, ReviewText>>;
}

/** What does not change. */
export interface Rules {
	readonly view: number | undefined;
	readonly slides: number;
	readonly loop: number | boolean;
}

export type WidgetAction =
	| { readonly type: "start" }
	| {
			readonly type: "go";
			readonly target: number;
			readonly isAuto?: boolean;
	  }
	| {
			readonly type: "open";
			readonly item: number;
			readonly hasLink: boolean;
	  };

export const reducerOf =
	(rules: Rules) =>
	(state: WidgetState, action: WidgetAction): WidgetState => {
		switch (action.type) {
			case "start":
				return { ...state, isRunning: rules.loop !== false };
			case "go":
				return action.isAuto
					? goBySelf(state, action.target, rules)
					: go(state, action.target, rules);
			case "open": {
				const { item, hasLink } = action;
				const text = { isOpen: true, hasLink };
				return { ...state, texts: { ...state.texts, [item]: text } };
			}
			default:
				action satisfies never;
				return state;
		}
	};

function go(state: WidgetState, target: number, rules: Rules): WidgetState {
	const isThere = target >= 1 && target <= rules.slides;
	if (!isThere || target === state.slide) return state;
	// Closes what was expanded on the slide that leaves.
	const texts = Object.entries(state.texts).map(([item, text]) => {
		const isGone = slideOf(Number(item), rules) === state.slide;
		return [item, isGone ? { ...text, isOpen: false } : text];
	});
	return { ...state, slide: target, texts: Object.fromEntries(texts) };
}

function goBySelf(state: WidgetState, wanted: number, rules: Rules) {
	const { loop, slides } = rules;
	const stopped = { ...state, isRunning: false };
	if (wanted === state.slide) return stopped;
	let target = wanted;
	if (target < 1 || target > slides) {
		const isOver = typeof loop === "number" && state.counter > loop;
		if (loop === false || isOver) return stopped;
		target = target < 1 ? slides : 1;
	}
	if (target === state.slide) return stopped;
	const next = go(state, target, rules);
	if (typeof loop !== "number") return next;
	// `loop` counts moves, not rounds.
	const counter = Math.max(state.counter, 1) + 1;
	return { ...next, counter, isRunning: counter <= loop };
}

/** The slide on which a review stands. */
export const slideOf = (item: number, { view }: Pick<Rules, "view">) =>
	view === undefined ? 1 : Math.ceil((item + 1) / view);
