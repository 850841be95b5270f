//! The addresses of a user: their forms, and what the forms have sent.
//!
//! Contract "woocommerce", sections 9.2, 9.3 and 14.

use crate::binds;
use crate::woocommerce::address::{Address, format_postcode, is_phone, is_postcode};
use crate::woocommerce::checkout::{
    CheckoutError, CheckoutField, CheckoutForm, CheckoutSettings, Fieldset,
};
use crate::woocommerce::clean::wc_clean;
use crate::woocommerce::session::update_customer_meta;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::user::UserId;

/// An address of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressKind {
    /// Where the bill goes.
    Billing,
    /// Where the goods go.
    Shipping,
}

impl AddressKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Billing, Self::Shipping];

    /// `billing` or `shipping`: the word in names of fields.
    pub fn name(self) -> &'static str {
        match self {
            Self::Billing => "billing",
            Self::Shipping => "shipping",
        }
    }

    /// `wc_edit_address_i18n`: its word in addresses of the site, in the language of the request.
    pub fn slug(self, texts: TextDomain<'_>, locale: &str) -> String {
        let word = texts.translate_with_context(self.name(), "edit-address-slug");
        sanitize_title(word, "", locale)
    }

    /// The address that a word names, in the language of the request or in English.
    pub fn of_slug(word: &str, texts: TextDomain<'_>, locale: &str) -> Option<Self> {
        let word = sanitize_title(word, "", locale);
        let mut all = Self::ALL.into_iter();
        all.find(|own| own.slug(texts, locale) == word || own.name() == word)
    }

    /// Source text of its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Billing => "Billing address",
            Self::Shipping => "Shipping address",
        }
    }

    fn set(self) -> Fieldset {
        match self {
            Self::Billing => Fieldset::Billing,
            Self::Shipping => Fieldset::Shipping,
        }
    }

    /// The fields of its form for a country.
    pub fn fields(self, settings: &CheckoutSettings, country: &str) -> Vec<CheckoutField> {
        let form = CheckoutForm::new(settings, country, country);
        form.fields(self.set()).to_vec()
    }
}

/// What a form has sent, brought into its stored form, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostedAddress {
    /// Keys of user meta with their values.
    pub values: Vec<(String, String)>,
    /// What is wrong, in the order of the form.
    pub errors: Vec<CheckoutError>,
}

/// `WC_Form_Handler::save_address`: reads the form of an address; `None`: it has no country, so it is not that form.
pub fn posted_address(
    kind: AddressKind,
    post: &Array,
    settings: &CheckoutSettings,
    texts: TextDomain<'_>,
) -> Option<PostedAddress> {
    let field = |name: &str| post.get(name).map(wc_clean).map(text);
    let country = field(&format!("{}_country", kind.name()))?;
    let mut posted = PostedAddress::default();
    for own in kind.fields(settings, &country) {
        let value = field(&own.name).unwrap_or_default();
        let (value, errors) = checked(&own, value, &country, texts);
        posted.errors.extend(errors);
        posted.values.push((own.name, value));
    }
    Some(posted)
}

fn text(value: Value) -> String {
    value.as_str_lossy().unwrap_or_default().into_owned()
}

/// The value of a field as it is stored, and what is wrong with it.
fn checked(
    field: &CheckoutField,
    mut value: String,
    country: &str,
    texts: TextDomain<'_>,
) -> (String, Vec<CheckoutError>) {
    let mut errors = Vec::new();
    let label = texts.translate(field.label);
    let with = |format: &str, label: &str| CheckoutError {
        html: texts.translate(format).replacen("%s", label, 1),
        field: None,
    };
    let bold = format!("<strong>{label}</strong>");
    if matches!(value.as_str(), "" | "0") {
        if field.required {
            errors.push(CheckoutError {
                field: Some(field.name.clone()),
                ..with("%s is a required field.", label)
            });
        }
        return (value, errors);
    }
    for rule in field.validate {
        match *rule {
            "postcode" => {
                value = format_postcode(&value, country);
                if !value.is_empty() && !is_postcode(&value, country) {
                    let format = match country {
                        "IE" => "Please enter a valid Eircode.",
                        _ => "Please enter a valid postcode / ZIP.",
                    };
                    errors.push(CheckoutError::new(texts.translate(format)));
                }
            }
            "phone" if !is_phone(&value) => {
                errors.push(with("%s is not a valid phone number.", &bold));
            }
            "email" => {
                value = value.to_lowercase();
                if is_email(&value).is_none() {
                    errors.push(with("%s is not a valid email address.", &bold));
                }
            }
            _ => {}
        }
    }
    (value, errors)
}

