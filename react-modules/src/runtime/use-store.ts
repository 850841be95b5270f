import { useLayoutEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";
import { type Store, setBatch } from "./store";

setBatch(flushSync);

/** One value of the store's state; the component is rendered again when the value changes. */
export function useStore<State, Action, Value>(
	store: Store<State, Action>,
	select: (state: State) => Value,
): Value {
	const value = select(store.get());
	const [, render] = useReducer((times: number) => times + 1, 0);
	const rendered = useRef({ select, value });
	useLayoutEffect(() => {
		rendered.current = { select, value };
	});
	// `useSyncExternalStore` of Preact subscribes in the next animation frame, and a hidden tab has none.
	useLayoutEffect(() => {
		const check = () => {
			const { select, value } = rendered.current;
			if (!Object.is(select(store.get()), value)) render();
		};
		check();
		return store.subscribe(check);
	}, [store]);
	return value;
}
