//! The gateway that a request names.
//!
//! Contract "woocommerce-store-api", sections 8.5 (step 6), 8.8 and 8.9.

use compat::woocommerce::checkout::available_gateways;
use compat::woocommerce::order::{Order, ShopGateway, gateways, posted_payment_method};
use compat::woocommerce::shopping::{ShopSource, Visit};
use compat::woocommerce::store_checkout::{CheckoutRefusal, order_gateways};
use compat::wordpress::formatting::sanitize::sanitize_key;

use crate::wordpress::rest::request::RestRequest;

/// What is paid.
#[derive(Clone, Copy)]
pub enum Methods<'a> {
    /// The cart of a visit.
    OfVisit(&'a Visit),
    /// A stored order.
    OfOrder(&'a Order),
}

/// The gateway of an id, if it may be used.
///
/// # Errors
/// None was named, or not one that may be used.
pub fn chosen(
    source: &ShopSource<'_>,
    methods: Methods<'_>,
    id: &str,
) -> Result<ShopGateway, CheckoutRefusal> {
    const OFF: &str = "%s is not available for this order—please choose a different payment method";
    const OFF_FOR_ORDER: &str = "The %s payment gateway is not available.";
    let (options, texts) = (&source.site.options, source.texts());
    if id.is_empty() {
        let text = texts.translate("No payment method provided.");
        let code = "woocommerce_rest_checkout_missing_payment_method";
        return Err(CheckoutRefusal::new(code, 400, text));
    }
    let (available, text) = match methods {
        Methods::OfVisit(visit) => (available_gateways(options, texts, visit), OFF),
        Methods::OfOrder(order) => (order_gateways(source, order), OFF_FOR_ORDER),
    };
    if let Some(own) = available.into_iter().find(|own| own.id() == id) {
        return Ok(own);
    }
    let all = gateways(options, texts);
    let title = all.into_iter().find(|own| own.id() == id);
    let name = match (methods, title) {
        (Methods::OfVisit(_), Some(own)) => own.title,
        _ => id.to_owned(),
    };
    let text = texts.translate(text).replacen("%s", &name, 1);
    let code = "woocommerce_rest_checkout_payment_method_disabled";
    Err(CheckoutRefusal::new(code, 400, text))
}

/// The payment method of Stripe in `payment_data`, whose keys and values are the gateway's posted fields; empty: none.
pub fn sent_method(request: &RestRequest) -> String {
    let sent = request.get("payment_data");
    posted_payment_method(|name| {
        let fields = sent.as_array().into_iter().flat_map(|list| list.iter());
        let mut named =
            fields.filter(|(_, field)| sanitize_key(&field.at("key").to_string_lossy()) == name);
        let last = named.next_back().map(|(_, field)| field.at("value"));
        last.map_or(String::new(), |value| value.to_string_lossy().into_owned())
    })
}
