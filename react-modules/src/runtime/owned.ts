import { useLayoutEffect, useRef, useState } from "react";

/** What a module changes on an element that the server printed. `undefined` leaves alone what is there. */
export interface Changes {
	/** Class names to have or not to have; all others stay, in their order. */
	readonly tokens?: Readonly<Record<string, boolean | undefined>>;
	/** `null` removes the attribute. */
	readonly attributes?: Readonly<Record<string, string | null | undefined>>;
	/** Live properties such as `disabled`. */
	readonly properties?: Readonly<Record<string, unknown>>;
	/** The message of a control that is not valid; empty when it is. */
	readonly validity?: string | undefined;
}

/** Keeps elements of the page as the changes say, touching nothing else on them. */
export function useOwned(
	nodes: Element | readonly Element[],
	changes: Changes,
): void {
	useLayoutEffect(() => {
		for (const node of [nodes].flat()) apply(node, changes);
	});
}

function apply(
	node: Element & Partial<Pick<HTMLInputElement, "setCustomValidity">>,
	{ tokens, attributes, properties, validity }: Changes,
) {
	for (const [token, isOn] of Object.entries(tokens ?? {})) {
		if (isOn !== undefined) node.classList.toggle(token, isOn);
	}
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (value === null) node.removeAttribute(name);
		else if (value !== undefined && node.getAttribute(name) !== value) {
			node.setAttribute(name, value);
		}
	}
	const live = node as unknown as Record<string, unknown>;
	for (const [name, value] of Object.entries(properties ?? {})) {
		if (value !== undefined && live[name] !== value) live[name] = value;
	}
	if (validity !== undefined) node.setCustomValidity?.(validity);
}

/** Listens on an element of the page as long as the component lives. */
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

/** False while the server's markup is adopted, true from then on: only then may a component draw what it adds. */
export function useAdopted(): boolean {
	const [isAdopted, setAdopted] = useState(false);
	useLayoutEffect(() => setAdopted(true), []);
	return isAdopted;
}
