//! Posted addresses: cleaned, and held against the rules of their country.
//!
//! Contract "woocommerce-store-api", sections 6.5 (update-customer) and 8.6.

use crate::woocommerce::address::{
    Address, States, countries, country_name, format_postcode, is_phone, is_postcode, states,
};
use crate::wordpress::formatting::accents::remove_accents;
use crate::wordpress::formatting::email::{is_email, sanitize_email};
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::l10n::Locale;
use crate::wordpress::php::Value;
use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::php::letter_case::mb_strtoupper;

/// Which address it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressKind {
    /// With an e-mail address.
    Billing,
    /// Without one.
    Shipping,
}

/// Codes and texts of what is wrong with an address, in order.
pub type AddressErrors = Vec<(String, String)>;

impl AddressKind {
    /// The parts in the order of the response.
    pub fn parts(self) -> impl Iterator<Item = &'static str> {
        let has_email = self == Self::Billing;
        let parts = Address::FIELDS.into_iter();
        parts.filter(move |part| has_email || *part != "email")
    }
}

/// The parts of a posted address laid over the known one, cleaned. A list or map in place of a text is left out, and
/// named in the second value.
pub fn clean_address(
    posted: &Value,
    known: &Address,
    kind: AddressKind,
    locale: &Locale,
) -> (Address, Vec<&'static str>) {
    let mut wrong = Vec::new();
    let mut address = known.clone();
    for part in kind.parts() {
        match posted.get(part) {
            None | Some(Value::Null) => {}
            Some(Value::Array(_) | Value::Object(_)) => wrong.push(part),
            Some(value) => {
                let text = value.to_string_lossy();
                let clean = match part {
                    "email" => sanitize_email(&sanitize_text_field(&text)),
                    _ => sanitize_text_field(&text),
                };
                address.set_field(part, &clean);
            }
        }
    }
    // States are looked up under the country as it was sent (contract, section 8.6).
    address.state = format_state(&address.state, &address.country, locale);
    address.country = mb_strtoupper(address.country.as_bytes());
    if !address.postcode.is_empty() {
        address.postcode = format_postcode(&address.postcode, &address.country);
    }
    (address, wrong)
}

/// The code of a state that is given as code or name; upper case where the country has states.
fn format_state(state: &str, country: &str, locale: &Locale) -> String {
    let States::Listed(listed) = states(country) else {
        return state.to_owned();
    };
    let upper = mb_strtoupper(state.as_bytes());
    let texts = locale.domain("woocommerce");
    let is_named = |name: &'static str| {
        let name = html_entity_decode(texts.translate(name).as_bytes());
        mb_strtoupper(&name) == upper
    };
    let named = listed.iter().find(|(_, name)| is_named(name));
    named.map_or(upper.clone(), |(code, _)| (*code).to_owned())
}

/// What is wrong with a cleaned address. Empty parts are fine; an unknown country is the only thing told.
pub fn validate_address(address: &Address, kind: AddressKind, locale: &Locale) -> AddressErrors {
    let texts = locale.domain("woocommerce");
    let told = |code: &str, text: String| (code.to_owned(), text);
    let country = address.country.as_str();
    if !country.is_empty() && country_name(country).is_none() {
        let text = texts.translate("Invalid country code provided. Must be one of: %s");
        let text = text.replacen("%s", &country_codes(locale).join(", "), 1);
        return vec![told("invalid_country", text)];
    }
    let mut errors = Vec::new();
    if let States::Listed(listed) = states(country)
        && !address.state.is_empty()
        && !listed.iter().any(|(code, _)| *code == address.state)
    {
        let codes: Vec<_> = listed.iter().map(|(code, _)| *code).collect();
        let text = texts.translate("The provided state (%1$s) is not valid. Must be one of: %2$s");
        let text = text.replacen("%2$s", &codes.join(", "), 1);
        let text = text.replacen("%1$s", &esc_html(&address.state), 1);
        errors.push(told("invalid_state", text));
    }
    let mut judge = |code: &str, is_wrong: bool, text: &'static str| {
        if is_wrong {
            errors.push(told(code, texts.translate(text).to_owned()));
        }
    };
    let (postcode, email) = (&address.postcode, &address.email);
    judge(
        "invalid_postcode",
        !postcode.is_empty() && !is_postcode(postcode, country),
        "The provided postcode / ZIP is not valid",
    );
    judge(
        "invalid_phone",
        !is_phone(&address.phone),
        "The provided phone number is not valid",
    );
    judge(
        "invalid_email",
        kind == AddressKind::Billing && !email.is_empty() && is_email(email).is_none(),
        "The provided email address is not valid",
    );
    errors
}

/// Codes of all countries in the order of their names.
pub fn country_codes(locale: &Locale) -> Vec<&'static str> {
    let texts = locale.domain("woocommerce");
    let mut codes: Vec<_> = countries().collect();
    codes.sort_by_cached_key(|code| {
        let name = country_name(code).map_or("", |name| texts.translate(name));
        (remove_accents(name, locale.code()), *code)
    });
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(parts: &[(&str, &str)], known: &Address) -> Address {
        let posted = parts.iter();
        let posted = posted.fold(Value::array(), |map, (name, value)| map.with(*name, *value));
        let locale = Locale::english();
        clean_address(&posted, known, AddressKind::Billing, &locale).0
    }

    fn codes(address: &Address, kind: AddressKind) -> Vec<String> {
        let errors = validate_address(address, kind, &Locale::english());
        errors.into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn addresses_are_cleaned() {
        let known = Address {
            country: "ES".to_owned(),
            city: "Guadix".to_owned(),
            ..Address::default()
        };
        let of = |parts: &[(&str, &str)]| cleaned(parts, &known);
        assert_eq!(of(&[("city", "Guadix<b>x</b>")]).city, "Guadixx");
        assert_eq!(of(&[("state", "granada")]).state, "GR");
        assert_eq!(of(&[("state", "gr")]).state, "GR");
        let lower = of(&[("country", "es"), ("state", "granada")]);
        assert_eq!(
            (lower.country.as_str(), lower.state.as_str()),
            ("ES", "granada")
        );
        assert_eq!(
            of(&[("country", "GB"), ("postcode", "sw1a1aa")]).postcode,
            "SW1A 1AA"
        );
        assert_eq!(of(&[("state", "x")]).city, "Guadix");
        let list = Value::array().with("city", Value::array());
        let locale = Locale::english();
        let (_, wrong) = clean_address(&list, &known, AddressKind::Shipping, &locale);
        assert_eq!(wrong, ["city"]);
    }

    #[test]
    fn wrong_parts_are_named() {
        let address = |parts: &[(&str, &str)]| cleaned(parts, &Address::default());
        let billing = |parts: &[(&str, &str)]| codes(&address(parts), AddressKind::Billing);
        assert!(billing(&[]).is_empty());
        assert_eq!(
            billing(&[("country", "ES"), ("postcode", "999"), ("phone", "abc")]),
            ["invalid_postcode", "invalid_phone"]
        );
        assert_eq!(
            billing(&[("country", "XX"), ("phone", "abc")]),
            ["invalid_country"]
        );
        assert_eq!(
            billing(&[("country", "ES"), ("state", "ZZ")]),
            ["invalid_state"]
        );
        let mail = Address {
            email: "a@".to_owned(),
            ..Address::default()
        };
        assert_eq!(codes(&mail, AddressKind::Billing), ["invalid_email"]);
        assert!(codes(&mail, AddressKind::Shipping).is_empty());
    }
}
