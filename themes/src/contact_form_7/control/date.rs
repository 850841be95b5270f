//! `[date]`: contract "contact-form-7" section 8.4.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern, date_of_expression};

use super::typed::{first_text, tabindex, with_names, with_state};
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn date(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let attributes = with_names(Attributes::new(), tag, "wpcf7-validates-as-date", context)
        .with("tabindex", tabindex(tag))
        .with("min", tag.get_date_option("min", context.now))
        .with("max", tag.get_date_option("max", context.now))
        .with("step", tag.get_option("step", OptionPattern::Int));
    let (mut value, placeholder) = first_text(tag, tag.first_value(), context);
    if !value.is_empty() && value != "0" {
        value = date_of_expression(&value, context.now).unwrap_or(value);
    }
    let attributes = with_state(attributes, tag, context)
        .with("placeholder", placeholder)
        .with("value", context.hangover_text(&tag.name, value))
        .with("type", tag.basetype.as_str())
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}
