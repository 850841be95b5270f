//! Stripe: a form with a `[stripe]` tag requires payment before its mail is sent.
//!
//! Contract "contact-form-7", sections 3.8, 8.15, 13 (step 9) and 16. The response to the first submission has a payment
//! intent; the browser pays and submits again with its id. The payment must exist, be unused and successful. Stricter
//! than the plugin: it must have the tag's amount and currency, and if Stripe does not respond, nothing is sent.

use crate::contact_form_7::form_tag::{FormTag, OptionPattern};
use crate::contact_form_7::messages::{translated, unstored};
use crate::contact_form_7::submission::{Interruption, Submission};
use crate::wordpress::db::DbError;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::spam_check::Pending;

use super::{SpamFilter, token};

/// The field with the payment (contract "contact-form-7", section 8.15).
pub const INTENT_FIELD: &str = "_wpcf7_stripe_payment_intent";

/// The status of a submission that waits for its payment, on the wire.
const PAYMENT_REQUIRED: &str = "payment_required";

/// Maximum length of a payment intent's id.
const ID_LENGTH: usize = 128;

/// The payment required by a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payment {
    /// In the currency's smallest unit.
    pub amount: u64,
    /// ISO currency code in lower case.
    pub currency: String,
    /// The e-mail address for the receipt, empty when unknown.
    pub receipt_email: String,
}

impl Payment {
    /// The payment of the first `[stripe]` tag; `None` without amount and currency.
    pub fn of_tags(tags: &[FormTag]) -> Option<Self> {
        let tag = tags.iter().find(|tag| tag.basetype == "stripe")?;
        let amount = tag.get_option("amount", OptionPattern::Int)?;
        let is_currency =
            |text: &&str| text.len() == 3 && text.bytes().all(|b| b.is_ascii_alphabetic());
        let mut currencies = tag.get_options("currency", OptionPattern::Any).into_iter();
        Some(Self {
            amount: amount.parse().ok().filter(|amount| *amount > 0)?,
            currency: currencies.find(is_currency)?.to_ascii_lowercase(),
            receipt_email: String::new(),
        })
    }
}

/// A payment that a browser can make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentIntent {
    /// Its id, `pi_…`.
    pub id: String,
    /// What the browser shows to Stripe.
    pub client_secret: String,
}

/// Looks up the payments of a site.
pub trait PaymentIntents: Sync {
    /// Whether a payment exists, succeeded and was not used for another submission.
    fn is_fresh<'a>(&'a self, intent: &'a str) -> Pending<'a, bool>;

    /// Creates a payment intent; `None` without a response.
    fn create<'a>(&'a self, payment: Payment) -> Pending<'a, Option<PaymentIntent>>;
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
    /// When the service does not respond.
    pub async fn skips_spam_check(&self, submission: &Submission<'_>) -> Result<bool, DbError> {
        let intent = Self::payment_intent(submission);
        let hash = token(submission, "_wpcf7_posted_data_hash");
        if intent.is_empty() || submission.verify_posted_data_hash(hash).is_none() {
            return Ok(false);
        }
        self.is_fresh(intent).await
    }

    /// Whether the submission waits for its payment. A submission that names a payment was verified by the spam check.
    ///
    /// # Errors
    /// When the service does not respond.
    pub async fn before_send_mail(
        &self,
        submission: &Submission<'_>,
    ) -> Result<Option<Interruption>, DbError> {
        let Some(mut payment) = Payment::of_tags(submission.form.tags) else {
            return Ok(None);
        };
        let intent = Self::payment_intent(submission);
        if !intent.is_empty() && self.is_fresh(intent).await? {
            return Ok(None);
        }
        let email = submission.posted_data.get("your-email");
        let email = email.and_then(Value::as_str).unwrap_or_default();
        email.clone_into(&mut payment.receipt_email);
        let Some(intent) = self.intents.create(payment).await? else {
            return Ok(Some(Interruption::default()));
        };
        let stripe = Value::array()
            .with("id", intent.id)
            .with("client_secret", intent.client_secret);
        let stripe = Value::array().with("payment_intent", stripe);
        Ok(Some(Interruption {
            status: Some(PAYMENT_REQUIRED.to_owned()),
            message: translated(submission.form.locale, unstored::PAYMENT_REQUIRED).to_owned(),
            props: Array::new().with("stripe", stripe),
        }))
    }

    async fn is_fresh(&self, intent: &str) -> Result<bool, DbError> {
        Ok(is_payment_intent_id(intent) && self.intents.is_fresh(intent).await?)
    }
}

/// Whether a text is a valid payment intent id: letters, digits and `_`.
pub fn is_payment_intent_id(text: &str) -> bool {
    (1..=ID_LENGTH).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// `[_stripe_payment_link]`: where the site's owner sees a payment.
pub fn payment_link(intent: &str, secret_key: &str) -> Option<String> {
    let mode = if secret_key.starts_with("sk_test_") {
        "test/"
    } else {
        ""
    };
    is_payment_intent_id(intent)
        .then(|| format!("https://dashboard.stripe.com/{mode}payments/{intent}"))
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
            if intent.is_empty() || self.is_fresh(intent).await? {
                return Ok(None);
            }
            Ok(Some(format!(
                "Payment intent \"{intent}\" is unknown or already used."
            )))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact_form_7::form_tag::{FormTagTypes, scan_form_tags};

    #[test]
    fn a_payment_has_amount_and_currency() {
        let of = |template: &str| {
            let tags = scan_form_tags(template, &FormTagTypes::default());
            Payment::of_tags(&tags).map(|payment| (payment.amount, payment.currency))
        };
        assert_eq!(
            of("[stripe amount:1500 currency:EUR]"),
            Some((1500, "eur".to_owned()))
        );
        assert_eq!(
            of("[stripe amount:1500 currency:euro currency:usd]"),
            Some((1500, "usd".to_owned()))
        );
        for template in [
            "[stripe]",
            "[stripe amount:0 currency:eur]",
            "[stripe amount:5]",
            "[text a]",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }

    #[test]
    fn links_hold_ids_only() {
        let link = payment_link("pi_1", "sk_test_x");
        assert_eq!(
            link.as_deref(),
            Some("https://dashboard.stripe.com/test/payments/pi_1")
        );
        assert_eq!(
            payment_link("pi_1", "sk_live_x").as_deref(),
            Some("https://dashboard.stripe.com/payments/pi_1")
        );
        assert_eq!(payment_link("../x", "sk_live_x"), None);
    }
}
