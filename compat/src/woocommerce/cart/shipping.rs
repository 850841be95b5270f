//! What of the cart is sent, where to, and the calculator of its costs.
//!
//! Contract "woocommerce", sections 7.6 and 8.3.

use super::contents::{Cart, Products};
use super::message::CartMessage;
use crate::woocommerce::address::{
    Address, States, country_locale, format_postcode, is_postcode, states,
};
use crate::woocommerce::product::TaxStatus;
use crate::woocommerce::session::{Customer, NoticeKind};
use crate::woocommerce::settings::ShopSettings;
use crate::woocommerce::shipping::{Destination, FreeShippingFacts, Package, PackageItem};
use crate::woocommerce::totals::{ItemTotals, TotalsScene};

/// What the calculator was given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CalculatorRequest {
    /// Two letters; empty: none chosen.
    pub country: String,
    /// Code or text.
    pub state: String,
    /// As typed.
    pub postcode: String,
    /// As typed.
    pub city: String,
}

impl Cart {
    /// Whether something of it is sent.
    pub fn has_goods(&self, products: &dyn Products) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| {
            products
                .product(line.bought())
                .is_some_and(|p| !p.is_virtual)
        })
    }

    /// `get_shipping_packages`: one package of all that is sent.
    pub fn package(
        &self,
        items: &ItemTotals,
        products: &dyn Products,
        address: &Address,
    ) -> Package {
        let lines = self.lines.iter().filter_map(|line| {
            let product = products.product(line.bought()).filter(|p| !p.is_virtual)?;
            let totals = items.lines.iter().find(|own| own.key == line.key);
            Some(PackageItem {
                key: line.key.clone(),
                name: product.name.clone(),
                quantity: line.quantity,
                line_total: totals.map_or(0.0, |totals| totals.total),
                shipping_class: product.shipping_class.clone(),
            })
        });
        Package {
            items: lines.collect(),
            destination: Destination {
                country: address.country.clone(),
                state: address.state.clone(),
                postcode: address.postcode.clone(),
                city: address.city.clone(),
                address_1: address.address_1.clone(),
                address_2: address.address_2.clone(),
            },
        }
    }

    /// Tax classes of what is sent and whose shipping is taxed, each once.
    pub fn shipping_tax_classes<'p>(&self, products: &'p dyn Products) -> Vec<&'p str> {
        let mut classes = Vec::new();
        for line in &self.lines {
            let product = products.product(line.bought());
            let taxed = product.filter(|p| !p.is_virtual && p.tax_status != TaxStatus::None);
            if let Some(product) = taxed.filter(|p| !classes.contains(&p.tax_class.as_str())) {
                classes.push(product.tax_class.as_str());
            }
        }
        classes
    }
}

/// What free shipping looks at. `has_coupon`: whether a coupon of the cart grants it.
pub fn free_shipping_facts(
    items: &ItemTotals,
    scene: &TotalsScene<'_>,
    has_coupon: bool,
) -> FreeShippingFacts {
    let discounts = items.discount_total.value();
    FreeShippingFacts {
        has_coupon,
        displayed_subtotal: scene.shown(items.subtotal, items.subtotal_tax).amount,
        discounts: if scene.displays_tax() {
            discounts + items.discount_tax
        } else {
            discounts
        },
    }
}

/// Whether the costs of shipping are shown: always, or once the address is known that they need (contract
/// "woocommerce-store-api", section 6.1, about the city).
pub fn shows_shipping(customer: &Customer, settings: &ShopSettings) -> bool {
    let address = &customer.shipping;
    let needs_state = matches!(states(&address.country), States::Listed(_));
    let locale = country_locale(&address.country);
    let city = locale.iter().find(|(field, _)| *field == "city");
    let needs_city = city.is_none_or(|(_, own)| own.required != Some(false));
    let is_known = !address.country.is_empty()
        && (!needs_state || !address.state.is_empty())
        && !address.postcode.is_empty()
        && (!needs_city || !address.city.is_empty());
    !settings.cost_requires_address || is_known
}

/// The calculator: takes the place over as the customer's, if its postcode can be one.
///
/// The caller also forgets the chosen methods.
pub fn calculate_shipping(
    request: &CalculatorRequest,
    customer: &mut Customer,
    settings: &ShopSettings,
) -> CartMessage {
    let CalculatorRequest {
        country,
        state,
        postcode,
        city,
    } = request;
    if !postcode.is_empty() && !is_postcode(postcode, country) {
        return CartMessage::error("Please enter a valid postcode / ZIP.");
    }
    let postcode = match postcode.as_str() {
        "" => String::new(),
        typed => format_postcode(typed, country),
    };
    if country.is_empty() {
        let (country, state) = (&settings.place.country, &settings.place.state);
        customer.set_billing_location(country, state, "", "");
        customer.set_shipping_location(country, state, "", "");
    } else {
        if customer.billing.first_name.is_empty() {
            customer.set_billing_location(country, state, &postcode, city);
        }
        customer.set_shipping_location(country, state, &postcode, city);
    }
    customer.calculated_shipping = true;
    CartMessage::new(NoticeKind::Notice, "Shipping costs updated.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;

    #[test]
    fn the_calculator_sets_the_place() {
        let row = ("woocommerce_default_country".to_owned(), b"ES:GR".to_vec());
        let settings = ShopSettings::from_options(&Options::new([row]));
        let mut customer = Customer::default();
        let request = |country: &str, postcode: &str| CalculatorRequest {
            country: country.to_owned(),
            postcode: postcode.to_owned(),
            ..CalculatorRequest::default()
        };
        let refused = calculate_shipping(&request("PT", "1"), &mut customer, &settings);
        assert_eq!(
            (refused.kind, customer.calculated_shipping),
            (NoticeKind::Error, false)
        );
        let done = calculate_shipping(&request("PT", "1000-001"), &mut customer, &settings);
        assert_eq!(done.kind, NoticeKind::Notice);
        assert_eq!(customer.billing.postcode, "1000-001");
        customer.billing.set_field("first_name", "Ana");
        calculate_shipping(&request("ES", "18500"), &mut customer, &settings);
        assert_eq!(
            (&*customer.billing.country, &*customer.shipping.country),
            ("PT", "ES")
        );
        calculate_shipping(&request("", ""), &mut customer, &settings);
        assert_eq!(
            (&*customer.billing.state, &*customer.shipping.postcode),
            ("GR", "")
        );
    }
}
