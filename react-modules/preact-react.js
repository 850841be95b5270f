/**
 * Preact under the names of React, as far as the modules use them: a third of the bytes of `preact/compat`, which also
 * has React's older habits. Not here: synthetic events, numbers without a unit in `style`, `defaultProps`, Suspense.
 */

import { hydrate, options, render } from "preact";

export { Component, createContext, createElement, createPortal } from "preact";
export {
	useContext,
	useEffect,
	useLayoutEffect,
	useReducer,
	useRef,
	useState,
} from "preact/hooks";

/** What changes in the call is drawn when it returns, once. */
export function flushSync(change) {
	const { debounceRendering } = options;
	let draw;
	options.debounceRendering = (call) => {
		draw = call;
	};
	try {
		const result = change();
		draw?.();
		return result;
	} finally {
		options.debounceRendering = debounceRendering;
	}
}

/** A tree of its own: what the container held before goes with the first drawing. */
export function createRoot(container) {
	let isEmpty = false;
	return {
		render(tree) {
			if (!isEmpty) container.textContent = "";
			isEmpty = true;
			render(tree, container);
		},
		unmount: () => render(null, container),
	};
}

/** A tree that takes over what the server printed. */
export function hydrateRoot(container, tree) {
	hydrate(tree, container);
	return {
		render: (next) => render(next, container),
		unmount: () => render(null, container),
	};
}
