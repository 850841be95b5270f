//! reCAPTCHA for Divi's forms.
//!
//! Contract "divi-ajax", section 4. Without an account or key a form is never spam; a timeout of the service counts as
//! spam.

use std::time::Duration;

use compat::wordpress::options::Options;
use serde_json::Value;

use crate::app::App;
use crate::http_client::post_form;

use super::settings::DiviSettings;

/// The option with the accounts.
const OPTION: &str = "et_core_api_spam_options";

/// A form's token and settings.
pub struct SpamCheck<'a> {
    /// `recaptcha_list`: the account.
    pub account: &'a str,
    /// `recaptcha_min_score`.
    pub min_score: &'a str,
    /// The token sent by the page's script.
    pub token: &'a str,
    /// The visitor's address.
    pub remote_ip: String,
}

impl SpamCheck<'_> {
    /// Whether the service verifies the token.
    pub async fn is_human(&self, app: &App, options: &Options) -> bool {
        if matches!(self.token, "" | "0") {
            return false;
        }
        let Some(secret) = self.secret(options) else {
            return true;
        };
        let fields = [
            ("secret", secret.as_str()),
            ("response", self.token),
            ("remoteip", self.remote_ip.as_str()),
        ];
        let settings = app.settings.section::<DiviSettings>();
        let timeout = Duration::from_secs(settings.provider_timeout.max(1));
        match post_form(&settings.recaptcha_url, &fields, timeout).await {
            Ok(response) if response.status == 200 => self.judge(&response.body),
            Ok(response) => {
                tracing::warn!(response.status, "the spam service refused");
                false
            }
            Err(error) => {
                tracing::warn!(%error, "the spam service does not answer");
                false
            }
        }
    }

    /// The first account of the site; empty when there is none.
    pub fn first_account(options: &Options) -> String {
        let accounts = options.value(OPTION).at("accounts").at("recaptcha");
        let first = accounts.iter().next();
        first
            .map(|(name, _)| name.to_string_lossy())
            .unwrap_or_default()
    }

    /// The secret key of the account.
    fn secret(&self, options: &Options) -> Option<String> {
        let account = options
            .value(OPTION)
            .at("accounts")
            .at("recaptcha")
            .at(self.account);
        let secret = account.at("secret_key").to_string_lossy().into_owned();
        (!self.account.is_empty() && !secret.is_empty()).then_some(secret)
    }

    fn judge(&self, body: &[u8]) -> bool {
        let response = serde_json::from_slice::<Value>(body);
        let response = response.inspect_err(|error| {
            tracing::warn!(%error, "a verifying service sent no JSON");
        });
        let response = response.unwrap_or_default();
        let is_success = response.get("success").and_then(Value::as_bool) == Some(true);
        let score = response.get("score").and_then(Value::as_f64);
        let least: f64 = self.min_score.trim().parse().unwrap_or(0.5);
        is_success && score.is_none_or(|score| score >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_below_the_least_are_robots() {
        let check = SpamCheck {
            account: "a",
            min_score: "0.7",
            token: "t",
            remote_ip: String::new(),
        };
        assert!(check.judge(br#"{"success":true,"score":0.7}"#));
        assert!(!check.judge(br#"{"success":true,"score":0.6}"#));
        assert!(!check.judge(br#"{"success":false,"score":0.9}"#));
        assert!(!check.judge(b"nonsense"));
    }
}
