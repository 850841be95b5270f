//! The fields of the checkout's form, as it prints and as it checks them.
//!
//! Contract "woocommerce", sections 9.2 and 9.3.

use super::settings::{CheckoutSettings, ShipTo};
use crate::woocommerce::address::{
    AddressField, address_fields, countries, country_label, default_label, placeholder,
};
use crate::woocommerce::settings::Countries;
use crate::woocommerce::shopping::Visit;

/// A set of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fieldset {
    /// Where the bill goes.
    Billing,
    /// Where the goods go.
    Shipping,
    /// A new account.
    Account,
    /// The note.
    Order,
}

/// A field of the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutField {
    /// `billing_first_name`.
    pub name: String,
    /// `first_name`; of other sets the name.
    pub key: &'static str,
    /// `text`, `country`, `state`, `tel`, `email`, `password`, `textarea`.
    pub kind: &'static str,
    /// A source text of the plugin.
    pub label: &'static str,
    /// Whether only screen readers hear the label.
    pub is_label_hidden: bool,
    /// A source text of the plugin; empty: none.
    pub placeholder: &'static str,
    /// Whether it has to be filled in.
    pub required: bool,
    /// Classes of its row.
    pub class: Vec<&'static str>,
    /// Place in the form; `None`: after those that have one.
    pub priority: Option<u16>,
    /// What its value has to be (`postcode`).
    pub validate: &'static [&'static str],
    /// Attribute `autocomplete`; empty: none.
    pub autocomplete: String,
}

/// The form of a visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutForm {
    /// The sets with their fields in their order.
    pub sets: Vec<(Fieldset, Vec<CheckoutField>)>,
}

impl CheckoutForm {
    /// The form for addresses in these countries. Fields of a country that the shop does not serve are those of the
    /// first one that it serves.
    pub fn new(settings: &CheckoutSettings, billing_country: &str, shipping_country: &str) -> Self {
        let fields = |prefix: &str, among: &Countries, country: &str| {
            let country = served(among, country);
            let fields = address_fields(prefix, &country, !country.is_empty(), &settings.fields);
            let fields = fields.into_iter().map(|field| of_address(field, &country));
            fields.collect::<Vec<_>>()
        };
        let billing = fields("billing_", &settings.sells_to, billing_country);
        let shipping = fields("shipping_", &settings.ships_to, shipping_country);
        let mut sets = vec![
            (Fieldset::Billing, billing),
            (Fieldset::Shipping, shipping),
            (Fieldset::Account, account(settings)),
        ];
        if settings.has_notes {
            sets.push((Fieldset::Order, vec![note()]));
        }
        Self { sets }
    }

    /// The fields of a set.
    pub fn fields(&self, set: Fieldset) -> &[CheckoutField] {
        let found = self.sets.iter().find(|(own, _)| *own == set);
        found.map_or(&[], |(_, fields)| fields.as_slice())
    }
}

/// The country if it is served, else the first one that is.
fn served(among: &Countries, country: &str) -> String {
    if among.contains(country) && (*among != Countries::All || is_country(country)) {
        return country.to_owned();
    }
    match among {
        Countries::Only(codes) => codes.first().cloned().unwrap_or_default(),
        Countries::None => String::new(),
        Countries::All | Countries::AllExcept(_) => {
            let served = countries().filter(|code| among.contains(code));
            served.min().unwrap_or_default().to_owned()
        }
    }
}

fn is_country(code: &str) -> bool {
    crate::woocommerce::address::country_name(code).is_some()
}

fn of_address(field: AddressField, country: &str) -> CheckoutField {
    let placeholder = placeholder(field.key, field.required).unwrap_or_default();
    CheckoutField {
        label: country_label(country, field.key).unwrap_or_else(|| default_label(field.key)),
        is_label_hidden: field.key == "address_2",
        placeholder,
        name: field.name,
        key: field.key,
        kind: field.kind,
        required: field.required,
        class: field.class,
        priority: Some(field.priority),
        validate: field.validate,
        autocomplete: field.autocomplete,
    }
}

fn plain(name: &'static str, kind: &'static str, label: &'static str) -> CheckoutField {
    CheckoutField {
        name: name.to_owned(),
        key: name,
        kind,
        label,
        is_label_hidden: false,
        placeholder: "",
        required: false,
        class: Vec::new(),
        priority: None,
        validate: &[],
        autocomplete: String::new(),
    }
}

fn account(settings: &CheckoutSettings) -> Vec<CheckoutField> {
    let mut fields = Vec::new();
    if !settings.generates_username {
        fields.push(CheckoutField {
            required: true,
            placeholder: "Username",
            autocomplete: "username".to_owned(),
            ..plain("account_username", "text", "Account username")
        });
    }
    if !settings.generates_password {
        fields.push(CheckoutField {
            required: true,
            placeholder: "Password",
            autocomplete: "new-password".to_owned(),
            ..plain("account_password", "password", "Create account password")
        });
    }
    fields
}

fn note() -> CheckoutField {
    CheckoutField {
        class: vec!["notes"],
        placeholder: "Notes about your order, e.g. special notes for delivery.",
        ..plain("order_comments", "textarea", "Order notes")
    }
}

/// Whether the goods of a visit may go to an address of their own.
pub fn needs_shipping_address(settings: &CheckoutSettings, visit: &Visit) -> bool {
    let needs_shipping = visit.sums.as_ref().is_some_and(|sums| sums.needs_shipping);
    needs_shipping && settings.ship_to != ShipTo::BillingOnly
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;

    fn form(country: &str) -> CheckoutForm {
        let row = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
        let options = Options::new([
            row("woocommerce_allowed_countries", "specific"),
            row(
                "woocommerce_specific_allowed_countries",
                "a:2:{i:0;s:2:\"ES\";i:1;s:2:\"FR\";}",
            ),
            row("woocommerce_registration_generate_password", "no"),
        ]);
        CheckoutForm::new(&CheckoutSettings::from_options(&options), country, "ES")
    }

    #[test]
    fn countries_shape_the_form() {
        let state = |country: &str| {
            let form = form(country);
            let mut fields = form.fields(Fieldset::Billing).iter();
            let state = fields.find(|field| field.key == "state").unwrap();
            (state.label, state.required)
        };
        assert_eq!(state("ES"), ("Province", true));
        assert_eq!(state("FR"), ("State / County", false));
        // A country that is not served has the fields of the first one that is.
        assert_eq!(state("IT"), ("Province", true));
        let spanish = form("ES");
        let keys: Vec<_> = spanish
            .fields(Fieldset::Billing)
            .iter()
            .map(|f| f.key)
            .collect();
        assert_eq!(keys[6..], ["postcode", "city", "state", "phone", "email"]);
        assert_eq!(form("ES").fields(Fieldset::Account).len(), 1);
    }
}
