//! `[acceptance]`: contract "contact-form-7" section 8.7.

use compat::contact_form_7::form_tag::FormTag;
use compat::contact_form_7::whitespace::strip_whitespaces;

use super::typed::{self, content_or_value};
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn acceptance(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let flags: Vec<&str> = ["invert", "optional"]
        .into_iter()
        .filter(|flag| tag.has_option(flag))
        .collect();
    // The tag's classes are printed on the checkbox.
    let bare = FormTag {
        options: Vec::new(),
        ..tag.clone()
    };
    let mut class = context.class_of(&bare, "");
    for flag in flags {
        class.push(' ');
        class.push_str(flag);
    }
    let own_class = tag.get_class_option("");
    let mut attributes = Attributes::new()
        .with("type", "checkbox")
        .with("name", tag.name.as_str())
        .with("value", "1")
        .with("tabindex", typed::tabindex(tag))
        .with("checked", tag.has_option("default:on"))
        .with("class", Some(own_class).filter(|c| !c.is_empty()))
        .with("id", context.id_of(tag));
    context.aria_invalid(tag, &mut attributes);
    let content = strip_whitespaces(content_or_value(tag));
    let input = format!("<input {attributes} />");
    let label = format!("<span class=\"wpcf7-list-item-label\">{content}</span>");
    let item = if content.is_empty() || content == "0" {
        input
    } else if tag.has_option("label_first") {
        format!("<label>{label}{input}</label>")
    } else {
        format!("<label>{input}{label}</label>")
    };
    let attributes = Attributes::new().with("class", class);
    let control =
        format!("<span {attributes}><span class=\"wpcf7-list-item\">{item}</span></span>");
    wrap(tag, &control, context)
}
