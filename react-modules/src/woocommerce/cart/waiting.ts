import { report } from "../../runtime/report";
import { setBusy } from "../busy";
import { reload } from "../navigation";
import { FORM, TOTALS } from "./page";

/** Runs a call with the cart pale; when the server refuses it, such as an old nonce, the page is read anew. */
export async function whileBusy(call: () => Promise<void>): Promise<void> {
	const parts = [...document.querySelectorAll(`${FORM}, ${TOTALS}`)];
	setBusy(parts, true);
	try {
		await call();
	} catch (error) {
		report("cart", "had no answer", error);
		// Without a network the page stays: it could not be read either.
		if (!(error instanceof TypeError)) reload();
	} finally {
		setBusy(parts, false);
	}
}
