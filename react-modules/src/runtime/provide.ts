import type { Call, Provided } from "./held";

/**
 * The functions themselves: each takes over the name from what held its place, and does what was asked for meanwhile. What
 * the page has put up itself stays.
 */
export function provide(functions: Readonly<Record<string, Call>>): void {
	const globals = window as unknown as Record<string, Provided | undefined>;
	for (const [name, call] of Object.entries(functions)) {
		const known = globals[name];
		if (known && !known.asked) continue;
		globals[name] = Object.assign(call, { asked: [] });
		for (const given of known?.asked ?? []) call(...given);
	}
}
