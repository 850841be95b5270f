//! `[hidden]`: contract "contact-form-7" section 8.9.

use compat::contact_form_7::form_tag::FormTag;

use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn hidden(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let value = tag.get_default_option(context.defaults);
    let attributes = Attributes::new()
        .with("class", context.class_of(tag, ""))
        .with("id", context.id_of(tag))
        .with(
            "value",
            value.unwrap_or_else(|| tag.first_value().to_owned()),
        )
        .with("type", "hidden")
        .with("name", tag.name.as_str());
    format!("<input {attributes} />")
}
