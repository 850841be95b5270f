import { isOn } from "../params";
import { slide, turn } from "../slide";

/** Parts of the checkout that open and close: contract "woocommerce", section 9.1. */

/** Duration of opening a part, in milliseconds. */
const SLIDE = 400;

/** Links outside the form: who has an account, who has a coupon. */
export function startToggles(): void {
	document.addEventListener("click", (event) => {
		if (!(event.target instanceof Element)) return;
		const link = event.target.closest<HTMLElement>(
			"a.showlogin, a.showcoupon, a.woocommerce-terms-and-conditions-link",
		);
		if (!link) return;
		// A notice that sticks has a copy that keeps its place, with a form of its own.
		const root = link.closest(".et_pb_sticky") ?? document;
		const part = root.querySelector<HTMLElement>(partOf(link));
		// Without a text on this page the link leads to the terms' own.
		if (!part) return;
		event.preventDefault();
		const isOpening = turn(part, SLIDE);
		link.setAttribute("aria-expanded", String(isOpening));
		if (link.matches(".woocommerce-terms-and-conditions-link")) {
			const name = "woocommerce-terms-and-conditions-link--";
			link.classList.toggle(`${name}open`, isOpening);
			link.classList.toggle(`${name}closed`, !isOpening);
		} else if (isOpening) {
			part.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
		}
	});
}

function partOf(link: Element): string {
	if (link.matches(".showlogin")) {
		return "form.login, form.woocommerce-form--login";
	}
	return link.matches(".showcoupon")
		? ".checkout_coupon"
		: ".woocommerce-terms-and-conditions";
}

const ELSEWHERE = "#ship-to-different-address input";
const ACCOUNT = "input#createaccount";

/** Parts of the form that a box opens: another address, an account. */
export function startBoxes(form: HTMLFormElement, isCheckout: boolean): void {
	form.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLInputElement)) return;
		const part = partOfBox(form, target);
		if (part) slide(part, target.checked, SLIDE);
	});
	if (!isCheckout) return;
	const close = (selector: string) => {
		const box = form.querySelector<HTMLInputElement>(selector);
		const part = box && !box.checked && partOfBox(form, box);
		if (part) part.style.display = "none";
	};
	close(ELSEWHERE);
	if (isOn("wc_checkout_params", "option_guest_checkout")) close(ACCOUNT);
}

function partOfBox(form: Element, box: Element): HTMLElement | null {
	if (box.matches(ELSEWHERE)) return form.querySelector("div.shipping_address");
	return box.matches(ACCOUNT) ? form.querySelector("div.create-account") : null;
}
