//! The customer of a session: session key `customer`.
//!
//! Contract "woocommerce", section 3.1. The value is absent while the customer is the default one.

use crate::woocommerce::address::Address;
use crate::wordpress::php::{Array, Value};

/// Billing keys (without prefix) and shipping keys in the order of the stored value.
const PLACE: [&str; 7] = [
    "postcode",
    "city",
    "address_1",
    "address",
    "address_2",
    "state",
    "country",
];
const BILLING_PERSON: [&str; 5] = ["first_name", "last_name", "company", "phone", "email"];
const SHIPPING_PERSON: [&str; 4] = ["first_name", "last_name", "company", "phone"];

/// What is known of a customer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Customer {
    /// User id, 0 for guests.
    pub id: i64,
    /// As stored.
    pub date_modified: String,
    /// Where the bill goes.
    pub billing: Address,
    /// Where the goods go.
    pub shipping: Address,
    /// Whether no tax has to be paid.
    pub is_vat_exempt: bool,
    /// Whether the place was given by the customer, so that costs of shipping may be shown.
    pub calculated_shipping: bool,
    /// What extensions add.
    pub meta_data: Array,
}

/// Stored name of a field: `address` is a second name of the first line.
fn field_name(key: &str) -> &str {
    match key {
        "address" => "address_1",
        other => other,
    }
}

impl Customer {
    /// A visitor of whom only the place is known: that of the shop, or none.
    pub fn at_place(country: &str, state: &str) -> Self {
        let mut customer = Self::default();
        customer.set_billing_location(country, state, "", "");
        customer.set_shipping_location(country, state, "", "");
        customer
    }

    /// Sets the place where the customer lives.
    pub fn set_billing_location(&mut self, country: &str, state: &str, postcode: &str, city: &str) {
        set_location(&mut self.billing, country, state, postcode, city);
    }

    /// Sets the place where the goods go.
    pub fn set_shipping_location(
        &mut self,
        country: &str,
        state: &str,
        postcode: &str,
        city: &str,
    ) {
        set_location(&mut self.shipping, country, state, postcode, city);
    }

    /// The customer of the session's value.
    pub fn from_value(value: &Value) -> Option<Self> {
        value.as_array()?;
        let text = |key: &str| value.at(key).to_string_lossy().into_owned();
        let mut customer = Self {
            id: value.at("id").to_int(),
            date_modified: text("date_modified"),
            is_vat_exempt: value.at("is_vat_exempt").to_bool(),
            calculated_shipping: value.at("calculated_shipping").to_bool(),
            meta_data: value
                .at("meta_data")
                .as_array()
                .cloned()
                .unwrap_or_default(),
            ..Self::default()
        };
        for key in PLACE
            .iter()
            .chain(&BILLING_PERSON)
            .filter(|key| **key != "address")
        {
            customer.billing.set_field(key, &text(key));
        }
        for key in PLACE
            .iter()
            .chain(&SHIPPING_PERSON)
            .filter(|key| **key != "address")
        {
            customer
                .shipping
                .set_field(key, &text(&format!("shipping_{key}")));
        }
        Some(customer)
    }

    /// The session's value.
    pub fn to_value(&self) -> Value {
        let flag = |is_set: bool| if is_set { "1" } else { "" };
        let mut stored = Array::new()
            .with("id", self.id.to_string())
            .with("date_modified", self.date_modified.as_str());
        let add = |prefix: &str, address: &Address, keys: &[&str], stored: &mut Array| {
            for key in keys {
                let field = address.field(field_name(key)).unwrap_or_default();
                stored.insert(format!("{prefix}{key}"), field);
            }
        };
        add("", &self.billing, &PLACE, &mut stored);
        add("shipping_", &self.shipping, &PLACE, &mut stored);
        stored.insert("is_vat_exempt", flag(self.is_vat_exempt));
        stored.insert("calculated_shipping", flag(self.calculated_shipping));
        add("", &self.billing, &BILLING_PERSON, &mut stored);
        add("shipping_", &self.shipping, &SHIPPING_PERSON, &mut stored);
        stored.insert("meta_data", self.meta_data.clone());
        stored.into()
    }
}

fn set_location(address: &mut Address, country: &str, state: &str, postcode: &str, city: &str) {
    country.clone_into(&mut address.country);
    state.clone_into(&mut address.state);
    postcode.clone_into(&mut address.postcode);
    city.clone_into(&mut address.city);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_is_stored_in_28_values() {
        let mut customer = Customer::at_place("ES", "GR");
        customer.billing.set_field("email", "ana@mail.example");
        customer.billing.set_field("address_1", "Calle 1");
        customer.calculated_shipping = true;
        let value = customer.to_value();
        assert_eq!(value.as_array().unwrap().len(), 28);
        assert_eq!(value.at("address").as_str(), Some("Calle 1"));
        assert_eq!(value.at("shipping_state").as_str(), Some("GR"));
        assert_eq!(Customer::from_value(&value), Some(customer));
        assert_eq!(Customer::from_value(&Value::Null), None);
    }
}
