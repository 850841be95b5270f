import { modules } from "../modules";
import { activeModules, loadModules } from "./load";
import { report } from "./report";
import { watchInserted } from "./watch";

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
