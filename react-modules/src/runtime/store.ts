import { useLayoutEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";

/** A module's state outside React, so that page scripts and events can change it too. */
export interface Store<State, Action> {
	readonly get: () => State;
	/** Changes the state; the page shows the change when this returns. */
	readonly dispatch: (action: Action) => void;
	readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State, Action>(
	reduce: (state: State, action: Action) => State,
	initial: State,
): Store<State, Action> {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		dispatch(action) {
			const next = reduce(state, action);
			if (next === state) return;
			state = next;
			// Legacy handlers look at the page inside the event that follows a change of state.
			flushSync(() => {
				for (const listener of listeners) listener();
			});
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}

/** One value of the store's state; the component is drawn again when it changes. */
export function useStore<State, Action, Value>(
	store: Store<State, Action>,
	select: (state: State) => Value,
): Value {
	const value = select(store.get());
	const [, redraw] = useReducer((times: number) => times + 1, 0);
	const shown = useRef({ select, value });
	useLayoutEffect(() => {
		shown.current = { select, value };
	});
	// Not `useSyncExternalStore`: Preact's listens only from the next frame on, and a hidden tab has none.
	useLayoutEffect(() => {
		const check = () => {
			const { select, value } = shown.current;
			if (!Object.is(select(store.get()), value)) redraw();
		};
		check();
		return store.subscribe(check);
	}, [store]);
	return value;
}
