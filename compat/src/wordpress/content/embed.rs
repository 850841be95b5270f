//! Addresses that become what they point at: `[embed]`, and addresses alone on a line.
//!
//! Contract "wordpress-core" section 8.1, priority 8. [`ContentContext::embed`] provides the HTML (WordPress caches it in
//! the post meta `_oembed_{hash}`).

use std::borrow::Cow;

use regex::Captures;

use super::ContentContext;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::shortcode::{Atts, Shortcodes};
use crate::wordpress::static_regex::StaticRegex;
use crate::wordpress::url::esc_url;

/// An address on its own line.
static LINE: StaticRegex = StaticRegex::new(r#"(?im)^(\s*)(https?://[^\s<>"]+)(\s*)$"#);
/// An address in its own paragraph.
static PARAGRAPH: StaticRegex =
    StaticRegex::new(r#"(?i)(<p(?: [^>]*)?>\s*)(https?://[^\s<>"]+)(\s*</p>)"#);

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

/// Replaces `[embed]` and addresses on their own line in the text of a synced pattern, which does not pass `the_content`.
pub fn expand_embeds<C: ContentContext>(text: &str, context: &mut C) -> String {
    let text = embed_shortcode().do_shortcode_ignoring_html(text, context);
    autoembed(&text, context).into_owned()
}

/// Whether a text may contain a URL on its own: at the start, after white space or after a tag.
pub(super) fn may_stand_alone(text: &str) -> bool {
    let text = text.as_bytes();
    memchr::memmem::find_iter(text, b"://").any(|at| {
        let before = text.get(..at).unwrap_or_default();
        let schemes: [&[u8]; 2] = [b"https", b"http"];
        let scheme = schemes.iter().find_map(|scheme| {
            let (before, end) = before.split_at_checked(before.len().checked_sub(scheme.len())?)?;
            end.eq_ignore_ascii_case(scheme).then_some(before)
        });
        let is_border = |b: &u8| matches!(b, b' ' | b'\t'..=b'\r' | b'>' | 0x80..);
        scheme.is_some_and(|before| before.last().is_none_or(is_border))
    })
}

/// Replaces URLs on their own ([`may_stand_alone`]); unknown ones are left.
pub(super) fn autoembed<'t, C: ContentContext>(text: &'t str, context: &mut C) -> Cow<'t, str> {
    let mut replace = |found: &Captures<'_>| -> String {
        let part = |i| found.get(i).map_or("", |m| m.as_str());
        let url = part(2).replace("&amp;", "&");
        let html = context.embed(&url, &Atts::default());
        let html = html.as_deref().unwrap_or(part(2));
        format!("{}{html}{}", part(1), part(3))
    };
    let mut text = Cow::Borrowed(text);
    for regex in [&LINE, &PARAGRAPH] {
        if let Cow::Owned(new) = regex.replace_all(&text, &mut replace) {
            text = Cow::Owned(new);
        }
    }
    text
}
