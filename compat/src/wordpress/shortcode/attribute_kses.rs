//! Cleans one HTML attribute into which a shortcode was expanded.

use crate::wordpress::formatting::escape::esc_attr;
use crate::wordpress::kses::bad_protocol::{WP_ALLOWED_PROTOCOLS, wp_kses_bad_protocol};
use crate::wordpress::kses::no_null::{SlashZero, wp_kses_no_null};

/// Attributes whose value is an address (`wp_kses_uri_attributes`).
const URI_ATTRIBUTES: [&str; 17] = [
    "action",
    "archive",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "manifest",
    "poster",
    "profile",
    "src",
    "usemap",
    "xmlns",
];

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// The attribute without what a post must not contain; empty if nothing is left. White space around it stays.
pub(super) fn wp_kses_one_attr(attr: &str, _element: &str) -> String {
    let attr = wp_kses_no_null(attr, SlashZero::Keep);
    let text = attr.trim_start_matches(is_space);
    let (lead, _) = attr.split_at(attr.len() - text.len());
    let text = text.trim_end_matches(is_space);
    let trail = attr.get(lead.len() + text.len()..).unwrap_or_default();
    let Some((name, value)) = text.split_once('=') else {
        return attr.into_owned();
    };
    let (name, value) = (
        name.trim_end_matches(is_space),
        value.trim_start_matches(is_space),
    );
    let (quote, value) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => match value.strip_suffix(quote) {
            Some(inner) => (quote, inner.get(1..).unwrap_or_default()),
            None => return String::new(),
        },
        _ => ('"', value),
    };
    let mut value = esc_attr(value);
    if URI_ATTRIBUTES
        .iter()
        .any(|uri| name.eq_ignore_ascii_case(uri))
    {
        value = wp_kses_bad_protocol(&value, &WP_ALLOWED_PROTOCOLS)
            .into_owned()
            .into();
    }
    format!("{lead}{name}={quote}{value}{quote}{trail}")
}
