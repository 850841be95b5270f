//! Stripe: a message that claims to be paid names a payment that is known, fresh and successful.
//!
//! Contract "contact-form-7", sections 13 (step 9) and 16.

use crate::contact_form_7::submission::Submission;
use crate::wordpress::spam_check::Pending;

use super::{SpamFilter, token};

/// The field with the payment (contract "contact-form-7", section 8.15).
const INTENT_FIELD: &str = "_wpcf7_stripe_payment_intent";

/// Knows the payments of a site.
pub trait PaymentIntents: Sync {
    /// Whether a payment is known, successful and not used for another message yet.
    fn is_fresh<'a>(&'a self, intent: &'a str) -> Pending<'a, bool>;
}

/// The filter of a site that has keys.
pub struct Stripe<'a> {
    /// Asks the service.
    pub intents: &'a dyn PaymentIntents,
}

impl Stripe<'_> {
    /// The payment that a submission names, empty when none.
    pub fn payment_intent<'s>(submission: &'s Submission<'_>) -> &'s str {
        token(submission, INTENT_FIELD)
    }

    /// Whether the other spam checks are left out: the payment is fresh and the hash is that of this message.
    ///
    /// # Errors
    /// When the payment could not be asked about.
    pub async fn skips_spam_check(
        &self,
        submission: &Submission<'_>,
    ) -> Result<bool, crate::wordpress::db::DbError> {
        let intent = Self::payment_intent(submission);
        let hash = token(submission, "_wpcf7_posted_data_hash");
        if intent.is_empty() || submission.verify_posted_data_hash(hash).is_none() {
            return Ok(false);
        }
        self.intents.is_fresh(intent).await
    }
}

impl SpamFilter for Stripe<'_> {
    fn agent(&self) -> &'static str {
        "stripe"
    }

    fn priority(&self) -> u8 {
        6
    }

    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        Box::pin(async move {
            let intent = Self::payment_intent(submission);
            if intent.is_empty() || self.intents.is_fresh(intent).await? {
                return Ok(None);
            }
            Ok(Some(format!(
                "Payment intent \"{intent}\" is unknown or already used."
            )))
        })
    }
}
