//! reCAPTCHA v3: a score between 0 (bot) and 1 (human).
//!
//! Contract "contact-form-7", section 16.

use crate::contact_form_7::submission::Submission;
use crate::wordpress::spam_check::Pending;

use super::{SiteVerify, SpamFilter, token};

/// The field that the script fills (contract "contact-form-7", section 7.3).
const TOKEN_FIELD: &str = "_wpcf7_recaptcha_response";

/// The score above which a submission is accepted.
pub const RECAPTCHA_THRESHOLD: f64 = 0.5;

/// The filter of a site that has keys.
pub struct Recaptcha<'a> {
    /// Asks the service.
    pub service: &'a dyn SiteVerify,
}

impl SpamFilter for Recaptcha<'_> {
    fn agent(&self) -> &'static str {
        "recaptcha"
    }

    fn priority(&self) -> u8 {
        9
    }

    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        Box::pin(async move {
            let token = token(submission, TOKEN_FIELD);
            if token.is_empty() {
                return Ok(Some("The reCAPTCHA token is empty.".to_owned()));
            }
            let score = self
                .service
                .siteverify(token)
                .await?
                .score
                .unwrap_or_default();
            let is_human = score > RECAPTCHA_THRESHOLD;
            let reason =
                format!("The reCAPTCHA score {score:.2} is not above {RECAPTCHA_THRESHOLD:.2}.");
            Ok((!is_human).then_some(reason))
        })
    }
}
