import { emit } from "../runtime/events";
import { whenLoaded } from "../runtime/loaded";

/**
 * The fragment that modules share: `#{id}|{param}||{id}|{param}` (contract "divi-client", section 3). Modules without an
 * id have no part in it; fragments of others stay.
 */

interface Entry {
	readonly id: string;
	readonly params: readonly string[];
}

/** The entries of a fragment, in order. */
export function readFragment(hash: string): Entry[] {
	const clean = hash.replace(/[^a-zA-Z0-9\-_|]/g, "");
	return clean.split("||").map((part) => {
		const [id = "", ...params] = part.split("|");
		return { id, params };
	});
}

/** The fragment with a module's entry in it. */
export function withEntry(
	hash: string,
	id: string,
	params: readonly (string | number)[],
): string {
	const entry = [id, ...params].join("|");
	const current = hash.replace(/^#/, "");
	if (!current) return entry;
	const parts = current.split("||");
	const place = parts.findIndex((part) => part.split("|")[0] === id);
	if (place < 0) return [...parts, entry].join("||");
	return parts.map((part, n) => (n === place ? entry : part)).join("||");
}

/** Own writes whose `hashchange` has not come yet. */
const written: string[] = [];

/** Writes a module's entry; the page stays where it is. Listeners are not called for it (defect D4). */
export function writeFragment(
	id: string,
	params: readonly (string | number)[],
): void {
	if (!id) return;
	const { scrollX, scrollY } = window;
	const before = location.href;
	location.hash = withEntry(location.hash, id, params);
	if (isWatching && location.href !== before) written.push(location.href);
	window.scrollTo(scrollX, scrollY);
}

let isWatching = false;

/** Calls the modules' listeners with their parameters: after `load`, and at each `hashchange`. */
function watch(): void {
	if (isWatching) return;
	isWatching = true;
	const tell = () => {
		for (const { id, params } of readFragment(location.hash)) {
			const module = id ? document.getElementById(id) : null;
			if (module) emit(module, "et_hashchange", { params });
		}
	};
	window.addEventListener("hashchange", ({ newURL }) => {
		const own = written.indexOf(newURL);
		if (own < 0) tell();
		else written.splice(0, own + 1);
	});
	// Modules that mount later read the fragment themselves.
	whenLoaded(() => setTimeout(tell));
}

/**
 * Calls back with a module's params whenever the fragment names it, also when the page had loaded before the module came.
 */
export function onFragment(
	module: HTMLElement,
	call: (params: readonly string[]) => void,
): void {
	watch();
	module.addEventListener("et_hashchange", (event) => {
		if (event.target !== module) return;
		call((event as CustomEvent<Entry>).detail?.params ?? []);
	});
	if (document.readyState !== "complete" || !module.id) return;
	const own = readFragment(location.hash).find(({ id }) => id === module.id);
	if (own) call(own.params);
}
