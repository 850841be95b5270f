//! HTTP client for newsletter providers: sends the requests of a subscription in order.
//!
//! Contract "divi-ajax", section 2. Timeouts, 429 and 5xx are retried later; other errors are final.

use std::time::Duration;

use compat::divi::email_provider::{
    Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber,
};
use http::Method;
use jiff::fmt::rfc2822::DateTimeParser;

use crate::http_client::{HttpRequest, send};

use super::settings::DiviSettings;

/// Maximum number of requests for one subscription.
const MOST_STEPS: usize = 5;

/// Maximum `Retry-After` honoured, in seconds.
const LONGEST_PAUSE: i64 = 24 * 3600;

/// The result of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subscribed {
    /// The provider accepted it.
    Taken,
    /// The provider refused it, with this message.
    Refused(String),
    /// The provider did not respond; to be retried.
    ProviderUnavailable(ProviderUnavailable),
}

/// Why a provider did not respond.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProviderUnavailable {
    /// The reason, for the log.
    pub reason: String,
    /// Seconds until the next attempt is allowed.
    pub pause: i64,
}

/// Subscribes at a provider.
pub async fn subscribe(
    settings: &DiviSettings,
    provider: &dyn EmailProvider,
    (account, subscriber): (&Account, &Subscriber),
    now: i64,
) -> Subscribed {
    let mut request = match provider.subscribe(account, subscriber) {
        Ok(request) => request,
        Err(text) => return Subscribed::Refused(text),
    };
    for step in 0..MOST_STEPS {
        let is_optional = request.is_optional;
        let response = match ask(settings, request, now).await {
            Ok(response) => response,
            Err(_) if is_optional => return Subscribed::Taken,
            Err(unanswered) => return Subscribed::ProviderUnavailable(unanswered),
        };
        if is_optional {
            return Subscribed::Taken;
        }
        match provider.parse_response(step, &response, account, subscriber) {
            Step::Done => return Subscribed::Taken,
            Step::Refused(text) => return Subscribed::Refused(text),
            Step::Then(next) => request = *next,
        }
    }
    Subscribed::Refused(String::new())
}

/// Sends a request. A timeout and a status that asks to retry later are errors.
async fn ask(
    settings: &DiviSettings,
    request: ApiRequest,
    now: i64,
) -> Result<ApiResponse, ProviderUnavailable> {
    let timeout = Duration::from_secs(settings.provider_timeout.max(1));
    let wired = HttpRequest {
        method: Method::from_bytes(request.method.as_bytes()).unwrap_or(Method::POST),
        url: address(settings, &request.url),
        headers: request.headers,
        body: request.body,
        response_limit: None,
        is_configured_host: !settings.provider_url.is_empty(),
    };
    let response = send(wired, timeout)
        .await
        .map_err(|error| ProviderUnavailable {
            reason: error.to_string(),
            pause: 0,
        })?;
    let retry_after = response.retry_after.unwrap_or_default();
    let response = ApiResponse {
        status: response.status,
        body: response.body.to_vec(),
    };
    if response.is_for_later() {
        return Err(ProviderUnavailable {
            reason: format!("the service answers {}", response.status),
            pause: pause(&retry_after, now),
        });
    }
    Ok(response)
}

/// `Retry-After` in seconds (RFC 9110, section 10.2.3): a number, or the time until a date.
fn pause(retry_after: &str, now: i64) -> i64 {
    let text = retry_after.trim();
    let seconds = match text.parse::<i64>() {
        Ok(seconds) => seconds,
        Err(_) => DateTimeParser::new()
            .parse_timestamp(text)
            .map_or(0, |at| at.as_second().saturating_sub(now)),
    };
    seconds.clamp(0, LONGEST_PAUSE)
}

/// The URL; with `divi.provider_url` set, that URL with the original host as first path segment.
fn address(settings: &DiviSettings, url: &str) -> String {
    let override_url = settings.provider_url.trim_end_matches('/');
    let rest = url.split_once("://").map(|(_, rest)| rest);
    match rest {
        Some(rest) if !override_url.is_empty() => format!("{override_url}/{rest}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_say_how_long_to_wait() {
        // 2026-11-21T01:22:50Z.
        let now = 1_795_224_170;
        for (text, wanted) in [
            ("120", 120),
            (" 3600 ", 3600),
            ("Sat, 21 Nov 2026 01:24:50 GMT", 120),
            ("Sat, 21 Nov 2026 01:00:00 GMT", 0),
            ("-5", 0),
            ("99999999", LONGEST_PAUSE),
            ("soon", 0),
            ("", 0),
        ] {
            assert_eq!(pause(text, now), wanted, "{text}");
        }
    }

    #[test]
    fn the_override_url_gets_the_original_host() {
        let mut settings = DiviSettings::default();
        let url = "https://us1.api.mailchimp.com/3.0/lists";
        assert_eq!(address(&settings, url), url);
        settings.provider_url = "http://127.0.0.1:9/".into();
        let wanted = "http://127.0.0.1:9/us1.api.mailchimp.com/3.0/lists";
        assert_eq!(address(&settings, url), wanted);
    }
}
