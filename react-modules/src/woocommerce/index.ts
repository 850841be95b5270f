import { start } from "../runtime/start";
import { shopModules } from "./modules";
import { startStorefront } from "./storefront";

let isMounted = false;

/** The shop's modules: their list is loaded on pages with something of the shop. */
export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	startStorefront();
	start(shopModules);
}
