import { startButtonIcons } from "./button-icons";
import { startCartCount } from "./cart-count";
import { startCartParts } from "./cart-parts";
import { startCheckout } from "./checkout";
import { startNotices } from "./notices";
import { startProducts } from "./products";

let isMounted = false;

/** Products, cart and checkout, in the shop's own markup and in the page builder's (contract "divi-client", sections 2.9 and 6.30). */
export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	startButtonIcons();
	startCartCount();
	startCartParts();
	startNotices();
	startCheckout();
	startProducts();
}
