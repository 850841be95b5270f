//! The response output of a form and the screen reader response.
//!
//! Contract "contact-form-7" sections 7.2 to 7.4 and 21.

use compat::contact_form_7::submission_result::SubmissionResult;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};

use super::form_context::{FormContext, error_reference};

/// `div.wpcf7-response-output`.
pub fn response_output(context: &mut FormContext<'_>) -> String {
    context.response_outputs += 1;
    let message = context.submission.map_or("", |s| &s.message);
    format!(
        "<div class=\"wpcf7-response-output\" aria-hidden=\"true\">{}</div>",
        esc_html(message)
    )
}

/// `div.screen-reader-response`: message and list of errors.
pub fn screen_reader_response(unit_tag: &str, submission: Option<&SubmissionResult>) -> String {
    let message = submission.map_or("", |s| &s.message);
    let fields = submission.into_iter().flat_map(|s| s.invalid_fields.iter());
    let items: Vec<String> = fields
        .map(|field| {
            let reason = esc_html(&field.reason);
            let text = match &field.idref {
                Some(id) => format!("<a href=\"#{}\">{reason}</a>", esc_attr(id)),
                None => reason.into_owned(),
            };
            let id = error_reference(unit_tag, &field.name);
            format!("<li id=\"{}\">{text}</li>", esc_attr(&id))
        })
        .collect();
    format!(
        "<div class=\"screen-reader-response\"><p role=\"status\" aria-live=\"polite\" aria-atomic=\"true\">{}</p> <ul>{}</ul></div>",
        esc_html(message),
        items.join("\n")
    )
}
