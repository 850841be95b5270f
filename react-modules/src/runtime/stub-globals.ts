/** Any function that page scripts may call. */
export type AnyFunction = (...args: never[]) => unknown;
/** A global function of ours; a stub has the calls that wait for the chunk. */
export type GlobalFunction = AnyFunction & {
	pending?: readonly never[][];
};

/**
 * Defines global functions that record their calls until `installGlobals` replaces them: a prefix, and the rest of each
 * name, separated by blanks. Names that the page has defined are left alone.
 */
export function stubGlobals(prefix: string, names: string): void {
	for (const name of names.split(" ")) {
		const pending: never[][] = [];
		(window as unknown as Record<string, GlobalFunction>)[prefix + name] ??=
			Object.assign((...args: never[]) => void pending.push(args), { pending });
	}
}
