//! The REST response to a submission: keys and their order.
//!
//! Contract "contact-form-7", section 13.1. The HTTP status is always 200; the route adds the refills.

use crate::wordpress::php::Value;

use super::{Status, Submission};

/// New quiz questions and captchas, by field.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Refill {
    /// `captcha`: name and URL of the image.
    pub captcha: Option<Value>,
    /// `quiz`: name, question and hash.
    pub quiz: Option<Value>,
}

/// The response as JSON.
pub fn feedback_response(submission: &Submission<'_>, refill: Refill) -> Value {
    let mut response = Value::array().with("contact_form_id", submission.form.id);
    for (key, value) in &submission.result_props {
        response = response.with(key.clone(), value.clone());
    }
    response = response
        .with("status", submission.status.as_str())
        .with("message", submission.message.as_str());
    let into = format!("#{}", submission.meta.unit_tag);
    let is_refused = submission.status == Status::Error;
    if submission.status == Status::ValidationFailed {
        let fields = submission
            .invalid_fields
            .to_value(&submission.meta.unit_tag);
        response = response.with("invalid_fields", fields);
    }
    if !is_refused {
        response = response.with("posted_data_hash", submission.response_hash());
        if submission.form.settings.is_in_demo_mode() {
            response = response.with("demo_mode", true);
        }
    }
    response = response.with("into", into);
    if response.get("invalid_fields").is_none() {
        response = response.with("invalid_fields", Value::array());
    }
    for (key, value) in [("captcha", refill.captcha), ("quiz", refill.quiz)] {
        if let Some(value) = value {
            response = response.with(key, value);
        }
    }
    response
}
