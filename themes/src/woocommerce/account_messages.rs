//! Messages about accounts and downloads that hold markup. The constants are sources of the plugin's translations.

use compat::wordpress::formatting::escape::esc_html;

use crate::wordpress::head::url;

/// The question before logging out; `%s` is the address that logs out.
pub const LOG_OUT_QUESTION: &str =
    "Are you sure you want to log out? <a href=\"%s\">Confirm and log out</a>";

/// An error behind the plugin's own label; the text is markup.
pub fn labelled_error(label: &str, text: &str) -> String {
    format!("<strong>{label}</strong> {text}")
}

/// Why there is no download, with a link to the shop.
pub fn download_error(text: &str, shop: &str, label: &str) -> String {
    format!(
        "{} <a href=\"{}\" class=\"wc-forward\">{}</a>",
        esc_html(text),
        url(shop),
        esc_html(label)
    )
}
