/** A module's state: modules without React subscribe to it, React components read it with `useStore`. */
export interface Store<State, Action> {
	readonly get: () => State;
	/** Changes the state; the page shows the change when this returns. */
	readonly dispatch: (action: Action) => void;
	/** Calls the listener after each change; returns a function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

type Batch = (change: () => void) => void;

let batch: Batch = (change) => change();

/** Runs the listeners of a change inside `run`. `useStore` sets `flushSync` here: this file does not import React. */
export function setBatch(run: Batch): void {
	batch = run;
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
			// Legacy event handlers read the page synchronously, in the event that follows a change of state.
			batch(() => {
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

/** Calls the listener at once and after each change of the store. */
export function watchStore<State, Action>(
	store: Store<State, Action>,
	listener: (state: State) => void,
): () => void {
	listener(store.get());
	return store.subscribe(() => listener(store.get()));
}
