//! The plugin's texts, translated by its own translation files.

use compat::reviews::register::TEXT_DOMAIN;
use compat::wordpress::formatting::number::number_format_i18n;
use compat::wordpress::l10n::Locale;

/// A text of the plugin.
pub(super) fn word<'a>(locale: &'a Locale, source: &'a str) -> &'a str {
    locale.domain(TEXT_DOMAIN).translate(source)
}

/// A rating with one decimal, localized.
pub(super) fn rating_number(locale: &Locale, rating: f64) -> String {
    number_format_i18n(rating, 1, &locale.wp_locale().number_format())
}
