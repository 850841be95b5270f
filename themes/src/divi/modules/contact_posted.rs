//! The definition of a contact form field for validating a submission, and its posted value.
//!
//! Contract "divi-ajax", section 3.1.

use compat::divi::contact_form::ContactField;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::sanitize_field::{sanitize_text_field, sanitize_textarea_field};

use crate::wordpress::view::View;

use super::super::builder::Element;

/// The field's definition.
pub(super) fn declared(element: &Element<'_>, id: &str) -> ContactField {
    ContactField {
        id: id.to_owned(),
        kind: element.text("field_type").to_owned(),
        is_required: element.text("required_mark") != "off",
        is_conditional: element.is_on("conditional_logic"),
    }
}

/// The posted value, sanitized and escaped; only text inputs are refilled.
pub(super) fn typed(element: &Element<'_>, view: &View, id: &str, form: usize) -> String {
    let name = format!("et_pb_contact_{id}_{form}");
    let posted = view.posted.post.get(name.as_str());
    let Some(posted) = posted.and_then(|value| value.as_str_lossy()) else {
        return String::new();
    };
    let clean = match element.text("field_type") {
        "text" => sanitize_textarea_field(&posted),
        _ => sanitize_text_field(&posted),
    };
    esc_attr(&clean).into_owned()
}
