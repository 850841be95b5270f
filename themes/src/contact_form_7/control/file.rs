//! `[file]`: contract "contact-form-7" section 8.8.

use compat::contact_form_7::file_types::acceptable_filetypes;
use compat::contact_form_7::form_tag::{FormTag, OptionPattern};

use super::typed;
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn file(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let filetypes = tag.get_options("filetypes", OptionPattern::Any);
    let capture = tag
        .get_options("capture", OptionPattern::Any)
        .into_iter()
        .find(|value| {
            value.eq_ignore_ascii_case("user") || value.eq_ignore_ascii_case("environment")
        });
    let mut attributes = Attributes::new()
        .with("size", tag.get_size_option().unwrap_or("40"))
        .with("class", context.class_of(tag, ""))
        .with("id", context.id_of(tag))
        .with("capture", capture)
        .with("tabindex", typed::tabindex(tag))
        .with("accept", acceptable_filetypes(&filetypes).join(","));
    context.aria(tag, &mut attributes);
    let attributes = attributes
        .with("type", "file")
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}
