//! Texts of banner and dialog: the site's own in the page's language, else the built-in ones.
//!
//! Contract "cookie-consent", section 1.3.

use compat::moove_gdpr::Settings;
use compat::wordpress::kses::wp_kses_post;

use crate::wordpress::view::View;

/// What follows a text's key for the language of the page.
pub fn language_suffix(view: &View) -> String {
    let code = view.language.as_deref();
    compat::moove_gdpr::language_suffix(&view.site.options, code, view.locale.code())
}

/// A label: the stored one, else the built-in one.
pub fn label(view: &View, key: &str, built_in: &str) -> String {
    let key = format!("{key}{}", language_suffix(view));
    match view.site_data.get::<Settings>().get(&key) {
        Some(stored) if !stored.is_empty() => stored.to_string_lossy().into_owned(),
        _ => own_text(view, built_in),
    }
}

/// A text with markup that authors may write.
pub fn text(view: &View, key: &str, built_in: &str) -> String {
    wp_kses_post(&label(view, key, built_in))
}

/// A built-in text in the page's language.
pub fn own_text(view: &View, text: &str) -> String {
    view.locale
        .domain("gdpr-cookie-compliance")
        .translate(text)
        .to_owned()
}
