//! `[text]`, `[email]`, `[url]`, `[tel]`: contract "contact-form-7" section 8.1.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};

use super::{lengths, with_placeholder, wrap};
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn text(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let class = match tag.basetype.as_str() {
        "text" => "wpcf7-text".to_owned(),
        base => format!("wpcf7-text wpcf7-validates-as-{base}"),
    };
    let (maxlength, minlength) = lengths(
        Some(tag.get_maxlength_option().unwrap_or("400")),
        tag.get_minlength_option(),
    );
    let mut attributes = Attributes::new()
        .with("size", tag.get_size_option().unwrap_or("40"))
        .with("maxlength", maxlength)
        .with("minlength", minlength)
        .with("class", context.class_of(tag, &class))
        .with("id", context.id_of(tag))
        .with("list", tag.get_option("list", OptionPattern::Id))
        .with(
            "tabindex",
            tag.get_option("tabindex", OptionPattern::SignedInt),
        )
        .with("readonly", tag.has_option("readonly"))
        .with("autocomplete", tag.get_autocomplete_option());
    context.aria(tag, &mut attributes);
    let (value, placeholder) = with_placeholder(tag, tag.first_value());
    let value = tag.get_default_option(context.defaults).unwrap_or(value);
    let attributes = attributes
        .with("placeholder", placeholder)
        .with("value", context.hangover_text(&tag.name, value))
        .with("type", tag.basetype.as_str())
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}
