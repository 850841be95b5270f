//! `[submit]`: contract "contact-form-7" section 8.13.

use compat::contact_form_7::form_tag::FormTag;

use super::typed;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

/// Default button label.
const SEND: &str = "Send";

pub(super) fn submit(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let stated = tag.first_value();
    let value = if stated.is_empty() || stated == "0" {
        context.text(SEND)
    } else {
        stated
    };
    let attributes = Attributes::new()
        .with("class", context.class_of(tag, "has-spinner"))
        .with("id", context.id_of(tag))
        .with("tabindex", typed::tabindex(tag))
        .with("type", "submit")
        .with("value", value);
    format!("<input {attributes} />")
}
