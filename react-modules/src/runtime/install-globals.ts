import type { AnyFunction, GlobalFunction } from "./stub-globals";

/**
 * Defines global functions: each replaces its stub and repeats the calls that the stub recorded. A function that the page
 * has defined itself is left alone.
 */
export function installGlobals(
	functions: Readonly<Record<string, AnyFunction>>,
): void {
	const globals = window as unknown as Record<
		string,
		GlobalFunction | undefined
	>;
	for (const [name, call] of Object.entries(functions)) {
		const known = globals[name];
		if (known && !known.pending) continue;
		globals[name] = Object.assign(call, { pending: [] });
		for (const args of known?.pending ?? []) call(...args);
	}
}
