//! Numbers as the page's language writes them.

use compat::wordpress::formatting::number::number_format_i18n;

use super::view::View;

/// `number_format_i18n`.
#[expect(clippy::cast_precision_loss, reason = "a count of rows")]
pub fn count_i18n(view: &View, count: i64) -> String {
    number_format_i18n(count as f64, 0, &view.locale.wp_locale().number_format())
}
