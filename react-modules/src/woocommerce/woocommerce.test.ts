import { expect, test, vi } from "vitest";
import { one, shopPage } from "../testing/shop";
import { mount } from ".";
import { shopModules } from "./modules";

const started = vi.hoisted(() => vi.fn());
vi.mock("../runtime/start", () => ({ start: started }));
vi.mock("./storefront", () => ({ startStorefront: () => {} }));

shopPage();

test("where the plugin's own scripts are linked, ours do nothing; elsewhere they start once", () => {
	document.body.innerHTML =
		'<script type="text/plain" src="/wp-content/plugins/woocommerce/assets/js/frontend/woocommerce.min.js"></script>';
	mount();
	expect(started).not.toHaveBeenCalled();
	one("script").remove();
	mount();
	mount();
	expect(started).toHaveBeenCalledOnce();
	expect(started).toHaveBeenCalledWith(shopModules);
});

test("each module's chunk can mount", async () => {
	for (const { load } of shopModules) {
		expect(await load()).toHaveProperty("mount", expect.any(Function));
	}
});

test("modules that need what a page does not print are passive there", () => {
	const active = () =>
		shopModules
			.filter(({ isPassive }) => !isPassive?.())
			.map(({ name }) => name);
	const names = [
		"wc_cart_params",
		"wc_checkout_params",
		"wc_add_to_cart_params",
		"wc_cart_fragments_params",
		"wc_country_select_params",
		"wc_single_product_params",
		"woocommerce_price_slider_params",
	];
	for (const name of names) vi.stubGlobal(name, undefined);
	const always = ["product-tabs", "review-stars", "variations", "passwords"];
	expect(active()).toEqual(always);
	vi.stubGlobal("wc_cart_params", { wc_ajax_url: "/" });
	expect(active()).toEqual([...always.slice(0, 3), "cart", "passwords"]);
});
