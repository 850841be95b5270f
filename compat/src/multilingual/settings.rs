//! Languages by path prefix, for sites without a multilingual plugin's tables.

use indexmap::IndexMap;
use serde::Deserialize;

/// The section `[multilingual]` of the configuration.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MultilingualSettings {
    /// Locale of paths without a prefix; empty: the option `WPLANG`.
    pub default: String,
    /// Shortcodes that print the language switcher.
    pub switcher_shortcodes: Vec<String>,
    /// Path prefix to locale, as in `"/en" = "en_US"`.
    pub prefixes: IndexMap<String, String>,
    /// Pages that are translations of each other: language code to path.
    pub translations: Vec<IndexMap<String, String>>,
}

impl MultilingualSettings {
    /// The locale of a path: the longest prefix that ends at a segment's end, else the default.
    pub fn locale_of<'a>(&'a self, path: &str) -> Option<&'a str> {
        let matching = self.prefixes.iter().filter(|(prefix, _)| {
            let rest = path.strip_prefix(prefix.trim_end_matches('/'));
            rest.is_some_and(|r| r.is_empty() || r.starts_with(['/', '?', '#']))
        });
        let longest = matching
            .max_by_key(|(prefix, _)| prefix.len())
            .map(|(_, locale)| locale.as_str());
        longest.or((!self.default.is_empty()).then_some(self.default.as_str()))
    }

    /// The configured translations of a path, by language code; `None` without any.
    pub fn translations_of(&self, path: &str) -> Option<&IndexMap<String, String>> {
        let path = path.trim_end_matches('/');
        self.translations
            .iter()
            .find(|group| group.values().any(|p| p.trim_end_matches('/') == path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_at_a_segment() {
        let settings = MultilingualSettings {
            default: "es_ES".into(),
            prefixes: [("/en".to_owned(), "en_US".to_owned())]
                .into_iter()
                .collect(),
            ..Default::default()
        };
        assert_eq!(settings.locale_of("/en/contact/"), Some("en_US"));
        assert_eq!(settings.locale_of("/en"), Some("en_US"));
        assert_eq!(settings.locale_of("/enlaces/"), Some("es_ES"));
    }
}
