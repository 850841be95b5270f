import { setBusy } from "../busy";
import { tell } from "../events";
import { addressOf, textOf } from "../params";
import { fieldsOf, post } from "../request";
import { methodsOf } from "../shipping-methods";
import { turn } from "../slide";
import { replaceCart, replaceTotals, TOTALS } from "./page";
import { whileBusy } from "./waiting";

/** Shipping on the cart's page: contract "woocommerce", sections 7.6, 10 and 12. */

const PARAMS = "wc_cart_params";
/** Duration of opening the calculator, in milliseconds. */
const SLIDE = 400;

export function toggleCalculator(link: HTMLElement): void {
	const form = link
		.closest(".woocommerce-shipping-calculator")
		?.querySelector<HTMLElement>(".shipping-calculator-form");
	if (!form) return;
	link.setAttribute("aria-expanded", String(turn(form, SLIDE)));
	tell("country_to_state_changed");
}

/** Sends the calculator's address; the answer is the whole page. */
export const calculate = (form: HTMLFormElement): Promise<void> =>
	whileBusy(async () => {
		const fields = fieldsOf(form);
		fields.append("calc_shipping", "x");
		const address = form.getAttribute("action") || location.href;
		replaceCart(await post(address, fields));
	});

/** Another rate replaces the block of totals only. */
export async function chooseMethod(): Promise<void> {
	const totals = document.querySelectorAll(TOTALS);
	const fields = new URLSearchParams({
		security: textOf(PARAMS, "update_shipping_method_nonce"),
	});
	for (const [name, value] of methodsOf(document)) fields.append(name, value);
	setBusy(totals, true);
	try {
		replaceTotals(
			await post(addressOf("update_shipping_method", PARAMS), fields),
		);
	} catch {
		// The totals stay as they are.
	} finally {
		setBusy(totals, false);
		tell("updated_shipping_method");
	}
}
