import { beforeEach, expect, test, vi } from "vitest";
import {
	actions,
	answers,
	count,
	hearEvents,
	one,
	sent,
	shopPage,
	story,
} from "../testing/shop";
import { mount } from "./add-to-cart";
import { go } from "./navigation";

shopPage();

vi.mock("./navigation", () => ({ go: vi.fn(), reload: vi.fn() }));

const BUTTON = `<a href="?add-to-cart=15" data-quantity="1" class="button product_type_simple add_to_cart_button ajax_add_to_cart"
	data-product_id="15" data-product_sku="MIEL" data-success_message="Miel está en tu carrito" role="button">Añadir</a>`;
const line = (key: string) =>
	`<li class="woocommerce-mini-cart-item mini_cart_item"><a role="button" href="/carrito/?remove_item=${key}" class="remove remove_from_cart_button" data-cart_item_key="${key}" data-success_message="Quitado ${key}">×</a></li>`;
const mini = (...keys: string[]) =>
	`<div class="widget_shopping_cart_content"><ul>${keys.map(line).join("")}</ul></div>`;
const answer = (...keys: string[]) => ({
	fragments: { "div.widget_shopping_cart_content": mini(...keys) },
	cart_hash: "h1",
});

hearEvents(
	"adding_to_cart",
	"added_to_cart",
	"removed_from_cart",
	"wc_cart_button_updated",
	"ajax_request_not_sent.adding_to_cart",
);

beforeEach(() => {
	vi.mocked(go).mockClear();
	Object.assign(window, {
		wc_add_to_cart_params: {
			wc_ajax_url: "/?wc-ajax=%%endpoint%%",
			i18n_view_cart: "Ver carrito",
			cart_url: "http://tienda.example/carrito/",
			is_cart: "",
			cart_redirect_after_add: "no",
		},
	});
	document.body.innerHTML = `<ul><li>${BUTTON}</li></ul>${mini()}`;
	mount();
});

test("a product is added without leaving the page", async () => {
	answers.add_to_cart = answer("k1");
	one(".ajax_add_to_cart").click();
	expect(one(".ajax_add_to_cart").className).toContain("loading");
	await vi.waitFor(() => expect(count(".added_to_cart")).toBe(1));
	expect(sent()).toEqual({
		quantity: "1",
		product_id: "15",
		product_sku: "MIEL",
		success_message: "Miel está en tu carrito",
	});
	const button = one(".ajax_add_to_cart");
	expect(button.classList.contains("loading")).toBe(false);
	expect(button.classList.contains("added")).toBe(true);
	expect(button.nextElementSibling?.outerHTML).toBe(
		'<a href="http://tienda.example/carrito/" class="added_to_cart wc-forward" title="Ver carrito">Ver carrito</a>',
	);
	expect(count(".mini_cart_item")).toBe(1);
	expect(one("[role=status]").textContent).toBe("Miel está en tu carrito");
	expect(story()).toEqual([
		"adding_to_cart",
		"added_to_cart",
		"wc_cart_button_updated",
	]);
	// Once more: the link is there already.
	button.click();
	await vi.waitFor(() => expect(actions()).toHaveLength(2));
	await vi.waitFor(() => expect(button.className).not.toContain("loading"));
	expect(count(".added_to_cart")).toBe(1);
});

test("a listener may refuse; a link without a product is followed", () => {
	const refuse = (event: Event) => event.preventDefault();
	const asked = "should_send_ajax_request.adding_to_cart";
	document.body.addEventListener(asked, refuse);
	one(".ajax_add_to_cart").click();
	document.body.removeEventListener(asked, refuse);
	expect(actions()).toEqual([]);
	expect(story()).toEqual(["ajax_request_not_sent.adding_to_cart"]);
	one(".ajax_add_to_cart").removeAttribute("data-product_id");
	const event = new MouseEvent("click", { bubbles: true, cancelable: true });
	// The browser would go to the address, which a test has none of.
	document.addEventListener("click", (late) => late.preventDefault(), {
		once: true,
	});
	expect(one(".ajax_add_to_cart").dispatchEvent(event)).toBe(false);
	expect(actions()).toEqual([]);
});

test.each([
	[
		"an error",
		{ error: true, product_url: "/producto/miel/" },
		"/producto/miel/",
	],
	[
		"an unknown product",
		{ error: true, product_url: false },
		"?add-to-cart=15",
	],
	["no answer", "", "?add-to-cart=15"],
])("after %s the visitor sees why on a page", async (_, given, address) => {
	answers.add_to_cart = given;
	one(".ajax_add_to_cart").click();
	await vi.waitFor(() => expect(go).toHaveBeenCalledWith(address));
});

test("where the owner wants it the visitor goes to the cart", async () => {
	const params = (window as unknown as Record<string, object>)
		.wc_add_to_cart_params;
	Object.assign(params as object, { cart_redirect_after_add: "yes" });
	answers.add_to_cart = answer("k1");
	one(".ajax_add_to_cart").click();
	await vi.waitFor(() =>
		expect(go).toHaveBeenCalledWith("http://tienda.example/carrito/"),
	);
	expect(story()).toEqual(["adding_to_cart"]);
});

test("a line of the mini cart goes; the next one has the focus", async () => {
	one(".widget_shopping_cart_content").outerHTML = mini("k1", "k2", "k3");
	answers.remove_from_cart = answer("k1", "k3");
	const link = one("[data-cart_item_key=k2]");
	link.focus();
	link.click();
	link.click();
	await vi.waitFor(() => expect(count(".mini_cart_item")).toBe(2));
	expect(actions()).toEqual(["remove_from_cart"]);
	expect(sent()).toEqual({ cart_item_key: "k2" });
	expect(document.activeElement).toBe(one("[data-cart_item_key=k3]"));
	expect(one("[role=status]").textContent).toBe("Quitado k2");
	expect(story()).toEqual(["removed_from_cart"]);
	answers.remove_from_cart = { success: false };
	one("[data-cart_item_key=k1]").click();
	await vi.waitFor(() =>
		expect(go).toHaveBeenCalledWith("/carrito/?remove_item=k1"),
	);
});