/// Stores an address of a user.
///
/// # Errors
/// When the database fails.
pub async fn save_address(
    db: &Db,
    user: UserId,
    values: Vec<(String, String)>,
    now: i64,
) -> Result<(), DbError> {
    db.transaction(async move |tx| update_customer_meta(&tx, user, values, now).await)
        .await
}

/// The stored addresses of a user: billing and shipping. Fields that are not known are empty.
///
/// # Errors
/// When the database fails.
pub async fn load_addresses(db: &Db, user: UserId) -> Result<[Address; 2], DbError> {
    const SQL: &str =
        "SELECT meta_key, meta_value FROM {p}usermeta WHERE user_id = ? ORDER BY umeta_id DESC";
    let rows: Vec<(String, Vec<u8>)> = db.lookup(SQL, binds![user.0]).await?;
    let mut addresses = [Address::default(), Address::default()];
    for (key, value) in &rows {
        for (kind, address) in AddressKind::ALL.into_iter().zip(&mut addresses) {
            let field = key.strip_prefix(kind.name());
            if let Some(field) = field.and_then(|rest| rest.strip_prefix('_')) {
                address.set_field(field, &String::from_utf8_lossy(value));
            }
        }
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::l10n::Locale;
    use crate::wordpress::options::Options;

    fn posted(changes: &[(&str, &str)]) -> PostedAddress {
        let mut post = Array::new();
        for (name, value) in [
            ("billing_first_name", "Ana"),
            ("billing_last_name", "Ruiz"),
            ("billing_country", "ES"),
            ("billing_address_1", "Calle Mayor 1"),
            ("billing_postcode", "18 500"),
            ("billing_city", "Guadix"),
            ("billing_state", "GR"),
            ("billing_phone", "600112233"),
            ("billing_email", "Ana@Ejemplo.example"),
        ]
        .iter()
        .chain(changes)
        {
            post.insert(*name, *value);
        }
        let settings = CheckoutSettings::from_options(&Options::default());
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        posted_address(AddressKind::Billing, &post, &settings, texts).unwrap()
    }

    #[test]
    fn values_are_brought_into_their_form() {
        let own = posted(&[]);
        assert_eq!(own.errors, []);
        let value = |name: &str| {
            let mut values = own.values.iter();
            values.find(|(key, _)| key == name).map(|(_, v)| v.as_str())
        };
        assert_eq!(value("billing_postcode"), Some("18500"));
        assert_eq!(value("billing_email"), Some("ana@ejemplo.example"));
        assert_eq!(value("billing_company"), Some(""));
    }

    #[test]
    fn each_field_says_what_is_wrong() {
        let errors = posted(&[
            ("billing_first_name", ""),
            ("billing_postcode", "abc"),
            ("billing_phone", "abc"),
            ("billing_email", "x"),
        ])
        .errors;
        let html: Vec<_> = errors.iter().map(|error| error.html.as_str()).collect();
        assert_eq!(
            html,
            [
                "First name is a required field.",
                "Please enter a valid postcode / ZIP.",
                "<strong>Phone</strong> is not a valid phone number.",
                "<strong>Email address</strong> is not a valid email address.",
            ]
        );
        assert_eq!(errors[0].field.as_deref(), Some("billing_first_name"));
        assert_eq!(errors[1].field, None);
    }

    #[test]
    fn words_of_addresses_are_read() {
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let of = |word| AddressKind::of_slug(word, texts, "en_US");
        assert_eq!(of("shipping"), Some(AddressKind::Shipping));
        assert_eq!(of("Billing"), Some(AddressKind::Billing));
        assert_eq!(of("otra"), None);
    }
}
