//! `[count]`: contract "contact-form-7" section 8.12.

use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::php::cast::string_to_int;

use super::typed::lengths;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn count(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let target = context
        .tags
        .iter()
        .find(|other| other.name == tag.name && other.tag_type != "count");
    let (maxlength, minlength) = lengths(
        target.and_then(FormTag::get_maxlength_option),
        target.and_then(FormTag::get_minlength_option),
    );
    let is_down = tag.has_option("down");
    let start = match maxlength {
        Some(max) if is_down => string_to_int(max.as_bytes()),
        _ => 0,
    };
    let direction = if is_down { "down" } else { "up" };
    let class = format!("wpcf7-character-count {direction}");
    let attributes = Attributes::new()
        .with("id", context.id_of(tag))
        .with("class", tag.get_class_option(&class))
        .with("data-target-name", tag.name.as_str())
        .with("data-starting-value", start)
        .with("data-current-value", start)
        .with("data-maximum-value", maxlength)
        .with("data-minimum-value", minlength);
    format!("<span {attributes}>{start}</span>")
}
