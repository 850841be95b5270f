//! Addresses at which buyers and payment providers come to the shop. They do not depend on the buyer's language, so that
//! the same order always asks the same of a provider.

use super::redsys::REDSYS;
use super::stripe::STRIPE;
use crate::woocommerce::order::model::Order;
use crate::woocommerce::order::urls::order_received_url;
use crate::wordpress::options::Options;
use crate::wordpress::url::{QueryArg, add_query_arg};

/// `wc-api`: the buyer goes to the payment provider of an order.
pub const CARD_PAY: &str = "oxipress_card_pay";

/// `wc-api`: the buyer comes back from it.
pub const CARD_BACK: &str = "oxipress_card_back";

/// `wc-api`: notifications of Stripe, at the plugin's address.
pub const STRIPE_CALLBACK: &str = "wc_stripe";

/// `wc-api`: notifications of Redsys, at the plugin's address.
pub const REDSYS_CALLBACK: &str = "wc_gateway_redsys";

/// The address of a `wc-api` call.
pub fn callback_url(home: &str, name: &str) -> String {
    let root = format!("{}/", home.trim_end_matches('/'));
    add_query_arg(&[("wc-api", QueryArg::from(name))], &root)
}

/// The address of a `wc-api` call about an order. `method`: a payment method that the browser has got from Stripe; empty:
/// none.
pub fn card_url(home: &str, order: &Order, name: &str, method: &str) -> String {
    let id = order.id.0.to_string();
    let mut args = vec![
        ("order_id", QueryArg::from(id.as_str())),
        ("key", QueryArg::from(order.key.as_str())),
    ];
    if is_payment_method(method) {
        args.push(("method", QueryArg::from(method)));
    }
    add_query_arg(&args, &callback_url(home, name))
}

/// Whether a text is the id of a payment method at Stripe, or of a source, which Stripe takes in its place.
pub fn is_payment_method(text: &str) -> bool {
    let is_id = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_known = ["pm_", "src_"].iter().any(|kind| text.starts_with(kind));
    is_known && text.len() <= 255 && text.bytes().all(is_id)
}

/// The payment method that a script of the page has got from Stripe, in one of the plugin's fields; empty: none. `field`:
/// what was posted under a name.
pub fn posted_payment_method(field: impl Fn(&str) -> String) -> String {
    const FIELDS: [&str; 2] = ["wc-stripe-payment-method", "stripe_source"];
    let mut posted = FIELDS.iter().map(|name| field(name));
    let found = posted.find(|text| is_payment_method(text));
    found.unwrap_or_default()
}

/// Whether the buyer of an order has to go to a payment provider.
pub fn is_paid_by_card(order: &Order) -> bool {
    order.needs_payment() && [STRIPE, REDSYS].contains(&order.payment_method.as_str())
}

/// Where the buyer of a placed order goes: to the payment provider, or to the page after the order. `method`: as in
/// [`card_url`].
pub fn placed_url(
    options: &Options,
    (home, checkout): (&str, &str),
    order: &Order,
    method: &str,
) -> String {
    if is_paid_by_card(order) {
        card_url(home, order, CARD_PAY, method)
    } else {
        order_received_url(options, checkout, order)
    }
}
