import { activeModules, loadModules } from "./load";
import type { BrowserModule } from "./module";
import { report } from "./report";
import { watchInserted } from "./watch";

/** Starts the modules that this page needs, now and for what scripts insert later; done when those at once have. */
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
