import { setBusy } from "../busy";
import { reload } from "../navigation";
import { FORM, TOTALS } from "./page";

/** Runs a call with the cart pale; when it fails, the page is read anew. */
export async function whileBusy(call: () => Promise<void>): Promise<void> {
	const parts = [...document.querySelectorAll(`${FORM}, ${TOTALS}`)];
	setBusy(parts, true);
	try {
		await call();
	} catch {
		reload();
	} finally {
		setBusy(parts, false);
	}
}
