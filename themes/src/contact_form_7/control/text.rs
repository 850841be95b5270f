//! `[text]`, `[email]`, `[url]`, `[tel]`: contract "contact-form-7" section 8.1.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};

use super::typed::{first_text, tabindex, with_lengths, with_names, with_state};
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn text(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let class = match tag.basetype.as_str() {
        "text" => "wpcf7-text".to_owned(),
        base => format!("wpcf7-text wpcf7-validates-as-{base}"),
    };
    let attributes = Attributes::new().with("size", tag.get_size_option().unwrap_or("40"));
    let attributes = with_lengths(attributes, tag, Some("400"));
    let attributes = with_names(attributes, tag, &class, context)
        .with("list", tag.get_option("list", OptionPattern::Id))
        .with("tabindex", tabindex(tag));
    let (value, placeholder) = first_text(tag, tag.first_value(), context);
    let attributes = with_state(attributes, tag, context)
        .with("placeholder", placeholder)
        .with("value", context.hangover_text(&tag.name, value))
        .with("type", tag.basetype.as_str())
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}
