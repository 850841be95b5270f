//! `[textarea]`: contract "contact-form-7" section 8.2.

use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::formatting::escape::esc_textarea;

use super::typed::{content_or_value, first_text, tabindex, with_lengths, with_names, with_state};
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn textarea(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let attributes = Attributes::new()
        .with("cols", tag.get_cols_option().unwrap_or("40"))
        .with("rows", tag.get_rows_option().unwrap_or("10"));
    let attributes = with_lengths(attributes, tag, Some("2000"));
    let attributes = with_names(attributes, tag, "", context).with("tabindex", tabindex(tag));
    let attributes = with_state(attributes, tag, context);
    let (value, placeholder) = first_text(tag, content_or_value(tag), context);
    let value = context.hangover_text(&tag.name, value);
    let attributes = attributes
        .with("placeholder", placeholder)
        .with("name", tag.name.as_str());
    let control = format!("<textarea {attributes}>{}</textarea>", esc_textarea(&value));
    wrap(tag, &control, context)
}
