//! `siteverify`: verifies a reCAPTCHA or Turnstile token.
//!
//! Contract "contact-form-7", section 16: a status other than 200 and a timeout count as not verified.

use std::time::Duration;

use compat::contact_form_7::spam::{SiteVerify, SiteVerifyAnswer};
use compat::wordpress::spam_check::Pending;
use serde_json::Value;

use crate::http_client::post_form;

/// A verifying service with the site's secret.
#[derive(Debug, Clone)]
pub struct Service {
    /// The URL of its API.
    pub url: String,
    /// The site's secret key.
    pub secret: String,
    /// Timeout of a request.
    pub timeout: Duration,
}

impl SiteVerify for Service {
    fn siteverify<'a>(&'a self, token: &'a str) -> Pending<'a, SiteVerifyAnswer> {
        Box::pin(async move {
            let fields = [("secret", self.secret.as_str()), ("response", token)];
            Ok(match post_form(&self.url, &fields, self.timeout).await {
                Ok(response) if response.status == 200 => read(&response.body),
                Ok(response) => {
                    tracing::warn!(self.url, response.status, "a verifying service refused");
                    SiteVerifyAnswer::default()
                }
                Err(error) => {
                    tracing::warn!(self.url, %error, "a verifying service does not answer");
                    SiteVerifyAnswer::default()
                }
            })
        })
    }
}

fn read(body: &[u8]) -> SiteVerifyAnswer {
    let response = serde_json::from_slice::<Value>(body);
    let response = response.inspect_err(|error| {
        tracing::warn!(%error, "a verifying service sent no JSON");
    });
    let response = response.unwrap_or_default();
    SiteVerifyAnswer {
        success: response.get("success").and_then(Value::as_bool) == Some(true),
        score: response.get("score").and_then(Value::as_f64),
    }
}
