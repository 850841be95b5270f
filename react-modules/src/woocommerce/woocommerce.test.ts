import { expect, test, vi } from "vitest";
import { one, shopPage } from "../testing/shop";
import { mount } from ".";

shopPage();

const SHOP = `<div class="woocommerce"><div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs"><li class="reviews_tab"><a href="#tab-reviews" role="tab">r</a></li></ul><div class="wc-tab" id="tab-reviews"></div></div></div>`;

test("where the plugin's own scripts are linked, ours do nothing; elsewhere they start what the page holds", async () => {
	document.body.innerHTML = `${SHOP}<script type="text/plain" src="/wp-content/plugins/woocommerce/assets/js/frontend/woocommerce.min.js"></script>`;
	mount();
	await new Promise((done) => setTimeout(done, 50));
	expect(one("li").className).toBe("reviews_tab");
	one("script").remove();
	mount();
	mount();
	await vi.waitFor(() => expect(one("li").className).toContain("active"));
});
