//! The site's configured languages and the current page's URL in each.
//!
//! Contract "wordpress-core", section 19; the path prefixes of the configuration.

use compat::multilingual::settings::MultilingualSettings;
use compat::wordpress::formatting::escape::esc_html;

use crate::wordpress::view::View;

/// A language of the site.
#[derive(Debug, Clone)]
pub struct Language {
    /// Its code: `es`.
    pub code: String,
    /// Its path prefix, empty for the default language.
    pub prefix: String,
    /// Whether the page is in it.
    pub is_current: bool,
}

/// Native names of languages.
const NATIVE_NAMES: [(&str, &str); 24] = [
    ("ar", "العربية"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("eu", "Euskara"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("gl", "Galego"),
    ("hu", "Magyar"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("nb", "Norsk bokmål"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sv", "Svenska"),
    ("tr", "Türkçe"),
    ("zh", "中文"),
];

fn code(locale: &str) -> String {
    locale
        .split(['_', '-'])
        .next()
        .unwrap_or(locale)
        .to_lowercase()
}

impl Language {
    /// The language's native name, else its code.
    pub fn native_name(&self) -> String {
        NATIVE_NAMES
            .iter()
            .find(|(code, _)| *code == self.code)
            .map_or_else(
                || esc_html(&self.code).into_owned(),
                |(_, name)| (*name).to_owned(),
            )
    }
}

/// The languages in the order of the configuration, the default first.
pub fn languages(view: &View) -> Vec<Language> {
    let settings = view.site_data.get::<MultilingualSettings>();
    let shown = code(view.locale.code());
    let default = (settings.default.as_str(), "");
    let prefixed = settings
        .prefixes
        .iter()
        .map(|(p, l)| (l.as_str(), p.as_str()));
    std::iter::once(default)
        .filter(|(locale, _)| !locale.is_empty())
        .chain(prefixed)
        .map(|(locale, prefix)| {
            let code = code(locale);
            Language {
                is_current: code == shown,
                code,
                prefix: prefix.to_owned(),
            }
        })
        .collect()
}

/// The canonical path of the current page.
pub fn shown_path(view: &View) -> String {
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let address = single.map(|post| view.links().get_permalink(post));
    let path = address
        .as_deref()
        .and_then(|a| a.strip_prefix(view.site.home().as_str()))
        .unwrap_or(view.visitor.page_url.as_str());
    path.split(['?', '#']).next().unwrap_or(path).to_owned()
}

/// The URL of the page in a language: its translation, else that of the first translated page, else the language's
/// front page.
pub fn address(view: &View, language: &Language) -> String {
    let settings = view.site_data.get::<MultilingualSettings>();
    let group = settings
        .translations_of(&shown_path(view))
        .or_else(|| settings.translations.first());
    let path = group
        .and_then(|g| g.get(&language.code).cloned())
        .unwrap_or_else(|| format!("{}/", language.prefix.trim_end_matches('/')));
    format!("{}{path}", view.site.home())
}
