//! Takes posted addresses over as the customer's.
//!
//! Contract "woocommerce", sections 9.4 and 9.5, step 4.

use super::posted::PostedCheckout;
use super::settings::ShipTo;
use crate::woocommerce::session::Customer;
use crate::woocommerce::shopping::{CHOSEN, ShippingChoice, Visit};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::php::{Array, Value};

/// Session key of the chosen gateway.
pub(super) const PAYMENT: &str = "chosen_payment_method";

/// Fields of addresses in the order in which they are taken over.
const FIELDS: [&str; 11] = [
    "first_name",
    "last_name",
    "company",
    "email",
    "phone",
    "address_1",
    "address_2",
    "city",
    "postcode",
    "state",
    "country",
];

/// `update_session`: the values of the form become the customer's. A wrong e-mail address is left out; fields that were not
/// sent leave the customer's as they are.
pub(super) fn set_customer(customer: &mut Customer, posted: &PostedCheckout) {
    for field in FIELDS {
        let billing = posted.sent(&format!("billing_{field}"));
        let shipping = posted.sent(&format!("shipping_{field}")).or(billing);
        let is_wrong =
            |value: &str| field == "email" && !value.is_empty() && is_email(value).is_none();
        if let Some(value) = billing.filter(|value| !is_wrong(value)) {
            customer.billing.set_field(field, value);
        }
        if let Some(value) = shipping.filter(|_| field != "email") {
            customer.shipping.set_field(field, value);
        }
    }
}

/// Remembers the chosen rates and the chosen gateway.
pub(super) fn set_choices(visit: &mut Visit, rates: &ShippingChoice, payment_method: &str) {
    let mut chosen = match visit.session.get(CHOSEN) {
        Value::Array(chosen) => chosen,
        _ => Array::new(),
    };
    for (package, rate) in rates {
        chosen.insert(*package, rate.as_str());
    }
    visit.session.set(CHOSEN, &chosen.into());
    visit.session.set(PAYMENT, &payment_method.into());
}

/// A place as `update_order_review` is told it; `None`: it was not told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostedPlace {
    /// Two letters.
    pub country: Option<String>,
    /// Code or text.
    pub state: Option<String>,
    /// As typed.
    pub postcode: Option<String>,
    /// As typed.
    pub city: Option<String>,
    /// First line.
    pub address_1: Option<String>,
    /// Second line.
    pub address_2: Option<String>,
}

/// What `update_order_review` is told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReviewRequest {
    /// Where the bill goes.
    pub billing: PostedPlace,
    /// Where the goods go.
    pub shipping: PostedPlace,
    /// Chosen rates.
    pub shipping_method: ShippingChoice,
    /// Id of the gateway.
    pub payment_method: String,
    /// Whether every field of the address that has to be filled in is.
    pub has_full_address: bool,
}

impl ReviewRequest {
    /// Takes the places and choices over.
    pub(super) fn apply(&self, visit: &mut Visit, ship_to: ShipTo) {
        set_choices(visit, &self.shipping_method, &self.payment_method);
        let shipping = match ship_to {
            ShipTo::BillingOnly => &self.billing,
            ShipTo::Shipping | ShipTo::Billing => &self.shipping,
        };
        let customer = &mut visit.customer;
        for (address, place) in [
            (&mut customer.billing, &self.billing),
            (&mut customer.shipping, shipping),
        ] {
            for (field, value) in [
                ("country", &place.country),
                ("state", &place.state),
                ("postcode", &place.postcode),
                ("city", &place.city),
                ("address_1", &place.address_1),
                ("address_2", &place.address_2),
            ] {
                if let Some(value) = value {
                    address.set_field(field, value);
                }
            }
        }
        customer.calculated_shipping = self.has_full_address;
    }
}
