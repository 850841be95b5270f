//! The checkout's object.
//!
//! Contract "woocommerce-store-api", section 8.1: the keys in this order.

use compat::woocommerce::order::{
    CARD_PAY, Order, PaymentStep, card_url, is_paid_by_card, order_pay_url, order_received_url,
};
use compat::woocommerce::shopping::ShopSource;
use compat::woocommerce::store_api::AddressKind;
use compat::wordpress::php::Value;
use themes::wordpress::view::Page;

use super::cart_request::CartRequest;
use super::cart_schema::{address, written};
use super::schema::empty_object;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route_error::RouteError;

/// What the object says besides the order.
#[derive(Debug, Clone, Default)]
pub struct CheckoutParts {
    /// What came of the payment.
    pub payment_result: Value,
    /// The cart; null: it is not told.
    pub cart: Value,
}

/// The result of a checkout that nobody has paid yet.
pub fn no_payment() -> Value {
    payment_result("", Value::array(), "")
}

/// The result of a payment. An order that costs nothing has no details: no gateway was asked. `step`: what the gateway did
/// now; `None`: the order was placed before. `method`: a payment method that the browser has got from Stripe.
pub fn paid(
    source: &ShopSource<'_>,
    order: &Order,
    step: Option<&PaymentStep>,
    method: &str,
) -> Value {
    let options = &source.site.options;
    let checkout = source.page_url("woocommerce_checkout_page_id");
    let redirect = match step {
        Some(PaymentStep::Leave) if is_paid_by_card(order) => {
            card_url(&source.site.home(), order, CARD_PAY, method)
        }
        Some(PaymentStep::Leave) => order_pay_url(options, &checkout, order),
        _ => order_received_url(options, &checkout, order),
    };
    let detail = |key: &str, value: &str| Value::array().with("key", key).with("value", value);
    let details = if order.payment_method.is_empty() {
        Value::array()
    } else {
        Value::array()
            .with_pushed(detail("result", "success"))
            .with_pushed(detail("redirect", &redirect))
    };
    payment_result("success", details, &redirect)
}

fn payment_result(status: &str, details: Value, redirect: &str) -> Value {
    Value::array()
        .with("payment_status", status)
        .with("payment_details", details)
        .with("redirect_url", redirect)
}

/// The response with the object.
///
/// # Errors
/// When rendering fails.
pub async fn answer(
    cart: &CartRequest<'_>,
    order: Order,
    parts: CheckoutParts,
) -> Result<RestResponse, RouteError> {
    let write = move |page: &mut Page, _: &_| {
        let view = page.view.clone();
        Value::array()
            .with("order_id", order.id.0)
            .with("status", order.status.slug())
            .with("order_key", order.key.as_str())
            .with("order_number", order.number())
            .with("customer_note", order.customer_note.as_str())
            .with("customer_id", order.customer_id)
            .with(
                "billing_address",
                address(&view, &order.billing, AddressKind::Billing),
            )
            .with(
                "shipping_address",
                address(&view, &order.shipping, AddressKind::Shipping),
            )
            .with("payment_method", order.payment_method.as_str())
            .with("payment_result", parts.payment_result)
            .with("additional_fields", empty_object())
            .with("__experimentalCart", parts.cart)
            .with("extensions", empty_object())
    };
    let value = written(cart.rest, &cart.visit, write).await?;
    Ok(cart.respond(200, Body::Value(value)))
}
