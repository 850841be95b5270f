/** A checkout with the parts that its modules look for. */

const row = (name: string, classes: string, value = "") =>
	`<p class="form-row ${classes}" id="${name}_field"><label for="${name}">${name}</label><span class="woocommerce-input-wrapper"><input type="text" class="input-text" name="${name}" id="${name}" value="${value}"></span></p>`;
const ADDRESS = "address-field validate-required";
const address = (kind: string) =>
	`<div class="woocommerce-${kind}-fields__field-wrapper">${row(`${kind}_first_name`, "validate-required")}
<p class="form-row ${ADDRESS} update_totals_on_change" id="${kind}_country_field"><select name="${kind}_country" id="${kind}_country" class="country_to_state"><option value="ES">ES</option><option value="FR">FR</option></select></p>
${row(`${kind}_address_1`, ADDRESS)}${row(`${kind}_postcode`, `${ADDRESS} validate-postcode`)}${row(`${kind}_city`, ADDRESS)}</div>`;
const TABLE = (sum: string) =>
	`<table class="shop_table woocommerce-checkout-review-order-table"><tbody><tr><td>${sum}<a class="woocommerce-remove-coupon" data-coupon="diez" href="#">[x]</a><input type="radio" name="shipping_method[0]" data-index="0" id="m1" value="flat_rate:1" class="shipping_method" checked><input type="radio" name="shipping_method[0]" data-index="0" id="m2" value="flat_rate:2" class="shipping_method"></td></tr></tbody></table>`;
const method = (id: string, more: string) =>
	`<li class="wc_payment_method payment_method_${id}"><input id="payment_method_${id}" type="radio" class="input-radio" name="payment_method" value="${id}" ${more}><div class="payment_box payment_method_${id}"><input id="${id}-card"></div></li>`;
const PAYMENT = (nonce: string) =>
	`<div id="payment" class="woocommerce-checkout-payment"><ul class="wc_payment_methods">${method("bacs", 'checked data-order_button_text=""')}${method("cod", 'data-order_button_text="Pagar luego"')}</ul>
<p class="form-row validate-required"><input type="checkbox" class="input-checkbox" name="terms" id="terms"></p><a href="/c/" class="woocommerce-terms-and-conditions-link">c</a><div class="woocommerce-terms-and-conditions" style="display: none;">x</div>
<button type="submit" id="place_order" data-value="Realizar el pedido">Realizar el pedido</button><input type="hidden" name="woocommerce-process-checkout-nonce" value="${nonce}"></div>`;
export const PAGE = `<div class="woocommerce"><a href="#" class="showlogin">l</a><form class="login" style="display:none"><input name="username"></form>
<a href="#" class="showcoupon" aria-expanded="false">c</a><form class="checkout_coupon" style="display:none"><input name="coupon_code" id="coupon_code"><button type="submit" name="apply_coupon">a</button></form>
<form name="checkout" class="checkout woocommerce-checkout" action="/pago/">
<div class="woocommerce-billing-fields">${address("billing")}${row("billing_email", "validate-required validate-email")}${row("billing_phone", "validate-phone")}</div>
<input type="checkbox" id="createaccount" name="createaccount" value="1"><div class="create-account">${row("account_password", "validate-required")}</div>
<h3 id="ship-to-different-address"><input type="checkbox" name="ship_to_different_address" value="1"></h3>
<div class="woocommerce-shipping-fields"><div class="shipping_address">${address("shipping")}</div></div>
<div id="order_review" class="woocommerce-checkout-review-order">${TABLE("10")}${PAYMENT("n1")}</div></form></div>`;
/** An answer of `update_order_review`. */
export const review = (sum: string, nonce = "n2", more = {}) => ({
	result: "success",
	messages: "",
	reload: false,
	fragments: {
		".woocommerce-checkout-review-order-table": TABLE(sum),
		".woocommerce-checkout-payment": PAYMENT(nonce),
	},
	...more,
});
