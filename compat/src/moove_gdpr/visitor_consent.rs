//! The data of a request that the consent banner depends on.
//!
//! Contract "cookie-consent", sections 2.2 and 3.1.

use super::consent::Consent;
use super::settings::Settings;
use crate::type_map_entry;
use crate::wordpress::url::PageUrl;

/// The visitor's consent, and whether the request disables the banner (`?justtext=1`).
#[derive(Debug, Clone, Copy, Default)]
pub struct VisitorConsent {
    consent: Option<Consent>,
    /// Whether banner, dialog and their rules are left out (`?justtext=1`).
    pub is_just_text: bool,
}

type_map_entry!(VisitorConsent);

impl VisitorConsent {
    /// That of a request with this consent cookie.
    pub fn of(cookie: Option<&str>, url: &PageUrl, settings: &Settings) -> Self {
        Self {
            consent: Some(Consent::of(cookie, settings)),
            is_just_text: url.has_true_arg("justtext"),
        }
    }

    /// The consent; that of a first visit when the request's is unknown.
    pub fn consent(&self, settings: &Settings) -> Consent {
        self.consent.unwrap_or_else(|| Consent::of(None, settings))
    }
}
