import { expect, test, vi } from "vitest";
import { mount } from ".";

test("the footer is free of the shop's notice until that is dismissed", () => {
	vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(56);
	document.body.innerHTML = `<div id="footer-bottom"></div><p class="woocommerce-store-notice demo_store" data-notice-id="1">Cerrado en enero
		<a href="#" class="woocommerce-store-notice__dismiss-link">Descartar</a></p>`;
	mount(document.querySelector(".woocommerce-store-notice") as Element);
	const footer = document.querySelector("#footer-bottom") as HTMLElement;
	expect(footer.style.marginBottom).toBe("56px");
	document.querySelector("a")?.click();
	expect(footer.style.marginBottom).toBe("");
	vi.restoreAllMocks();
});
