//! Cleans one HTML attribute into which a shortcode was expanded.

use crate::wordpress::formatting::escape::esc_attr;
use crate::wordpress::kses::attributes::{Attribute, URI_ATTRIBUTES};
use crate::wordpress::kses::bad_protocol::{WP_ALLOWED_PROTOCOLS, wp_kses_bad_protocol};
use crate::wordpress::kses::no_null::{SlashZero, wp_kses_no_null};
use crate::wordpress::kses::{AllowedHtml, Kses};

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// The attribute as a post may have it on `element`; nothing but the white space around it if it may not.
pub(super) fn wp_kses_one_attr(attr: &str, element: &str) -> String {
    let attr = wp_kses_no_null(attr, SlashZero::Keep);
    let text = attr.trim_start_matches(is_space);
    let (lead, _) = attr.split_at(attr.len() - text.len());
    let text = text.trim_end_matches(is_space);
    let trail = attr.get(lead.len() + text.len()..).unwrap_or_default();
    let Some(attribute) = attribute(text) else {
        return String::new();
    };
    let kses = Kses::new(AllowedHtml::post(), &WP_ALLOWED_PROTOCOLS);
    let allowed = kses.allowed.attributes(&element.to_ascii_lowercase());
    let name = attribute.name.to_ascii_lowercase();
    let checked = allowed.and_then(|allowed| kses.checked(&attribute, &name, allowed));
    format!("{lead}{}{trail}", checked.unwrap_or_default())
}

/// Name and cleaned value; `None` when the quotes do not match.
fn attribute(text: &str) -> Option<Attribute<'_>> {
    let Some((name, value)) = text.split_once('=') else {
        return Some(Attribute {
            name: text,
            value: "".into(),
            quote: None,
        });
    };
    let (name, value) = (
        name.trim_end_matches(is_space),
        value.trim_start_matches(is_space),
    );
    let (quote, value) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = value.strip_suffix(quote)?;
            (quote, inner.get(1..).unwrap_or_default())
        }
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
    Some(Attribute {
        name,
        value,
        quote: Some(quote),
    })
}
