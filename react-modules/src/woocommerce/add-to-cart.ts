import { ask } from "../runtime/ask";
import { announce } from "./announce";
import { isBusy, setBusy } from "./busy";
import { argumentsOf, hear, tell } from "./events";
import { keepFocus } from "./focus";
import { applyFragments } from "./markup";
import { go } from "./navigation";
import { addressOf, isOn, textOf } from "./params";
import { objectOf, post } from "./request";

/** Buttons that add without leaving the page, and the mini cart's lines: contract "woocommerce", sections 5.3, 7.5 and 12. */

const PARAMS = "wc_add_to_cart_params";
const MINI_CART = ".widget_shopping_cart_content";
/** Names of the events' values. */
const CHANGED = ["fragments", "cart_hash", "button"];

let isMounted = false;

export function mount(): void {
	if (isMounted) return;
	isMounted = true;
	document.addEventListener("click", (event) => {
		if (!(event.target instanceof Element)) return;
		const button = event.target.closest<HTMLElement>(
			".ajax_add_to_cart, .remove_from_cart_button",
		);
		if (!button) return;
		const isTaken = button.matches(".remove_from_cart_button")
			? removeLine(button)
			: addProduct(button);
		if (isTaken) event.preventDefault();
	});
	hear("added_to_cart", CHANGED, (fragments, _hash, button) => {
		if (button instanceof HTMLElement) markAdded(button, Boolean(fragments));
		putFragments(fragments);
	});
	hear("removed_from_cart", CHANGED, (fragments, _hash, button) => {
		putFragments(fragments);
		if (button instanceof HTMLElement) announce(button.dataset.success_message);
	});
}

/** The button's data attributes: all of them are sent. */
function dataOf(button: Element): Record<string, string> {
	const data: Record<string, string> = {};
	for (const { name, value } of button.attributes) {
		if (name.startsWith("data-")) data[name.slice(5)] = value;
	}
	return data;
}

/** Adds a button's product; false when the link is to be followed. */
function addProduct(button: HTMLElement): boolean {
	const data = dataOf(button);
	if (!data.product_id) return false;
	if (button.classList.contains("loading")) return true;
	const { body } = document;
	const asked = "should_send_ajax_request.adding_to_cart";
	if (!ask(body, asked, { button }, argumentsOf({ button }))) {
		const refused = { fragments: false, cart_hash: false, button };
		tell("ajax_request_not_sent.adding_to_cart", refused);
		return true;
	}
	button.classList.remove("added");
	button.classList.add("loading");
	button.setAttribute("aria-busy", "true");
	tell("adding_to_cart", { button, data });
	sendProduct(button, data).catch(() => {
		button.classList.remove("loading");
		button.removeAttribute("aria-busy");
		// The server adds it, and says why when it does not.
		const address = button.getAttribute("href");
		if (address) go(address);
	});
	return true;
}

async function sendProduct(button: HTMLElement, data: Record<string, string>) {
	const text = await post(addressOf("add_to_cart", PARAMS), data);
	const answer = objectOf(text);
	if (!answer) throw new Error("no answer");
	const { error, product_url: page, fragments, cart_hash } = answer;
	if (error && typeof page === "string") return go(page);
	if (error) throw new Error("not added");
	if (isOn(PARAMS, "cart_redirect_after_add")) {
		return go(textOf(PARAMS, "cart_url"));
	}
	tell("added_to_cart", { fragments, cart_hash, button });
}

/** The button has done its work; a link to the cart stands behind it, except on the cart itself. */
function markAdded(button: HTMLElement, hasFragments: boolean): void {
	button.classList.remove("loading");
	button.removeAttribute("aria-busy");
	if (hasFragments) button.classList.add("added");
	const isLinked = button.parentElement?.querySelector(
		":scope > .added_to_cart",
	);
	if (hasFragments && !isOn(PARAMS, "is_cart") && !isLinked) {
		const link = document.createElement("a");
		link.href = textOf(PARAMS, "cart_url");
		link.className = "added_to_cart wc-forward";
		link.title = textOf(PARAMS, "i18n_view_cart");
		link.textContent = link.title;
		button.after(link);
	}
	announce(button.dataset.success_message);
	tell("wc_cart_button_updated", { button });
}

/** Removes a line of the mini cart; false when the link is to be followed. */
function removeLine(link: HTMLElement): boolean {
	const { cart_item_key: key } = link.dataset;
	if (!key) return false;
	const line = link.closest(".woocommerce-mini-cart-item");
	if (isBusy(line)) return true;
	if (line) setBusy([line], true);
	const address = addressOf("remove_from_cart", PARAMS);
	post(address, { cart_item_key: key }).then(
		(text) => {
			const { fragments, cart_hash } = objectOf(text) ?? {};
			if (fragments) {
				tell("removed_from_cart", { fragments, cart_hash, button: link });
			} else follow(link);
		},
		() => follow(link),
	);
	return true;
}

function follow(link: HTMLElement): void {
	const address = link.getAttribute("href");
	if (address) go(address);
}

function putFragments(fragments: unknown): void {
	if (typeof fragments !== "object" || fragments === null) return;
	keepFocus(MINI_CART, () =>
		applyFragments(fragments as Record<string, unknown>),
	);
}
