import { useLayoutEffect, useRef, useState } from "react";
import { applyChanges, type Changes } from "./changes";

/** Applies the changes to elements of the page after each rendering; nothing else on them is touched. */
export function useOwned(
	nodes: Element | readonly Element[],
	changes: Changes,
): void {
	useLayoutEffect(() => {
		for (const node of [nodes].flat()) applyChanges(node, changes);
	});
}

/** Listens on an element of the page while the component is mounted. */
export function useListener(
	node: EventTarget | null | undefined,
	type: string,
	listener: (event: Event) => void,
): void {
	const current = useRef(listener);
	current.current = listener;
	useLayoutEffect(() => {
		if (!node) return;
		const call = (event: Event) => current.current(event);
		node.addEventListener(type, call);
		return () => node.removeEventListener(type, call);
	}, [node, type]);
}

/** False while the server's markup is hydrated, true afterwards: only then may a component render what it adds. */
export function useAdopted(): boolean {
	const [isAdopted, setAdopted] = useState(false);
	useLayoutEffect(() => setAdopted(true), []);
	return isAdopted;
}
