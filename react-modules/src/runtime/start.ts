import { activeModules, loadModules } from "./load";
import type { BrowserModule } from "./module";
import { report } from "./report";
import { watchInserted } from "./watch";

/** Starts the modules that this page needs, and later those of inserted elements; resolves when the `at-once` ones run. */
export function start(modules: readonly BrowserModule[]): Promise<void> {
	const active = activeModules(modules);
	for (const { name, prepare } of active) {
		try {
			prepare?.();
		} catch (error) {
			report(name, "could not prepare", error);
		}
	}
	watchInserted(document.body, (element) => loadModules(element, active));
	return loadModules(document, active);
}
