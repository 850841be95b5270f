import { hear, tell } from "../events";
import { isOn } from "../params";
import { startCoupons } from "./coupons";
import { startPayment } from "./payment";
import { placeOrder } from "./submit";
import {
	closeAccount,
	startAccount,
	startAddress,
	startToggles,
} from "./toggles";
import { updateSoon } from "./update";
import { startValidation } from "./validate";

/** The checkout: contract "woocommerce", sections 9 and 12. */

const PARAMS = "wc_checkout_params";
/** From a keystroke in an address to the update of the totals, in milliseconds. */
const TYPED = 1000;
/** Fields whose change gives other totals at once. */
const CHOICES = [
	"select.shipping_method",
	"input[name^='shipping_method']",
	"#ship-to-different-address input",
	".address-field select",
	".update_totals_on_change select",
	".update_totals_on_change input[type=radio]",
	".update_totals_on_change input[type=checkbox]",
].join();
const TEXTS =
	".address-field input.input-text, .update_totals_on_change input.input-text";

const mounted = new WeakSet<Element>();
let isStarted = false;

export function mount(element: Element): void {
	if (!(element instanceof HTMLFormElement) || mounted.has(element)) return;
	mounted.add(element);
	startPayment(element);
	if (!isStarted) {
		isStarted = true;
		startToggles();
		startCoupons();
		startAccount();
	}
	closeAccount();
	if (!element.matches("form.checkout")) return;
	const isCheckout = isOn(PARAMS, "is_checkout");
	// The page's own check would show one field at a time.
	element.noValidate = true;
	startAddress(element, isCheckout);
	startValidation(element);
	listen(element);
	if (!isCheckout) return;
	tell("init_checkout");
	tell("update_checkout");
}

function listen(form: HTMLFormElement): void {
	form.addEventListener("submit", (event) => {
		// A button without script asks for the totals only.
		event.preventDefault();
		void placeOrder(form);
	});
	let typing: ReturnType<typeof setTimeout> | undefined;
	let changed: HTMLInputElement | undefined;
	const typed = () => {
		clearTimeout(typing);
		const field = changed;
		changed = undefined;
		if (field && isComplete(field)) tell("update_checkout");
	};
	hear("update_checkout", ["options"], (options) => {
		clearTimeout(typing);
		changed = undefined;
		const { update_shipping_method: sends } = (options ?? {}) as {
			readonly update_shipping_method?: unknown;
		};
		updateSoon(form, sends !== false);
	});
	form.addEventListener("input", ({ target }) => {
		if (!(target instanceof HTMLInputElement) || !target.matches(TEXTS)) return;
		changed = target;
		clearTimeout(typing);
		typing = setTimeout(typed, TYPED);
	});
	form.addEventListener("change", ({ target }) => {
		if (!(target instanceof Element)) return;
		if (target.matches(CHOICES)) tell("update_checkout");
		else if (target.matches(TEXTS)) typed();
	});
}

/** Whether the address of a field has all that it needs: before that there are no other totals. */
function isComplete(field: Element): boolean {
	const needed = field
		.closest("div")
		?.querySelectorAll<HTMLInputElement>(
			".address-field.validate-required :is(input, select)",
		);
	return [...(needed ?? [])].every(({ value }) => value !== "");
}
