//! What a page says about the site's languages: its translations, its cookie, its switchers.
//!
//! Contract "wordpress-core", section 19.

use std::sync::Arc;

use super::language::Language;
use super::plugin::Plugin;
use super::switcher_settings::SwitcherSlots;
use super::visitor_language::VisitorLanguage;

/// A page's URL in a language.
#[derive(Debug, Clone)]
pub struct LanguageLink {
    /// The language.
    pub language: Arc<Language>,
    /// The page in it, else its front page.
    pub url: String,
    /// The front page of the language.
    pub home: String,
    /// Whether the page is in it.
    pub is_current: bool,
    /// Whether the address is the page's own translation.
    pub is_translated: bool,
}

/// The cookie that remembers the language of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageCookie {
    /// Its name.
    pub name: String,
    /// The code of the language.
    pub value: String,
    /// Seconds that it lives.
    pub lifetime: i64,
    /// Path, domain and the rest, as they follow the value.
    pub attributes: String,
}

/// The languages' data for a page.
#[derive(Debug, Clone)]
pub struct PageLanguages {
    /// The plugin that stores the languages.
    pub plugin: Plugin,
    /// The code of the page's language.
    pub current: String,
    /// The code of the site's language.
    pub default: String,
    /// Every language in the site's order.
    pub links: Vec<LanguageLink>,
    /// The languages without the page that [`Self::links`] leaves out.
    pub missing: Vec<LanguageLink>,
    /// Whether the head names the translations: not on second pages of a list.
    pub has_alternates: bool,
    /// Whether the head names the default language's page as `x-default`.
    pub has_x_default: bool,
    /// The switcher settings.
    pub switcher: Arc<SwitcherSlots>,
    /// The cookie that a script of the page sets (Polylang, on sites with a page cache of their own).
    pub script_cookie: Option<LanguageCookie>,
    /// The path of cookies.
    pub cookie_path: String,
    /// What scripts do about the visitor's language (WPML).
    pub visitor: VisitorLanguage,
}

impl PageLanguages {
    /// What `hreflang` calls a language. WPML: tag, else locale. Polylang: without the country, unless two locales
    /// share a language.
    pub fn hreflang(&self, language: &Language) -> String {
        let spelled = match self.plugin {
            Plugin::Wpml if !language.tag.is_empty() => language.tag.clone(),
            Plugin::Wpml => language.locale.clone(),
            Plugin::Polylang => return self.shortest(language),
        };
        spelled.replace('_', "-").to_lowercase()
    }

    fn shortest(&self, language: &Language) -> String {
        let base = |locale: &str| locale.split('_').next().unwrap_or(locale).to_owned();
        let own = base(&language.locale);
        let shares = |link: &&LanguageLink| base(&link.language.locale) == own;
        if self.links.iter().filter(shares).count() > 1 {
            language.html_tag()
        } else {
            own
        }
    }
}
