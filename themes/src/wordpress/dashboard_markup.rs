//! Markup in descriptions of plugins and themes, as their lists show them. Recordings owner/themes, owner/plugin-one.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::url::esc_url;

/// The author, linked.
#[must_use]
pub fn author_link(uri: &str, author: &str) -> String {
    let uri = esc_url(uri, &WP_ALLOWED_PROTOCOLS);
    format!("<a href=\"{uri}\">{}</a>", esc_html(author))
}

/// A description with its author behind it.
#[must_use]
pub fn described_by(description: &str, by: &str) -> String {
    format!("{description} <cite>{by}</cite>")
}
