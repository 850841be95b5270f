//! Texts of the shop that are written as contents are.

use crate::wordpress::view::Page;

/// `woocommerce_short_description`, `wc_format_content`: paragraphs, quotes and shortcodes.
pub fn format_content(page: &mut Page, text: &str) -> String {
    let theme = page.view.theme.clone();
    let excerpt = theme.the_excerpt.apply(text, page).into_owned();
    theme.shortcodes.do_shortcode(&excerpt, page).into_owned()
}
