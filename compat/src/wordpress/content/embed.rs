//! Addresses that become what they point at: `[embed]`, and addresses alone on a line.
//!
//! Contract "wordpress-core" section 8.1, priority 8. Which addresses are known, and their HTML (WordPress keeps it
//! in the post meta `_oembed_{hash}`), is the caller's matter: [`ContentContext::embed`].

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::ContentContext;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::shortcode::{Atts, Shortcodes};
use crate::wordpress::url::esc_url;

/// An address on its own line.
static LINE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?im)^(\s*)(https?://[^\s<>"]+)(\s*)$"#).ok());
/// An address in its own paragraph.
static PARAGRAPH: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)(<p(?: [^>]*)?>\s*)(https?://[^\s<>"]+)(\s*</p>)"#).ok());

/// The shortcode `[embed]` alone: it runs before every other step.
pub(super) fn embed_shortcode<C: ContentContext>() -> Shortcodes<C> {
    let mut shortcodes = Shortcodes::new();
    shortcodes.register("embed", |call, context: &mut C| {
        let url = match call.content {
            "" => call.atts.get("src").unwrap_or_default(),
            url => url,
        };
        if url.is_empty() {
            return String::new();
        }
        let url = url.replace("&amp;", "&");
        context.embed(&url, &call.atts).unwrap_or_else(|| {
            let href = esc_url(&url, &WP_ALLOWED_PROTOCOLS);
            format!("<a href=\"{href}\">{}</a>", esc_html(&url))
        })
    });
    shortcodes
}

/// Replaces the addresses that stand alone; unknown ones stay.
pub(super) fn autoembed<'t, C: ContentContext>(text: &'t str, context: &mut C) -> Cow<'t, str> {
    if !text.contains("://") {
        return Cow::Borrowed(text);
    }
    let mut replace = |found: &Captures<'_>| -> String {
        let part = |i| found.get(i).map_or("", |m| m.as_str());
        let url = part(2).replace("&amp;", "&");
        let html = context.embed(&url, &Atts::default());
        let html = html.as_deref().unwrap_or(part(2));
        format!("{}{html}{}", part(1), part(3))
    };
    let mut text = Cow::Borrowed(text);
    for regex in [&LINE, &PARAGRAPH].into_iter().filter_map(|r| r.as_ref()) {
        if let Cow::Owned(new) = regex.replace_all(&text, &mut replace) {
            text = Cow::Owned(new);
        }
    }
    text
}
