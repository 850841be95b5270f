import { beforeEach, expect, test, vi } from "vitest";
import { one, shopPage } from "../testing/shop";
import { noticesOf, removeNotices } from "./notices";
import { startStorefront } from "./storefront";

shopPage();

beforeEach(() => {
	document.body.innerHTML = `<div class="woocommerce-notices-wrapper"><div class="woocommerce-message" role="alert">Hecho.</div></div>
<form class="woocommerce-ordering" method="get"><select name="orderby" class="orderby"><option value="menu_order">a</option><option value="price">b</option></select></form>
<div class="quantity"><input type="number" class="qty" value="0" min="2"></div><div class="product-quantity"><input type="number" class="qty" value="0" min="0"></div>
<ul><li class="reviews_tab"><a href="#tab-reviews">Reseñas</a></li></ul><a href="#reviews" class="woocommerce-review-link">1</a>
<div class="woocommerce"><a role="button" class="showcoupon">c</a></div>
<p class="woocommerce-store-notice demo_store" data-notice-id="n1" style="display:none;">Cerrado <a href="#" class="woocommerce-store-notice__dismiss-link">Descartar</a></p>`;
});

test("what every page of the shop does", () => {
	startStorefront();
	const notice = one(".woocommerce-message");
	expect(document.activeElement).toBe(notice);
	expect(notice.tabIndex).toBe(-1);
	expect(one<HTMLInputElement>(".quantity .qty").value).toBe("2");
	expect(one<HTMLInputElement>(".product-quantity .qty").value).toBe("0");

	const submitted = vi.fn((event: Event) => event.preventDefault());
	one("form").addEventListener("submit", submitted);
	one<HTMLSelectElement>("select").value = "price";
	one("select").dispatchEvent(new Event("change", { bubbles: true }));
	expect(submitted).toHaveBeenCalledOnce();

	const opened = vi.fn((event: Event) => event.preventDefault());
	one(".reviews_tab a").addEventListener("click", opened);
	one(".woocommerce-review-link").click();
	expect(opened).toHaveBeenCalledOnce();

	const pressed = vi.fn();
	one(".showcoupon").addEventListener("click", pressed);
	one(".showcoupon").dispatchEvent(
		new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }),
	);
	expect(pressed).toHaveBeenCalledOnce();

	const store = one(".woocommerce-store-notice");
	expect(store.style.display).toBe("");
	one(".woocommerce-store-notice__dismiss-link").click();
	expect(store.style.display).toBe("none");
	expect(document.cookie).toContain("store_noticen1=hidden");
});

test("equal notices count once; lines of the page are none", () => {
	document.body.innerHTML = `<div class="woocommerce-form-coupon-toggle"><div class="woocommerce-info">¿Cupón?</div></div>
<div class="woocommerce-message">a</div><div class="woocommerce-message"> a </div><div class="woocommerce-info">b</div>`;
	expect(noticesOf(document).map(({ textContent }) => textContent)).toEqual([
		"a",
		"b",
	]);
	removeNotices();
	expect(document.body.textContent?.trim()).toBe("¿Cupón?");
});
