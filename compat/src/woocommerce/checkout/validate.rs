//! Whether the values of the checkout's form can be right. They are also brought into their stored form.
//!
//! Contract "woocommerce", section 9.6.

use super::form::{CheckoutField, CheckoutForm, Fieldset};
use super::posted::PostedCheckout;
use crate::woocommerce::address::{
    States, country_name, format_postcode, is_phone, is_postcode, states,
};
use crate::wordpress::formatting::email::{is_email, sanitize_email};
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::php::letter_case::mb_strtoupper;

/// What is wrong, and with which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutError {
    /// HTML.
    pub html: String,
    /// The field; `None`: it is about none.
    pub field: Option<String>,
}

impl CheckoutError {
    /// An error that is about no field.
    pub fn new(html: impl Into<String>) -> Self {
        Self {
            html: html.into(),
            field: None,
        }
    }

    fn about(field: &CheckoutField, html: String) -> Self {
        Self {
            html,
            field: Some(field.name.clone()),
        }
    }
}

/// `validate_posted_data`: what is wrong with the fields that count, in the order of the form. `copied`: the set that
/// was not filled in itself, whose values are formatted but not judged.
pub fn validate_fields(
    posted: &mut PostedCheckout,
    form: &CheckoutForm,
    copied: Option<Fieldset>,
    texts: TextDomain<'_>,
) -> Vec<CheckoutError> {
    let mut errors = Vec::new();
    for (set, fields) in &form.sets {
        for field in fields {
            let Some(value) = posted.value(&field.name).map(str::to_owned) else {
                continue;
            };
            let country = match set {
                Fieldset::Billing => posted.value("billing_country"),
                Fieldset::Shipping => posted.value("shipping_country"),
                Fieldset::Account | Fieldset::Order => None,
            };
            let country = country.unwrap_or_default().to_owned();
            let checked = Check {
                set: *set,
                field,
                country: &country,
                texts,
            };
            let (value, found) = checked.run(value);
            posted.set(&field.name, value);
            if copied != Some(*set) {
                errors.extend(found);
            }
        }
    }
    errors
}

/// The check of one field.
struct Check<'a> {
    set: Fieldset,
    field: &'a CheckoutField,
    country: &'a str,
    texts: TextDomain<'a>,
}

