import { start } from "../runtime/start";
import { shopModules } from "./modules";
import { startStorefront } from "./storefront";

let isMounted = false;

/** The shop's modules: their list is loaded on pages with something of the shop. */
export function mount(): void {
	if (isMounted || isLegacyLinked()) return;
	isMounted = true;
	startStorefront();
	start(shopModules);
}

/** Whether the plugin's own scripts are linked: they start after ours, and do all that these modules do. */
const isLegacyLinked = () =>
	document.querySelector('script[src*="/woocommerce/assets/js/frontend/"]') !==
	null;
