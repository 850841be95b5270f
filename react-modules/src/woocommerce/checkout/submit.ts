import { ask } from "../../runtime/ask";
import { isBusy, setBusy } from "../busy";
import { tell } from "../events";
import { go, reload } from "../navigation";
import { textOf } from "../params";
import { fieldsOf, objectOf, post } from "../request";
import { showErrors } from "./errors";
import { methodOf } from "./payment";

/** Placing an order: contract "woocommerce", sections 9.5 and 12. */

const PARAMS = "wc_checkout_params";

/** Gateways may look at the form and at its method, and refuse. */
export async function placeOrder(form: HTMLFormElement): Promise<void> {
	if (isBusy(form)) return;
	const checkout = { form, checkout_form: form };
	const isWanted = (type: string, values: Record<string, unknown>) =>
		ask(form, type, values, Object.values(values));
	const method = methodOf(form);
	const isReady =
		isWanted("checkout_place_order", { checkout }) &&
		isWanted(`checkout_place_order_${method}`, { checkout });
	if (!isReady) return;
	setBusy([form], true);
	const result = await send(form);
	if (result?.result === "success") {
		const values = { result, checkout };
		if (isWanted("checkout_place_order_success", values)) {
			const { redirect } = result;
			if (typeof redirect === "string") return go(redirect);
		}
		setBusy([form], false);
		return;
	}
	if (result?.reload === true) return reload();
	setBusy([form], false);
	if (result?.refresh === true) tell("update_checkout");
	const { messages } = result ?? {};
	showErrors(form, typeof messages === "string" ? messages : "");
}

/** The answer; undefined when there is none. */
async function send(form: HTMLFormElement) {
	try {
		const address = textOf(PARAMS, "checkout_url") || location.href;
		return objectOf(await post(address, fieldsOf(form)));
	} catch {
		return undefined;
	}
}
