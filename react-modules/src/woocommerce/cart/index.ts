import { clearCouponError } from "../coupon-error";
import { hear, tell } from "../events";
import { fieldsOf, post, read } from "../request";
import { applyCoupon, removeCoupon } from "./coupons";
import { FORM, replaceCart, setUpdatable, TOTALS } from "./page";
import { calculate, chooseMethod, toggleCalculator } from "./shipping";
import { whileBusy } from "./waiting";

/** The cart's page without leaving it: contract "woocommerce", sections 7.3, 7.4, 7.6 and 12. */

let isMounted = false;

export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	setUpdatable(false);
	for (const type of ["input", "change"]) {
		document.addEventListener(type, ({ target }) => {
			if (target instanceof Element) changed(target, type);
		});
	}
	document.addEventListener("submit", submitted);
	document.addEventListener("keydown", pressed);
	document.addEventListener("click", clicked);
	hear("wc_update_cart", [], (keeps) => void repost(keeps === true), document);
	// What is recommended beside the cart may be added to it.
	hear("added_to_cart", [], () => void repost(true));
}

function changed(target: Element, type: string): void {
	if (target.closest(`${FORM} .cart_item`)) setUpdatable(true);
	if (target.matches(`${FORM} #coupon_code`) && type === "input") {
		clearCouponError(target as HTMLInputElement);
	}
	const isMethod = target.matches(
		`${TOTALS} select.shipping_method, ${TOTALS} input[name^="shipping_method"]`,
	);
	if (isMethod && type === "change") void chooseMethod();
}

/** The present form as it is: the server changes nothing and the page gets what is new. */
const repost = (keepsNotices: boolean): Promise<void> => send({}, keepsNotices);

/** Sends the cart's form with further fields. */
async function send(
	more: Readonly<Record<string, string>>,
	keepsNotices = false,
): Promise<void> {
	const form = document.querySelector<HTMLFormElement>(FORM);
	if (!form) return;
	const fields = fieldsOf(form);
	for (const [name, value] of Object.entries(more)) fields.append(name, value);
	await whileBusy(async () => {
		const address = form.getAttribute("action") || location.href;
		replaceCart(await post(address, fields), keepsNotices);
	});
}

function submitted(event: SubmitEvent): void {
	const { target, submitter } = event;
	if (!(target instanceof HTMLFormElement) || event.defaultPrevented) return;
	if (target.matches("form.woocommerce-shipping-calculator")) {
		event.preventDefault();
		void calculate(target);
		return;
	}
	if (!target.matches(FORM) || !target.querySelector(".cart_item")) return;
	const name = submitter?.getAttribute("name");
	if (name === "apply_coupon") {
		event.preventDefault();
		void applyCoupon(repost);
	} else if (name === "update_cart" || !name) {
		event.preventDefault();
		update();
	}
}

const update = () => void send({ update_cart: "Update Cart" });

/** The form's first button is the coupon's: Enter in a quantity means the update. */
function pressed(event: KeyboardEvent): void {
	const { target, key } = event;
	if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
	if (!target.closest(`${FORM} .cart_item`)) return;
	event.preventDefault();
	if (target.form?.reportValidity()) update();
}

function clicked(event: MouseEvent): void {
	const { target } = event;
	if (!(target instanceof Element) || event.defaultPrevented) return;
	const link = target.closest<HTMLAnchorElement>(
		`${FORM} .product-remove > a, .woocommerce .restore-item, a.woocommerce-remove-coupon, .shipping-calculator-button`,
	);
	if (!link) return;
	if (link.matches(".shipping-calculator-button")) {
		event.preventDefault();
		toggleCalculator(link);
	} else if (link.matches(".woocommerce-remove-coupon")) {
		event.preventDefault();
		void removeCoupon(link, repost);
	} else if (document.querySelector(FORM)) {
		event.preventDefault();
		void follow(link);
	}
}

/** Removes a line or puts it back: the answer is the cart's page after a redirect. */
async function follow(link: HTMLAnchorElement): Promise<void> {
	await whileBusy(async () => replaceCart(await read(link.href)));
	if (link.matches(".product-remove > a")) {
		tell("item_removed_from_classic_cart");
	}
}
