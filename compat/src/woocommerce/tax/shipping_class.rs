//! Which rates tax the costs of shipping.
//!
//! Contract "woocommerce", section 8.2.

use super::location::TaxLocation;
use super::rate::TaxRate;
use super::rate_table::RateTable;
use super::settings::ShippingTaxClass;

/// The standard class.
const STANDARD: &str = "";

/// `get_shipping_tax_rates`: the rates for shipping at a place. `cart_classes`: the classes of those items of the cart
/// that have to be sent and whose shipping is taxed; `all_classes`: the shop's classes in their order.
pub fn shipping_tax_rates(
    class: &ShippingTaxClass,
    table: &RateTable,
    place: &TaxLocation,
    cart_classes: &[&str],
    all_classes: &[String],
) -> Vec<TaxRate> {
    let class = match class {
        ShippingTaxClass::Class(class) => class.as_str(),
        ShippingTaxClass::Inherit => match cart_classes {
            [] => return Vec::new(),
            [only] => only,
            several if several.contains(&STANDARD) => STANDARD,
            [first, ..] => {
                let mut all = all_classes.iter().map(String::as_str);
                all.find(|class| cart_classes.contains(class))
                    .unwrap_or(first)
            }
        },
    };
    let rates = table.find_for_shipping(place, class);
    if rates.is_empty() {
        return table.find_for_shipping(place, STANDARD);
    }
    rates
}

#[cfg(test)]
mod tests {
    use super::super::rate_table::RateRow;
    use super::*;

    #[test]
    fn shipping_has_the_class_of_the_goods() {
        let row = |id, class: &str| RateRow {
            id,
            class: class.to_owned(),
            for_shipping: true,
            ..RateRow::default()
        };
        let table = RateTable::new(vec![row(1, ""), row(2, "reduced"), row(3, "zero")]);
        let place = TaxLocation::of_shop("ES", "", "");
        let all = ["reduced".to_owned(), "zero".to_owned(), "none".to_owned()];
        let found = |class: &ShippingTaxClass, cart: &[&str]| {
            let rates = shipping_tax_rates(class, &table, &place, cart, &all);
            rates.first().map(|rate| rate.id.0)
        };
        let inherit = ShippingTaxClass::Inherit;
        assert_eq!(found(&inherit, &[]), None);
        assert_eq!(found(&inherit, &["zero"]), Some(3));
        assert_eq!(found(&inherit, &["zero", "reduced"]), Some(2));
        assert_eq!(found(&inherit, &["zero", ""]), Some(1));
        assert_eq!(found(&inherit, &["none"]), Some(1));
        assert_eq!(found(&ShippingTaxClass::Class("zero".into()), &[]), Some(3));
    }
}
