//! What the checkout's form has sent.
//!
//! Contract "woocommerce", section 9.5, step 3.

use super::form::{CheckoutField, CheckoutForm, Fieldset};
use crate::woocommerce::address::Address;
use crate::woocommerce::clean::{wc_clean, wc_sanitize_textarea};
use crate::woocommerce::shopping::ShippingChoice;
use crate::wordpress::php::{Array, Value};

/// The choices of the form, besides its fields.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckoutChoices {
    /// Whether the terms are accepted.
    pub accepts_terms: bool,
    /// Whether the form asked for that.
    pub has_terms: bool,
    /// Whether an account is wanted.
    pub creates_account: bool,
    /// Id of the gateway.
    pub payment_method: String,
    /// Chosen rates.
    pub shipping_method: ShippingChoice,
    /// Whether the goods go to an address of their own.
    pub ships_elsewhere: bool,
    /// Whether only the totals are to be calculated anew.
    pub updates_totals: bool,
}

/// The form as it was sent: choices, and the cleaned values of the fields that count.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostedCheckout {
    /// The choices.
    pub choices: CheckoutChoices,
    values: Vec<(String, String)>,
    /// Names of the values that the browser has sent.
    sent: Vec<String>,
}

impl CheckoutChoices {
    /// The choices of posted fields. `shipping_method`: the posted rates.
    pub fn of(post: &Array, shipping_method: ShippingChoice) -> Self {
        let is_set = |name: &str| post.contains_key(name);
        let is_on = |name: &str| post.get(name).is_some_and(Value::to_bool);
        let method = post.get("payment_method").map(wc_clean);
        Self {
            accepts_terms: is_set("terms"),
            has_terms: is_set("terms-field"),
            creates_account: is_on("createaccount"),
            payment_method: method
                .as_ref()
                .and_then(Value::as_str_lossy)
                .unwrap_or_default()
                .into_owned(),
            shipping_method,
            ships_elsewhere: is_on("ship_to_different_address"),
            updates_totals: is_set("woocommerce_checkout_update_totals"),
        }
    }
}

fn value_of(post: &Array, field: &CheckoutField) -> String {
    let Some(posted) = post.get(field.name.as_str()) else {
        return String::new();
    };
    let text = posted.as_str_lossy().unwrap_or_default();
    match field.kind {
        "textarea" => wc_sanitize_textarea(&text),
        "password" => text.into_owned(),
        _ => wc_clean(&Value::from(&*text))
            .as_str_lossy()
            .unwrap_or_default()
            .into_owned(),
    }
}

impl PostedCheckout {
    /// Reads the posted fields of a form. `reads`: whether a set counts. When goods go to the billing address
    /// (`copies_billing`), shipping values are those of the billing fields of the same name.
    pub fn read(
        post: &Array,
        choices: CheckoutChoices,
        form: &CheckoutForm,
        reads: impl Fn(Fieldset) -> bool,
        copies_billing: bool,
    ) -> Self {
        let mut posted = Self {
            choices,
            ..Self::default()
        };
        for (_, fields) in form.sets.iter().filter(|(set, _)| reads(*set)) {
            for field in fields {
                let value = value_of(post, field);
                if post.contains_key(field.name.as_str()) {
                    posted.sent.push(field.name.clone());
                }
                posted.values.push((field.name.clone(), value));
            }
        }
        if !reads(Fieldset::Shipping) && copies_billing {
            for field in form.fields(Fieldset::Shipping) {
                let billing = format!("billing_{}", field.key);
                if posted.sent(&billing).is_some() {
                    posted.sent.push(field.name.clone());
                }
                let value = posted.value(&billing).unwrap_or_default().to_owned();
                posted.values.push((field.name.clone(), value));
            }
        }
        posted
    }

    /// The value of a field; `None` for one that does not count.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.values.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The value of a field that the browser has sent, or of the billing field that stands for it.
    pub fn sent(&self, name: &str) -> Option<&str> {
        let is_sent = self.sent.iter().any(|own| own == name);
        self.value(name).filter(|_| is_sent)
    }

    /// Changes the value of a field that counts.
    pub(super) fn set(&mut self, name: &str, value: String) {
        if let Some((_, own)) = self.values.iter_mut().find(|(own, _)| own == name) {
            *own = value;
        }
    }

    /// The address of a set of fields.
    pub fn address(&self, prefix: &str) -> Address {
        let mut address = Address::default();
        for (name, value) in &self.values {
            if let Some(field) = name.strip_prefix(prefix) {
                address.set_field(field, value);
            }
        }
        address
    }

    /// All values, in the order of the form.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.values.iter();
        values.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
