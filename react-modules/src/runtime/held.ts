/** Any function of the page. */
export type Call = (...given: never[]) => unknown;
/** One of ours, with the calls that wait for its successor. */
export type Provided = Call & { asked?: readonly never[][] };

/**
 * Holds global names until a chunk provides their functions: a prefix, and what follows it in each name. What the page has
 * under one of them stays.
 */
export function hold(prefix: string, names: string): void {
	for (const name of names.split(" ")) {
		const asked: never[][] = [];
		(window as unknown as Record<string, Provided>)[prefix + name] ??=
			Object.assign((...given: never[]) => void asked.push(given), { asked });
	}
}
