//! A language of a site.

use indexmap::IndexMap;

/// A language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Language {
    /// Its code in addresses: `es`, `pt-br`.
    pub code: String,
    /// Its locale: `es_ES`.
    pub locale: String,
    /// What `hreflang` says, when it is neither code nor locale.
    pub tag: String,
    /// Its name in itself.
    pub native_name: String,
    /// Its name in other languages, by their codes.
    pub names: IndexMap<String, String>,
    /// Address of its flag; empty for none.
    pub flag: String,
    /// The id of its term; 0 where languages are no terms.
    pub term_id: i64,
    /// Whether no published post is in it, as the site counts them.
    pub is_empty: bool,
}

impl Language {
    /// Its name in another language, else in itself.
    pub fn name_in(&self, code: &str) -> &str {
        self.names
            .get(code)
            .map_or(self.native_name.as_str(), String::as_str)
    }

    /// The locale as HTML spells it: `es-ES`.
    pub fn html_tag(&self) -> String {
        self.locale.replace('_', "-")
    }
}
