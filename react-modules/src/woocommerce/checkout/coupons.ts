import { isBusy, setBusy } from "../busy";
import {
	clearCouponError,
	showCouponError,
	textOfNotices,
} from "../coupon-error";
import { tell } from "../events";
import { nodesOf } from "../markup";
import { focusNotice, isError } from "../notices";
import { addressOf, textOf } from "../params";
import { post } from "../request";
import { slide } from "../slide";
import { removeAnswers } from "./errors";

/** Coupons at the checkout: contract "woocommerce", sections 9.1 and 12. */

const PARAMS = "wc_checkout_params";
const SLIDE = 400;

const checkoutForm = () =>
	document.querySelector<HTMLFormElement>("form.checkout");

export function startCoupons(): void {
	document.addEventListener("submit", (event) => {
		const form = event.target;
		if (!(form instanceof HTMLFormElement)) return;
		if (!form.matches("form.checkout_coupon")) return;
		event.preventDefault();
		void apply(form);
	});
	document.addEventListener("input", ({ target }) => {
		if (!(target instanceof HTMLInputElement)) return;
		if (target.matches(".checkout_coupon [name=coupon_code]")) {
			clearCouponError(target);
		}
	});
	document.addEventListener("click", (event) => {
		if (!(event.target instanceof Element)) return;
		const link = event.target.closest<HTMLElement>(
			".woocommerce-checkout-review-order .woocommerce-remove-coupon, form.checkout .woocommerce-remove-coupon",
		);
		if (!link) return;
		event.preventDefault();
		void remove(link);
	});
}

async function apply(form: HTMLFormElement) {
	if (isBusy(form)) return;
	const field = form.querySelector<HTMLInputElement>("[name=coupon_code]");
	const code = field?.value ?? "";
	const email = document.querySelector<HTMLInputElement>("#billing_email");
	const html = await call([form], "apply_coupon", {
		security: textOf(PARAMS, "apply_coupon_nonce"),
		coupon_code: code,
		...(email ? { billing_email: email.value } : {}),
	});
	if (html === undefined) return;
	removeAnswers();
	if (isError(html)) {
		if (!field) return show(form, html);
		showCouponError(field, textOfNotices(html));
		field.focus();
		return;
	}
	if (field) clearCouponError(field);
	slide(form, false, SLIDE, () => form.reset());
	const link = document.querySelector(".showcoupon");
	link?.setAttribute("aria-expanded", "false");
	show(form, html);
	changed("applied_coupon_in_checkout", code);
}

async function remove(link: HTMLElement) {
	const { coupon = "" } = link.dataset;
	const parts = document.querySelectorAll(".woocommerce-checkout-review-order");
	const html = await call(parts, "remove_coupon", {
		security: textOf(PARAMS, "remove_coupon_nonce"),
		coupon,
	});
	if (html === undefined) return;
	removeAnswers();
	const form = checkoutForm();
	if (form) show(form, html);
	changed("removed_coupon_in_checkout", coupon);
}

/** Sends a call with parts of the page pale; undefined when there is no answer. */
async function call(
	parts: Iterable<Element>,
	action: string,
	fields: Readonly<Record<string, string>>,
): Promise<string | undefined> {
	const waiting = [...parts];
	setBusy(waiting, true);
	try {
		return await post(addressOf(action, PARAMS), fields);
	} catch {
		return undefined;
	} finally {
		setBusy(waiting, false);
	}
}

function show(before: Element, html: string): void {
	const notices = [...nodesOf(html).children];
	before.before(...notices);
	if (before.parentNode) focusNotice(before.parentNode);
}

/** The totals are other ones now; the methods of shipping are what the server finds. */
function changed(type: string, coupon: string): void {
	tell(type, { coupon_code: coupon });
	tell("update_checkout", { options: { update_shipping_method: false } });
}
