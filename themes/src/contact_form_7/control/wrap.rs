//! The element around a control.
//!
//! Contract "contact-form-7" section 8.

use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::formatting::escape::esc_attr;

use crate::contact_form_7::form_context::FormContext;

/// A control in `span.wpcf7-form-control-wrap`, followed by the validation tip.
pub(super) fn wrap(tag: &FormTag, control: &str, context: &FormContext<'_>) -> String {
    format!(
        "<span class=\"wpcf7-form-control-wrap\" data-name=\"{}\">{control}{}</span>",
        esc_attr(&tag.name),
        context.tip(&tag.name)
    )
}
