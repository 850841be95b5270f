//! Turnstile: a token that the service verifies.
//!
//! Contract "contact-form-7", section 16.

use crate::contact_form_7::submission::Submission;
use crate::wordpress::spam_check::Pending;

use super::{SiteVerify, SpamFilter, token};

/// The field that the widget fills (contract "contact-form-7", section 8.15).
const TOKEN_FIELD: &str = "_wpcf7_turnstile_response";

/// The filter of a site that has keys.
pub struct Turnstile<'a> {
    /// Asks the service.
    pub service: &'a dyn SiteVerify,
}

impl SpamFilter for Turnstile<'_> {
    fn agent(&self) -> &'static str {
        "turnstile"
    }

    fn priority(&self) -> u8 {
        9
    }

    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        Box::pin(async move {
            let token = token(submission, TOKEN_FIELD);
            if token.is_empty() {
                return Ok(Some("The Turnstile token is empty.".to_owned()));
            }
            let is_human = self.service.siteverify(token).await?.success;
            Ok((!is_human).then(|| "Turnstile does not take the sender for a human.".to_owned()))
        })
    }
}
