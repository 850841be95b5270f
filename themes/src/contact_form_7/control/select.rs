//! `[select]`: contract "contact-form-7" section 8.6.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};
use compat::wordpress::formatting::escape::esc_html;

use super::checkbox::{chosen, name_of};
use super::typed;
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

/// The text of the blank option.
const PROMPT: &str = "&#8212;Please choose an option&#8212;";

pub(super) fn select(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let multiple = tag.has_option("multiple");
    let include_blank = tag.has_option("include_blank");
    let mut attributes = Attributes::new()
        .with("class", context.class_of(tag, ""))
        .with("id", context.id_of(tag))
        .with("tabindex", typed::tabindex(tag))
        .with("autocomplete", tag.get_autocomplete_option());
    context.aria(tag, &mut attributes);
    if tag.has_option("size") {
        let size = tag.get_option("size", OptionPattern::Int);
        let automatic = if multiple { "4" } else { "1" };
        attributes.set("size", size.filter(|s| *s != "0").unwrap_or(automatic));
    }
    let attributes = attributes
        .with("multiple", multiple)
        .with("name", name_of(tag, multiple));
    let selected = chosen(tag, multiple, context);
    let mut options: Vec<(&str, &str)> = Vec::new();
    if include_blank || tag.values.is_empty() {
        options.push(("", context.text(PROMPT)));
    }
    let keeps_values = !options.is_empty() || !tag.has_option("first_as_label");
    for (at, value) in tag.values.iter().enumerate() {
        let posted = if at == 0 && !keeps_values { "" } else { value };
        options.push((posted, value));
    }
    let mut control = format!("<select {attributes}>");
    for (value, label) in options {
        let attributes = Attributes::new()
            .with("value", value)
            .with("selected", selected.iter().any(|s| s == value));
        control.push_str(&format!(
            "<option {attributes}>{}</option>",
            esc_html(label)
        ));
    }
    control.push_str("</select>");
    wrap(tag, &control, context)
}
