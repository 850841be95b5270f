//! `[turnstile]`: contract "contact-form-7" section 8.15.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};

use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

/// An option with the check of its value.
type Choice = (&'static str, fn(&str) -> bool);

const CHOICES: [Choice; 5] = [
    ("action", |v| {
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        (1..=32).contains(&v.len()) && v.bytes().all(is_plain)
    }),
    ("appearance", |v| {
        matches!(v, "always" | "execute" | "interaction-only")
    }),
    ("size", |v| matches!(v, "normal" | "flexible" | "compact")),
    ("theme", |v| matches!(v, "light" | "dark" | "auto")),
    ("language", |v| {
        let is_plain = |b: u8| b.is_ascii_lowercase() || b == b'-';
        (2..=5).contains(&v.len()) && v.bytes().all(is_plain)
    }),
];

/// The Turnstile widget; empty without a site key. `None` for the tag: the widget added automatically.
pub fn turnstile(tag: Option<&FormTag>, context: &FormContext<'_>) -> String {
    let Some(sitekey) = context.turnstile_sitekey else {
        return String::new();
    };
    let mut attributes = Attributes::new()
        .with("class", "wpcf7-turnstile cf-turnstile")
        .with("data-sitekey", sitekey)
        .with("data-response-field-name", "_wpcf7_turnstile_response");
    for (name, is_allowed) in CHOICES {
        let values = tag.map_or_else(Vec::new, |t| t.get_options(name, OptionPattern::Any));
        let value = values.into_iter().find(|v| is_allowed(v));
        attributes.set(&format!("data-{name}"), value);
    }
    let tabindex = tag.and_then(|t| t.get_option("tabindex", OptionPattern::SignedInt));
    attributes.set("data-tabindex", tabindex);
    format!("<div {attributes}></div>")
}
