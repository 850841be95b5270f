import { afterEach, beforeEach, vi } from "vitest";

/** A page of the shop whose server answers as a test says. */

type Answer = string | object | (() => string | object | Promise<never>);

/** Answers by action, or by path for pages. */
export const answers: Record<string, Answer> = {};

export interface ShopCall {
	readonly action: string;
	readonly method: string;
	/** The fields as they were sent, in order. */
	readonly fields: readonly (readonly [string, string])[];
}

export const calls: ShopCall[] = [];

/** The fields of a call by name. */
export const sent = (place = -1): Record<string, string> =>
	Object.fromEntries(calls.at(place)?.fields ?? []);

export const actions = (): string[] => calls.map(({ action }) => action);

/** Names of the shop's events in order, with what they tell. */
export const heard: [string, Record<string, unknown>][] = [];

/** Collects events in the order in which they are dispatched. */
export function hearEvents(...types: string[]): void {
	for (const type of types) {
		const hear = (event: Event) => {
			heard.push([type, (event as CustomEvent).detail ?? {}]);
		};
		document.addEventListener(type, hear, true);
	}
}

/** A page without listeners of the last one's body. */
export const newBody = (): void =>
	document.body.replaceWith(document.createElement("body"));

export const story = (): string[] => heard.map(([type]) => type);

export const one = <Kind extends HTMLElement = HTMLElement>(
	selector: string,
): Kind => document.querySelector(selector) as Kind;

export const count = (selector: string): number =>
	document.querySelectorAll(selector).length;

export const tellOf = (target: EventTarget, type: string): boolean =>
	target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));

/** Types into a field, without leaving it. */
export function type(selector: string, value: string): void {
	const field = one<HTMLInputElement>(selector);
	field.value = value;
	tellOf(field, "input");
}

/** Types and leaves, or chooses. */
export function change(selector: string, value: string): void {
	type(selector, value);
	tellOf(one(selector), "change");
}

/** For all tests of a file: calls are answered, motion is reduced, and each test starts with an empty page. */
export function shopPage(): void {
	beforeEach(() => {
		vi.stubGlobal("matchMedia", () => ({ matches: true }));
		vi.spyOn(window, "scrollTo").mockImplementation(() => {});
		vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
			const url = new URL(address, "http://tienda.example/");
			const action = url.searchParams.get("wc-ajax") ?? url.pathname;
			const body = init?.body as URLSearchParams | undefined;
			calls.push({
				action,
				method: init?.method ?? "GET",
				fields: [...(body ?? [])],
			});
			const answer = answers[action];
			const value = typeof answer === "function" ? await answer() : answer;
			if (init?.signal?.aborted) throw new DOMException("", "AbortError");
			if (value === undefined) return new Response("", { status: 500 });
			const text = typeof value === "string" ? value : JSON.stringify(value);
			return new Response(text);
		});
	});

	afterEach(() => {
		calls.length = 0;
		heard.length = 0;
		for (const name of Object.keys(answers)) delete answers[name];
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
		document.body.innerHTML = "";
	});
}
