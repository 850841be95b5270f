import { emit, on } from "../runtime/events";
import { slideDown, slideUp } from "../runtime/tween";
import { copy, copyRows, dropCopies } from "./copies";

declare global {
	interface Window {
		wc_checkout_params?: { readonly is_checkout?: string };
	}
}

const BILLING = ".et_pb_wc_checkout_billing";
const SHIPPING = ".et_pb_wc_checkout_shipping";
const ELSEWHERE = "#ship-to-different-address input";
const SLIDE = 400;

/** Fields whose change updates the totals. */
const PRICED = [
	"select[name^=billing_country]",
	"input[name^=billing_postcode]",
	"select[name^=shipping_country]",
	"input[name^=shipping_postcode]",
	".et_pb_wc_checkout_order_details [name^=shipping_method]",
].join();

/**
 * The checkout of the page builder (contracts "divi-client", section 6.30, and "woocommerce", section 15.4): one form for
 * the bill, one for the parcel, one for the payment. Only the last is sent, so it gets copies of what the others hold. Where
 * the shop does not start its checkout, as on a page that is not the checkout's, nothing is copied. The builder's own sample
 * notice is not ours.
 */
export function startCheckout(): void {
	const { classList } = document.body;
	const isBuilt = ["et_pb_pagebuilder_layout", "et-tb-has-template"].some(
		(name) => classList.contains(name),
	);
	if (!isBuilt) return;
	on(document.body, "updated_checkout", markMethod);
	let isFilled = false;
	const fill = () => {
		copyAll();
		if (isFilled) return;
		isFilled = true;
		const address = shippingAddress();
		if (address) address.style.display = "none";
		// A change that jQuery triggers does not reach native listeners.
		on(document.body, "change", ({ target }) => {
			if (target instanceof Element) follow(target);
		});
	};
	on(document.body, "init_checkout", fill);
	// The event may have been triggered before this chunk loaded.
	if (window.wc_checkout_params?.is_checkout === "1") fill();
}

function copyAll(): void {
	copyRows(BILLING);
	const box = document.querySelector<HTMLInputElement>(
		`${SHIPPING} ${ELSEWHERE}`,
	);
	if (!box?.checked) return;
	copyRows(SHIPPING);
	copy(box);
}

const shippingAddress = () =>
	document.querySelector<HTMLElement>(`${SHIPPING} div.shipping_address`);

function follow(field: Element): void {
	if (field.matches(ELSEWHERE)) {
		turnAddress(field as HTMLInputElement);
	} else if (
		field.matches("textarea[name=order_comments]") ||
		field.closest(`${BILLING}, ${SHIPPING}`)
	) {
		copy(field);
	}
	if (field.matches(PRICED)) emit(document.body, "update_checkout");
}

/** Only the flag goes again: what was copied of the address stays, and the shop looks at the flag. */
function turnAddress(box: HTMLInputElement): void {
	const address = shippingAddress();
	if (box.checked) copyAll();
	else dropCopies(box.name);
	if (address) (box.checked ? slideDown : slideUp)(address, SLIDE);
}

function markMethod(): void {
	for (const method of document.querySelectorAll(".wc_payment_method")) {
		const isChosen = method.querySelector("[name=payment_method]:checked");
		method.classList.toggle("et_pb_checked", isChosen !== null);
	}
}
