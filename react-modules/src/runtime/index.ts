import { modules } from "../modules";
import { loadModules } from "./load";
import { report } from "./report";
import { watchInserted } from "./watch";

for (const { name, isPassive, prepare } of modules) {
	try {
		if (!isPassive?.()) prepare?.();
	} catch (error) {
		report(name, "could not prepare", error);
	}
}
loadModules(document, modules);
watchInserted(document.body, (element) => loadModules(element, modules));
