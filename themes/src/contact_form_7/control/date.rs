//! `[date]`: contract "contact-form-7" section 8.4.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern, date_of_expression};

use super::{with_placeholder, wrap};
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn date(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let mut attributes = Attributes::new()
        .with("class", context.class_of(tag, "wpcf7-validates-as-date"))
        .with("id", context.id_of(tag))
        .with(
            "tabindex",
            tag.get_option("tabindex", OptionPattern::SignedInt),
        )
        .with("min", tag.get_date_option("min", context.now))
        .with("max", tag.get_date_option("max", context.now))
        .with("step", tag.get_option("step", OptionPattern::Int))
        .with("readonly", tag.has_option("readonly"))
        .with("autocomplete", tag.get_autocomplete_option());
    context.aria(tag, &mut attributes);
    let (value, placeholder) = with_placeholder(tag, tag.first_value());
    let mut value = tag.get_default_option(context.defaults).unwrap_or(value);
    if !value.is_empty() && value != "0" {
        value = date_of_expression(&value, context.now).unwrap_or(value);
    }
    let attributes = attributes
        .with("placeholder", placeholder)
        .with("value", context.hangover_text(&tag.name, value))
        .with("type", tag.basetype.as_str())
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}
