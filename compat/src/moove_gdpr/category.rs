//! The five categories of consent, by their names in the cookie and in the settings.
//!
//! Contract "cookie-consent", sections 1.2 and 4. Performance and preference belong to the plugin's paid part: a site
//! without it has neither sections nor scripts of them.

use super::settings::Settings;

/// A category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Strictly necessary.
    Strict,
    /// Analytics of third parties.
    ThirdParty,
    /// Marketing.
    Advanced,
    /// Performance, of the paid part.
    Performance,
    /// Preferences, of the paid part.
    Preference,
}

impl Category {
    /// All of them, in the order of the cookie.
    pub const ALL: [Self; 5] = [
        Self::Strict,
        Self::ThirdParty,
        Self::Advanced,
        Self::Performance,
        Self::Preference,
    ];

    /// The name in the cookie, in requests and in the page's variables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::ThirdParty => "thirdparty",
            Self::Advanced => "advanced",
            Self::Performance => "performance",
            Self::Preference => "preference",
        }
    }

    /// The key in `enabled_default`, where one name is spelled otherwise.
    pub fn default_key(self) -> &'static str {
        match self {
            Self::ThirdParty => "third_party",
            other => other.name(),
        }
    }

    /// The setting that enables the category for visitors without a choice; the strict category has none.
    fn first_visit_key(self) -> Option<&'static str> {
        match self {
            Self::Strict => None,
            Self::ThirdParty => Some("moove_gdpr_third_party_cookies_enable_first_visit"),
            Self::Advanced => Some("moove_gdpr_advanced_cookies_enable_first_visit"),
            Self::Performance => Some("moove_gdpr_performance_ccat_enable_first_visit"),
            Self::Preference => Some("moove_gdpr_preference_ccat_enable_first_visit"),
        }
    }

    /// The setting that switches a category of the paid part on.
    pub fn paid_key(self) -> String {
        format!("moove_gdpr_{}_ccat_enable", self.name())
    }

    /// The number that the setting for new visitors holds; 0 for strict.
    pub fn first_visit(self, settings: &Settings) -> i64 {
        self.first_visit_key()
            .map_or(0, |key| settings.int_or(key, 0))
    }
}

/// How the strict category behaves: 1 optional, 2 and 3 always on, 4 on unless the visitor switches it off.
pub fn strict_functionality(settings: &Settings) -> i64 {
    let key = "moove_gdpr_strictly_necessary_cookies_functionality";
    match settings.int_or(key, 1) {
        0 => 1,
        number => number,
    }
}
