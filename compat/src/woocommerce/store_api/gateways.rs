//! The ways of paying that a cart may choose from.
//!
//! Contract "woocommerce-store-api", section 6.1 (`payment_methods`). Gateways of extensions are not known.

use crate::woocommerce::shipping::RateId;
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

/// The gateways that the shop itself brings, in their order.
const GATEWAYS: [&str; 3] = ["bacs", "cheque", "cod"];

/// Ids of the gateways that are on and fit, in the order of the shop. `chosen`: the rates of the packages.
pub fn available_gateways(
    options: &Options,
    needs_shipping: bool,
    chosen: &[RateId],
) -> Vec<&'static str> {
    let order = options.value("woocommerce_gateway_order");
    let mut gateways: Vec<_> = GATEWAYS.iter().enumerate().collect();
    // Those without a place come after the others.
    gateways.sort_by_key(|(at, id)| {
        let place = order.get(**id).map(Value::to_int);
        (place.unwrap_or(i64::MAX), *at)
    });
    let ids = gateways.into_iter().map(|(_, id)| *id);
    let ids = ids.filter(|id| is_available(options, id, needs_shipping, chosen));
    ids.collect()
}

fn is_available(options: &Options, id: &str, needs_shipping: bool, chosen: &[RateId]) -> bool {
    let settings = options.value(match id {
        "bacs" => "woocommerce_bacs_settings",
        "cheque" => "woocommerce_cheque_settings",
        _ => "woocommerce_cod_settings",
    });
    if settings.at("enabled").as_str() != Some("yes") {
        return false;
    }
    if id != "cod" {
        return true;
    }
    let is_for_virtual = settings
        .get("enable_for_virtual")
        .is_none_or(|own| own.as_str() == Some("yes"));
    if !needs_shipping {
        return is_for_virtual;
    }
    let methods = settings.at("enable_for_methods").values();
    let methods: Vec<_> = methods.map(Value::to_string_lossy).collect();
    let fits = |rate: &RateId| methods.iter().any(|own| rate.0 == **own || rate.is_of(own));
    methods.is_empty() || chosen.iter().any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::serialize;

    fn options(rows: &[(&str, Value)]) -> Options {
        let rows = rows.iter();
        Options::new(rows.map(|(name, value)| ((*name).to_owned(), serialize(value))))
    }

    #[test]
    fn gateways_stand_in_the_order_of_the_shop() {
        let on = || Value::array().with("enabled", "yes");
        let order = Value::array().with("cod", 0).with("bacs", 1);
        let cod = on().with(
            "enable_for_methods",
            Value::array().with_pushed("flat_rate:2"),
        );
        let options = options(&[
            ("woocommerce_bacs_settings", on()),
            ("woocommerce_cheque_settings", on()),
            ("woocommerce_cod_settings", cod),
            ("woocommerce_gateway_order", order),
        ]);
        let rate = |id: &str| [RateId(id.to_owned())];
        let of = |needs, chosen: &[RateId]| available_gateways(&options, needs, chosen);
        assert_eq!(of(true, &rate("flat_rate:2")), ["cod", "bacs", "cheque"]);
        assert_eq!(of(true, &rate("flat_rate:1")), ["bacs", "cheque"]);
        assert_eq!(of(false, &[]), ["cod", "bacs", "cheque"]);
        assert!(available_gateways(&Options::default(), false, &[]).is_empty());
    }
}
