//! `[textarea]`: contract "contact-form-7" section 8.2.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};
use compat::wordpress::formatting::escape::esc_textarea;

use super::{content_or_value, lengths, with_placeholder, wrap};
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn textarea(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let (maxlength, minlength) = lengths(
        Some(tag.get_maxlength_option().unwrap_or("2000")),
        tag.get_minlength_option(),
    );
    let mut attributes = Attributes::new()
        .with("cols", tag.get_cols_option().unwrap_or("40"))
        .with("rows", tag.get_rows_option().unwrap_or("10"))
        .with("maxlength", maxlength)
        .with("minlength", minlength)
        .with("class", context.class_of(tag, ""))
        .with("id", context.id_of(tag))
        .with(
            "tabindex",
            tag.get_option("tabindex", OptionPattern::SignedInt),
        )
        .with("readonly", tag.has_option("readonly"))
        .with("autocomplete", tag.get_autocomplete_option());
    context.aria(tag, &mut attributes);
    let (value, placeholder) = with_placeholder(tag, content_or_value(tag));
    let value = tag.get_default_option(context.defaults).unwrap_or(value);
    let value = context.hangover_text(&tag.name, value);
    let attributes = attributes
        .with("placeholder", placeholder)
        .with("name", tag.name.as_str());
    let control = format!("<textarea {attributes}>{}</textarea>", esc_textarea(&value));
    wrap(tag, &control, context)
}