impl Check<'_> {
    fn is_to_be(&self, rule: &str) -> bool {
        self.field.validate.contains(&rule)
    }

    /// The label as messages have it: bold, of addresses with the name of the form.
    fn label(&self) -> String {
        let label = self.texts.translate(self.field.label);
        let prefixed = |format: &'static str| {
            let format = self
                .texts
                .translate_with_context(format, "checkout-validation");
            format.replacen("%s", label, 1)
        };
        let label = match self.set {
            Fieldset::Billing => prefixed("Billing %s"),
            Fieldset::Shipping => prefixed("Shipping %s"),
            Fieldset::Account | Fieldset::Order => label.to_owned(),
        };
        format!("<strong>{}</strong>", esc_html(&label))
    }

    fn error(&self, format: &'static str) -> CheckoutError {
        let html = self.texts.translate(format);
        CheckoutError::about(self.field, html.replacen("%s", &self.label(), 1))
    }

    /// The value as it is stored, and what is wrong with it.
    fn run(&self, mut value: String) -> (String, Vec<CheckoutError>) {
        let mut errors = Vec::new();
        if self.field.kind == "country" && !value.is_empty() && country_name(&value).is_none() {
            let format = self.texts.translate("'%s' is not a valid country code.");
            errors.push(CheckoutError::new(format.replacen("%s", &value, 1)));
        }
        if self.is_to_be("postcode") {
            value = format_postcode(&value, self.country);
            if !value.is_empty() && !is_postcode(&value, self.country) {
                errors.push(self.postcode_error());
            }
        }
        if self.is_to_be("phone") && !value.is_empty() && !is_phone(&value) {
            errors.push(self.error("%s is not a valid phone number."));
        }
        if self.is_to_be("email") && !value.is_empty() {
            let is_valid = is_email(&value).is_some();
            value = sanitize_email(&value);
            if !is_valid {
                errors.push(self.error("%s is not a valid email address."));
                return (value, errors);
            }
        }
        if self.is_to_be("state") && !value.is_empty() {
            value = self.state(value, &mut errors);
        }
        if self.field.required && value.is_empty() {
            errors.push(self.error("%s is a required field."));
        }
        (value, errors)
    }

    fn postcode_error(&self) -> CheckoutError {
        const EIRCODE: &str = "%1$s is not valid. You can look up the correct Eircode <a target=\"_blank\" href=\"%2$s\">here</a>.";
        if self.country != "IE" {
            return self.error("%s is not a valid postcode / ZIP.");
        }
        let html = self.texts.translate(EIRCODE);
        let html = html
            .replacen("%2$s", "https://finder.eircode.ie", 1)
            .replacen("%1$s", &self.label(), 1);
        CheckoutError::about(self.field, html)
    }

    /// The code of a state given by its code or by its name.
    fn state(&self, value: String, errors: &mut Vec<CheckoutError>) -> String {
        let States::Listed(listed) = states(self.country) else {
            return value;
        };
        let upper = |text: &str| mb_strtoupper(text.as_bytes());
        let value = upper(&value);
        let by_name = listed
            .iter()
            .find(|(_, name)| upper(self.texts.translate(name)) == value);
        if let Some((code, _)) = by_name {
            return upper(code);
        }
        if !listed.iter().any(|(code, _)| upper(code) == value) {
            let names = listed.iter().map(|(_, name)| self.texts.translate(name));
            let names: Vec<_> = names.collect();
            let html = self
                .texts
                .translate("%1$s is not valid. Please enter one of the following: %2$s")
                .replacen("%2$s", &names.join(", "), 1)
                .replacen("%1$s", &self.label(), 1);
            errors.push(CheckoutError::about(self.field, html));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::super::posted::CheckoutChoices;
    use super::super::settings::CheckoutSettings;
    use super::*;
    use crate::wordpress::l10n::Locale;
    use crate::wordpress::options::Options;
    use crate::wordpress::php::Array;

    fn checked(fields: &[(&str, &str)]) -> (PostedCheckout, Vec<CheckoutError>) {
        let mut post = Array::new();
        for (name, value) in [
            ("billing_first_name", "Ana"),
            ("billing_last_name", "Ruiz"),
            ("billing_country", "ES"),
            ("billing_address_1", "Calle Mayor 1"),
            ("billing_postcode", "18500"),
            ("billing_city", "Guadix"),
            ("billing_state", "GR"),
            ("billing_phone", "600112233"),
            ("billing_email", "ana@ejemplo.example"),
        ]
        .iter()
        .chain(fields)
        {
            post.insert(*name, *value);
        }
        let settings = CheckoutSettings::from_options(&Options::default());
        let country = post
            .get("billing_country")
            .map(|c| c.to_string_lossy().into_owned());
        let form = CheckoutForm::new(&settings, &country.unwrap_or_default(), "ES");
        let choices = CheckoutChoices::default();
        let reads = |set| !matches!(set, Fieldset::Shipping | Fieldset::Account);
        let mut posted = PostedCheckout::read(&post, choices, &form, reads, true);
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let copied = Some(Fieldset::Shipping);
        let errors = validate_fields(&mut posted, &form, copied, texts);
        (posted, errors)
    }

    fn fields(errors: &[CheckoutError]) -> Vec<&str> {
        let fields = errors.iter();
        fields
            .map(|error| error.field.as_deref().unwrap_or_default())
            .collect()
    }

    #[test]
    fn what_is_right_is_stored_in_its_form() {
        let (posted, errors) = checked(&[
            ("billing_state", "granada"),
            ("billing_postcode", " 18 500 "),
        ]);
        assert_eq!(errors, []);
        assert_eq!(posted.value("billing_state"), Some("GR"));
        assert_eq!(posted.value("shipping_postcode"), Some("18500"));
        assert_eq!(posted.address("shipping_").first_name, "Ana");
    }

    #[test]
    fn errors_come_in_the_order_of_the_form() {
        let empty = [
            "billing_first_name",
            "billing_last_name",
            "billing_country",
            "billing_address_1",
            "billing_postcode",
            "billing_city",
            "billing_state",
            "billing_phone",
            "billing_email",
        ];
        let posted: Vec<_> = empty.iter().map(|name| (*name, "")).collect();
        let (_, errors) = checked(&posted);
        assert_eq!(errors.len(), 9, "{errors:?}");
        let html = "<strong>Billing First name</strong> is a required field.";
        assert_eq!(errors[0].html, html);
    }

    #[test]
    fn each_rule_speaks_for_itself() {
        let errors = |name: &str, value: &str| checked(&[(name, value)]).1;
        assert_eq!(
            fields(&errors("billing_postcode", "abc")),
            ["billing_postcode"]
        );
        assert_eq!(fields(&errors("billing_phone", "abc")), ["billing_phone"]);
        assert_eq!(fields(&errors("billing_email", "x@y")), ["billing_email"]);
        assert_eq!(fields(&errors("billing_state", "ZZ")), ["billing_state"]);
        let unknown = errors("billing_country", "XX");
        assert_eq!(fields(&unknown), [""]);
        assert_eq!(unknown[0].html, "'XX' is not a valid country code.");
    }
}
