//! Stripe payments: creates and retrieves payment intents, and marks them as used.
//!
//! Contract "contact-form-7", sections 13 (step 9), 16 and 20.9. The mark is stored in the payment intent's metadata at
//! Stripe, so that a payment counts once on any server; until it is written this process reserves the payment.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use compat::contact_form_7::spam::{Payment, PaymentIntent, PaymentIntents};
use compat::wordpress::spam_check::Pending;
use serde_json::Value;

use crate::http_client::{HttpRequest, send};

/// The metadata key of a used payment.
const USED: &str = "wpcf7_submission_timestamp";

/// Payments reserved by submissions in progress.
#[derive(Debug, Default)]
pub struct ReservedPayments(Mutex<HashSet<String>>);

impl ReservedPayments {
    fn take(self: &Arc<Self>, intent: &str) -> Option<Reservation> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.insert(intent.to_owned()).then(|| Reservation {
            all: self.clone(),
            intent: intent.to_owned(),
            is_kept: false,
        })
    }
}

/// A payment reserved for this submission; released on drop unless the submission used it.
#[derive(Debug)]
struct Reservation {
    all: Arc<ReservedPayments>,
    intent: String,
    is_kept: bool,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.is_kept {
            let mut taken = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
            taken.remove(&self.intent);
        }
    }
}

/// The Stripe client of one submission.
#[derive(Debug)]
pub struct Payments {
    /// The URL of the API, `…/v1/payment_intents`.
    pub url: String,
    /// The site's secret key.
    pub secret: String,
    /// Timeout of a request.
    pub timeout: Duration,
    /// The payment that the form requires.
    pub wanted: Option<Payment>,
    /// Payments reserved by other submissions.
    pub others: Arc<ReservedPayments>,
    /// The checked payment intent's id, and its reservation if it was valid.
    answer: Mutex<Option<(String, Option<Reservation>)>>,
}

impl Payments {
    /// A client for a submission to a form that requires `wanted`.
    pub fn new(
        (url, secret): (&str, String),
        timeout: Duration,
        wanted: Option<Payment>,
        others: Arc<ReservedPayments>,
    ) -> Self {
        Self {
            url: url.trim_end_matches('/').to_owned(),
            secret,
            timeout,
            wanted,
            others,
            answer: Mutex::default(),
        }
    }

    /// Sends a request; `None` on an error status or timeout.
    async fn ask(&self, url: &str, form: Option<&[(&str, &str)]>) -> Option<Value> {
        let asked = match form {
            Some(fields) => HttpRequest::form(url, fields),
            None => HttpRequest::of(url),
        };
        let mut asked = asked.to_configured_host();
        let key = format!("Bearer {}", self.secret);
        asked.headers.push(("authorization", key));
        match send(asked, self.timeout).await {
            Ok(answer) if answer.status == 200 => {
                let json = serde_json::from_slice(&answer.body);
                json.inspect_err(|error| tracing::warn!(url, %error, "Stripe sent no JSON"))
                    .ok()
            }
            Ok(answer) => {
                tracing::warn!(url, answer.status, "Stripe refused");
                None
            }
            Err(error) => {
                tracing::warn!(url, %error, "Stripe does not answer");
                None
            }
        }
    }

    /// Whether the payment exists at Stripe, succeeded with the form's amount, and was not used by another submission.
    async fn is_paid(&self, intent: &str) -> bool {
        let Some(wanted) = &self.wanted else {
            return false;
        };
        let url = format!("{}/{intent}", self.url);
        let Some(known) = self.ask(&url, None).await else {
            return false;
        };
        let text = |key: &str| known.get(key).and_then(Value::as_str);
        let is_used = known
            .get("metadata")
            .is_some_and(|data| data.get(USED).is_some());
        text("status") == Some("succeeded")
            && known.get("amount").and_then(Value::as_u64) == Some(wanted.amount)
            && text("currency").is_some_and(|c| c.eq_ignore_ascii_case(&wanted.currency))
            && !is_used
    }

    async fn look_up(&self, intent: &str) -> bool {
        let known = |answer: &Option<(String, Option<Reservation>)>| {
            let (id, taken) = answer.as_ref()?;
            (id == intent).then(|| taken.is_some())
        };
        let lock = || self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(is_fresh) = known(&lock()) {
            return is_fresh;
        }
        let taken = self.others.take(intent);
        let is_paid = taken.is_some() && self.is_paid(intent).await;
        let taken = taken.filter(|_| is_paid);
        let is_fresh = taken.is_some();
        *lock() = Some((intent.to_owned(), taken));
        is_fresh
    }

    /// Marks the payment as used by a submission to a form.
    pub async fn mark_used(&self, form: i64, timestamp: i64) {
        let answer = {
            let mut answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
            answer.take()
        };
        let Some((intent, Some(mut taken))) = answer else {
            return;
        };
        let url = format!("{}/{intent}", self.url);
        let (form, timestamp) = (form.to_string(), timestamp.to_string());
        let used = format!("metadata[{USED}]");
        let fields = [
            ("metadata[wpcf7_contact_form_id]", form.as_str()),
            (used.as_str(), timestamp.as_str()),
        ];
        taken.is_kept = self.ask(&url, Some(&fields)).await.is_none();
    }
}

impl PaymentIntents for Payments {
    fn is_fresh<'a>(&'a self, intent: &'a str) -> Pending<'a, bool> {
        Box::pin(async move { Ok(self.look_up(intent).await) })
    }

    fn create<'a>(&'a self, payment: Payment) -> Pending<'a, Option<PaymentIntent>> {
        Box::pin(async move {
            let amount = payment.amount.to_string();
            let mut fields = vec![
                ("amount", amount.as_str()),
                ("currency", payment.currency.as_str()),
            ];
            if !payment.receipt_email.is_empty() {
                fields.push(("receipt_email", payment.receipt_email.as_str()));
            }
            let made = self.ask(&self.url, Some(&fields)).await;
            let text = |key: &str| made.as_ref()?.get(key)?.as_str().map(str::to_owned);
            let pair = text("id").zip(text("client_secret"));
            Ok(pair.map(|(id, client_secret)| PaymentIntent { id, client_secret }))
        })
    }
}
