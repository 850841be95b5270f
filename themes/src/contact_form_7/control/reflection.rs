//! `[reflection]` and `[output]`: contract "contact-form-7" section 8.14.

use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::formatting::escape::esc_html;

use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

/// `[reflection]`: prints another field's value.
pub(super) fn reflection(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let attributes = Attributes::new()
        .with("data-reflection-of", tag.name.as_str())
        .with("class", context.class_of(tag, ""))
        .with("id", context.id_of(tag));
    let one = |value: &str| {
        let attributes = Attributes::new()
            .with("name", tag.name.as_str())
            .with("data-default", value);
        let shown = if value.is_empty() {
            "&nbsp;".into()
        } else {
            esc_html(value)
        };
        format!("<output {attributes}>{shown}</output>")
    };
    let outputs: String = if tag.values.is_empty() {
        one("")
    } else {
        tag.values.iter().map(|value| one(value)).collect()
    };
    format!("<fieldset {attributes}>{outputs}</fieldset>")
}

/// `[output]`: the same as inline text.
pub(super) fn output(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let value = tag.first_value();
    let attributes = Attributes::new()
        .with("data-reflection-of", tag.name.as_str())
        .with("data-default", value)
        .with("name", tag.name.as_str())
        .with("class", context.class_of(tag, ""))
        .with("id", context.id_of(tag));
    format!("<output {attributes}>{}</output>", esc_html(value))
}
