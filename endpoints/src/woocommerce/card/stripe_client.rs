//! Requests to Stripe's API. The secret key goes into a header, and nowhere else.

use std::time::Duration;

use compat::woocommerce::order::{StripePayment, StripeSettings, stripe_payment};
use serde_json::Value;

use crate::http_client::{HttpRequest, send};
use crate::woocommerce::settings::WooCommerceSettings;

/// The version of the API whose objects are read.
const VERSION: &str = "2024-06-20";

/// Maximum size of an answer in bytes.
const LIMIT: usize = 512 * 1024;

/// Stripe did not do what it was asked; the log says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotDone;

/// A client with the shop's key.
pub struct StripeClient<'a> {
    url: &'a str,
    timeout: Duration,
    /// The shop's settings.
    pub settings: StripeSettings,
}

impl<'a> StripeClient<'a> {
    /// A client.
    pub fn new(own: &'a WooCommerceSettings, settings: StripeSettings) -> Self {
        Self {
            url: own.stripe_url.trim_end_matches('/'),
            timeout: Duration::from_secs(own.payment_timeout.max(1)),
            settings,
        }
    }

    /// The intent or session of an id; `None`: there is none.
    ///
    /// # Errors
    /// When Stripe does not answer, or refuses.
    pub async fn read(&self, id: &str) -> Result<Option<StripePayment>, NotDone> {
        let path = format!("{}?expand[]=payment_intent", place(id)?);
        let path = if id.starts_with("cs_") {
            path
        } else {
            place(id)?
        };
        let object = self.ask(&path, None).await?;
        Ok(object.as_ref().and_then(stripe_payment))
    }

    /// Makes an intent or a session, or changes one. `key`: the idempotency key.
    ///
    /// # Errors
    /// When Stripe does not answer, or refuses.
    pub async fn post(
        &self,
        path: &str,
        key: &str,
        fields: &[(&str, &str)],
    ) -> Result<StripePayment, NotDone> {
        let object = self.ask(path, Some((key, fields))).await?;
        object.as_ref().and_then(stripe_payment).ok_or(NotDone)
    }

    /// Ends what can still be paid.
    ///
    /// # Errors
    /// When Stripe does not answer, or refuses: it may have been paid.
    pub async fn end(&self, id: &str) -> Result<(), NotDone> {
        let how = if id.starts_with("cs_") {
            "expire"
        } else {
            "cancel"
        };
        let path = format!("{}/{how}", place(id)?);
        let key = format!("{id}-{how}");
        self.ask(&path, Some((&key, &[]))).await?;
        Ok(())
    }

    /// Sends a request; `form`: idempotency key and fields. A declined card is an answer too: the intent that was declined.
    async fn ask(
        &self,
        path: &str,
        form: Option<(&str, &[(&str, &str)])>,
    ) -> Result<Option<Value>, NotDone> {
        let url = format!("{}/{path}", self.url);
        let mut asked = match form {
            Some((_, fields)) => HttpRequest::form(&url, fields),
            None => HttpRequest::of(&url),
        };
        let key = format!("Bearer {}", self.settings.secret_key);
        asked.headers.push(("authorization", key));
        asked.headers.push(("stripe-version", VERSION.to_owned()));
        if let Some((key, _)) = form {
            asked.headers.push(("idempotency-key", key.to_owned()));
        }
        let asked = asked.to_configured_host().at_most(LIMIT);
        let answer = send(asked, self.timeout).await;
        let answer = answer.map_err(|error| {
            tracing::warn!(path, %error, "Stripe does not answer");
            NotDone
        })?;
        let json: Option<Value> = serde_json::from_slice(&answer.body).ok();
        let status = answer.status;
        match (status, json) {
            (200, Some(object)) => Ok(Some(object)),
            (404, _) if form.is_none() => Ok(None),
            (402, Some(mut refusal)) => {
                let intent = refusal.pointer_mut("/error/payment_intent");
                intent.map(|own| Some(own.take())).ok_or(NotDone)
            }
            (_, refusal) => {
                // Its message may quote what was sent; its code does not.
                let code = refusal.as_ref().and_then(|own| own.pointer("/error/code"));
                let code = code.and_then(Value::as_str).unwrap_or_default();
                tracing::warn!(path, status, code, "Stripe refused");
                Err(NotDone)
            }
        }
    }
}

/// The path of an intent or a session.
fn place(id: &str) -> Result<String, NotDone> {
    let is_id = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match id.split_once('_') {
        _ if !id.bytes().all(is_id) => Err(NotDone),
        Some(("pi", _)) => Ok(format!("payment_intents/{id}")),
        Some(("cs", _)) => Ok(format!("checkout/sessions/{id}")),
        _ => Err(NotDone),
    }
}
