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
const ADDRESS = "div.shipping_address";
const ACCOUNT = "input#createaccount";
const PASSWORD = "div.create-account";

/** The other address of a form, which a box opens. */
export function startAddress(form: HTMLFormElement, isCheckout: boolean): void {
	form.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLInputElement)) return;
		if (target.matches(ELSEWHERE)) open(form, ADDRESS, target.checked);
	});
	const box = form.querySelector<HTMLInputElement>(ELSEWHERE);
	if (isCheckout && box && !box.checked) close(form, ADDRESS);
}

const hasAccounts = () => isOn("wc_checkout_params", "option_guest_checkout");

/** The fields of an account, which a box opens: wherever they are, as the page builder has forms of its own for them. */
export function startAccount(): void {
	document.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLInputElement) || !hasAccounts()) return;
		if (target.matches(ACCOUNT)) open(document, PASSWORD, target.checked);
	});
}

/** Where nobody must have an account, its fields are closed at first. */
export function closeAccount(): void {
	const box = document.querySelector<HTMLInputElement>(ACCOUNT);
	if (box && !box.checked && hasAccounts()) close(document, PASSWORD);
}

function open(root: ParentNode, selector: string, isOpening: boolean): void {
	for (const part of root.querySelectorAll<HTMLElement>(selector)) {
		slide(part, isOpening, SLIDE);
	}
}

function close(root: ParentNode, selector: string): void {
	for (const part of root.querySelectorAll<HTMLElement>(selector)) {
		part.style.display = "none";
	}
}
