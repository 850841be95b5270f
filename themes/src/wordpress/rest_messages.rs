//! Messages of the REST API that hold markup. The constants are sources of core's translations.

use compat::wordpress::formatting::escape::esc_html;

/// The directory of plugins cannot be asked; `%s` is the address of the forums.
pub const DIRECTORY_FAILED: &str = "An unexpected error occurred. Something may be wrong with WordPress.org or this server&#8217;s configuration. If you continue to have problems, please try the <a href=\"%s\">support forums</a>.";
/// The field `title` of the details of a URL.
pub const URL_TITLE: &str = "The contents of the <code>&lt;title&gt;</code> element from the URL.";
/// The field `icon`.
pub const URL_ICON: &str =
    "The favicon image link of the <code>&lt;link rel=\"icon\"&gt;</code> element from the URL.";
/// The field `description`.
pub const URL_DESCRIPTION: &str =
    "The content of the <code>&lt;meta name=\"description\"&gt;</code> element from the URL.";
/// The field `image`.
pub const URL_IMAGE: &str = "The Open Graph image link of the <code>&lt;meta property=\"og:image\"&gt;</code> or <code>&lt;meta property=\"og:image:url\"&gt;</code> element from the URL.";

/// A name as messages show it.
pub fn strong(name: &str) -> String {
    format!("<strong>{}</strong>", esc_html(name))
}
