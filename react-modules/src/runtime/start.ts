import { activeModules, loadModules } from "./load";
import type { BrowserModule } from "./module";
import { report } from "./report";
import { watchInserted } from "./watch";

/** Starts the modules that this page needs, now and for what scripts insert later. */
export function start(modules: readonly BrowserModule[]): void {
	const active = activeModules(modules);
	for (const { name, prepare } of active) {
		try {
			prepare?.();
		} catch (error) {
			report(name, "could not prepare", error);
		}
	}
	loadModules(document, active);
	watchInserted(document.body, (element) => loadModules(element, active));
}
