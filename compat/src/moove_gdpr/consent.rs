//! What a visitor has accepted: the consent cookie, else the settings for new visitors.
//!
//! Contract "cookie-consent", sections 2.2 and 4. Only the browser writes the cookie.

use super::category::{Category, strict_functionality};
use super::settings::Settings;
use crate::wordpress::php::Value;
use crate::wordpress::php::json::json_decode_assoc;

/// The name of the consent cookie.
pub const COOKIE: &str = "moove_gdpr_popup";

/// A visitor's consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consent {
    accepted: [bool; 5],
    is_chosen: bool,
}

impl Consent {
    /// Reads the cookie's value (decoded). A cookie that is no JSON accepts nothing; one of an older consent version
    /// counts as none.
    pub fn of(cookie: Option<&str>, settings: &Settings) -> Self {
        let decoded = cookie.map(|text| json_decode_assoc(text.as_bytes()).unwrap_or_default());
        match decoded.filter(|value| !is_outdated(value, settings)) {
            Some(value) => Self {
                accepted: Category::ALL.map(|category| value.at(category.name()).to_int() == 1),
                is_chosen: true,
            },
            None => Self::first_visit(settings),
        }
    }

    fn first_visit(settings: &Settings) -> Self {
        let mut accepted = Category::ALL.map(|category| category.first_visit(settings) == 1);
        let is_any = accepted.contains(&true);
        if let Some(strict) = accepted.first_mut() {
            *strict = is_any || matches!(strict_functionality(settings), 2..=4);
        }
        Self {
            accepted,
            is_chosen: false,
        }
    }

    /// Whether the visitor made a choice that still counts.
    pub fn is_chosen(&self) -> bool {
        self.is_chosen
    }

    /// Whether a category is accepted.
    pub fn accepts(&self, category: Category) -> bool {
        self.each().any(|(c, yes)| c == category && yes)
    }

    /// Every category with whether it is accepted, in the order of the cookie.
    pub fn each(&self) -> impl Iterator<Item = (Category, bool)> {
        Category::ALL.into_iter().zip(self.accepted)
    }

    /// The cache variant: equal for visitors whose pages are equal.
    pub fn page_variant(&self) -> u8 {
        let bits = self
            .accepted
            .iter()
            .fold(0, |bits, yes| bits << 1 | u8::from(*yes));
        bits | u8::from(self.is_chosen) << 5
    }
}

/// Whether a cookie was written for an older text than the site shows (`gdpr_consent_version`, of the paid part).
fn is_outdated(cookie: &Value, settings: &Settings) -> bool {
    let wanted = settings.consent_version();
    match cookie.get("version") {
        Some(version) => wanted > 0.0 && version.to_float() < wanted,
        None => wanted > 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;
    use proptest::prelude::*;

    fn settings(rows: &[(&str, &str)]) -> Settings {
        let rows = rows
            .iter()
            .map(|(k, v)| ((*k).to_owned(), v.as_bytes().to_vec()));
        Settings::from_rows(rows.collect(), &Options::default())
    }

    fn names(cookie: Option<&str>, rows: &[(&str, &str)]) -> String {
        let consent = Consent::of(cookie, &settings(rows));
        let names: Vec<&str> = consent
            .each()
            .filter(|(_, yes)| *yes)
            .map(|(c, _)| c.name())
            .collect();
        names.join("|")
    }

    /// Contract cases 23, 29 to 32 and 39.
    #[test]
    fn the_contracts_cases() {
        const FUNCTIONALITY: &str = "moove_gdpr_strictly_necessary_cookies_functionality";
        const FIRST: &str = "moove_gdpr_third_party_cookies_enable_first_visit";
        let strings = r#"{"strict":"1","thirdparty":"1"}"#;
        assert_eq!(names(Some(strings), &[]), "strict|thirdparty");
        let numbers = r#"{"strict":1,"advanced":1,"thirdparty":0}"#;
        assert_eq!(names(Some(numbers), &[]), "strict|advanced");
        assert_eq!(names(Some("x"), &[(FUNCTIONALITY, "2")]), "");
        assert_eq!(names(Some("[1,1]"), &[]), "");
        assert_eq!(names(None, &[]), "");
        assert_eq!(names(None, &[(FIRST, "1")]), "strict|thirdparty");
        for number in ["2", "3", "4"] {
            assert_eq!(names(None, &[(FUNCTIONALITY, number)]), "strict");
        }
    }

    #[test]
    fn an_older_version_is_no_consent() {
        let version = [("gdpr_consent_version", "2")];
        let old = r#"{"strict":"1","advanced":"1","version":"1"}"#;
        assert_eq!(names(Some(old), &version), "");
        assert_eq!(names(Some(r#"{"strict":"1"}"#), &version), "");
        let current = r#"{"strict":"1","version":"2"}"#;
        assert_eq!(names(Some(current), &version), "strict");
        assert_eq!(
            names(Some(r#"{"strict":"1"}"#), &[("gdpr_consent_version", "1")]),
            "strict"
        );
        assert_eq!(names(Some(old), &[]), "strict|advanced");
    }

    proptest! {
        #[test]
        fn any_cookie_is_read(cookie in ".{0,60}") {
            let settings = Settings::default();
            let consent = Consent::of(Some(&cookie), &settings);
            prop_assert!(consent.page_variant() < 64);
        }

        /// Different pages have different variants.
        #[test]
        fn the_variant_tells_pages_apart(a in 0u8..32, b in 0u8..32) {
            let of = |bits: u8| {
                let fields: Vec<String> = Category::ALL.iter().enumerate()
                    .map(|(i, c)| format!("\"{}\":{}", c.name(), bits >> i & 1)).collect();
                Consent::of(Some(&format!("{{{}}}", fields.join(","))), &Settings::default())
            };
            prop_assert_eq!(of(a).page_variant() == of(b).page_variant(), a == b);
            prop_assert_ne!(of(a).page_variant(), Consent::of(None, &Settings::default()).page_variant());
        }
    }
}
