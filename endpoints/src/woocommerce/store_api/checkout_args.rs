//! The arguments of the checkout.
//!
//! Contract "woocommerce-store-api", sections 8.4, 8.5 and 8.9.

use compat::woocommerce::order::gateways;
use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;
use compat::wordpress::php::Value;

use super::address_args::{billing_address, shipping_address};
use crate::wordpress::rest::arg::Arg;

/// The arguments that the routes share. A gateway may be any that the shop has, or none.
fn shared(options: &Options, locale: &Locale) -> Vec<Arg> {
    let all = gateways(options, locale.domain("woocommerce"));
    let ids = all.iter().map(|own| own.id());
    let ids: Vec<_> = std::iter::once("").chain(ids).collect();
    let map = |name: &str| Arg::bare(name).with("type", "object").early();
    vec![
        Arg::bare("payment_method").string().one_of(&ids).early(),
        Arg::bare("customer_note").string().early(),
        map("additional_fields"),
        map("extensions"),
    ]
}

/// What a payment is told: keys and values.
fn payment_data() -> Arg {
    let kinds: Value = ["string", "boolean"].into_iter().collect();
    let properties = Value::array()
        .with("key", Value::array().with("type", "string"))
        .with("value", Value::array().with("type", kinds));
    let item = Value::array()
        .with("type", "object")
        .with("properties", properties);
    let arg = Arg::bare("payment_data").with("type", "array");
    arg.with("items", item).early()
}

/// PUT and PATCH.
pub fn update(options: &Options, locale: &Locale) -> Vec<Arg> {
    let mut args = vec![billing_address(), shipping_address()];
    args.extend(shared(options, locale));
    args.push(Arg::bare("order_notes").string().early());
    args
}

/// Payment of an order by its number.
pub fn pay(options: &Options, locale: &Locale) -> Vec<Arg> {
    let mut args = vec![billing_address().required(), shipping_address()];
    args.extend(shared(options, locale));
    args.push(payment_data());
    args
}

/// POST.
pub fn place(options: &Options, locale: &Locale) -> Vec<Arg> {
    let mut args = pay(options, locale);
    args.push(Arg::bare("create_account").boolean().early());
    args.push(Arg::bare("customer_password").string().early());
    args
}
