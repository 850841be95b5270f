//! The language of a visit of the site's own address.
//!
//! Contract "wordpress-core", section 19.2.

use super::accept_language::preferred;
use super::language::Language;
use super::languages::Languages;
use super::visitor_language::HomeLanguage;
use crate::wordpress::formatting::sanitize::sanitize_key;

/// A request's language hints.
#[derive(Debug, Clone, Copy, Default)]
pub struct Visit<'a> {
    /// The value of the cookie, when there is one.
    pub cookie: Option<&'a str>,
    /// `Accept-Language`.
    pub accept_language: &'a str,
    /// Whether the visitor comes from another page of the site.
    pub is_inside: bool,
}

impl Languages {
    /// The language that the site's own address shows to a visitor. Inside of the site that address is a link to the
    /// site's own language.
    pub fn at_home(&self, home: HomeLanguage, visit: Visit<'_>) -> &str {
        if home.hides_default && (visit.is_inside || !home.browser) {
            return &self.default;
        }
        self.preferred_language(home.browser, visit)
    }

    /// The language of the visitor's cookie, else of the browser where `browser` asks it, else the site's own: that of
    /// requests for a script, whose address has none.
    pub fn preferred_language(&self, browser: bool, visit: Visit<'_>) -> &str {
        let found = match visit.cookie {
            // A cookie with an unknown language counts as set.
            Some(cookie) => self.get(&sanitize_key(cookie)).map(AsRef::as_ref),
            None if browser => {
                let written = self.all.iter().filter(|language| !language.is_empty);
                let written: Vec<&Language> = written.map(AsRef::as_ref).collect();
                preferred(visit.accept_language, &written)
            }
            None => None,
        };
        found.map_or(self.default.as_str(), |language| &language.code)
    }
}
