//! Speaks to the services of newsletters: what a provider wants sent is sent, one request after the other.
//!
//! Contract "divi-ajax", section 2. A service that does not answer, or says that it cannot now, is asked again later;
//! what it refuses is refused.

use std::time::Duration;

use compat::divi::email_provider::{
    Account, ApiAnswer, ApiRequest, EmailProvider, Step, Subscriber,
};
use http::Method;

use crate::config::settings::DiviSettings;
use crate::http_client::{HttpRequest, send};

/// Most requests of one subscription.
const MOST_STEPS: usize = 5;

/// What became of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subscribed {
    /// The service has it.
    Taken,
    /// The service refused it, with this text.
    Refused(String),
    /// The service did not answer.
    Unanswered(String),
}

/// Subscribes somebody at a service.
pub async fn subscribe(
    settings: &DiviSettings,
    provider: &dyn EmailProvider,
    account: &Account,
    subscriber: &Subscriber,
) -> Subscribed {
    let mut request = match provider.subscribe(account, subscriber) {
        Ok(request) => request,
        Err(text) => return Subscribed::Refused(text),
    };
    for step in 0..MOST_STEPS {
        let is_optional = request.is_optional;
        let answer = match ask(settings, request).await {
            Ok(answer) => answer,
            Err(_) if is_optional => return Subscribed::Taken,
            Err(reason) => return Subscribed::Unanswered(reason),
        };
        if is_optional {
            return Subscribed::Taken;
        }
        match provider.answered(step, &answer, account, subscriber) {
            Step::Done => return Subscribed::Taken,
            Step::Refused(text) => return Subscribed::Refused(text),
            Step::Then(next) => request = *next,
        }
    }
    Subscribed::Refused(String::new())
}

/// Sends a request. Silence, and an answer for later, are errors.
async fn ask(settings: &DiviSettings, request: ApiRequest) -> Result<ApiAnswer, String> {
    let timeout = Duration::from_secs(settings.provider_timeout.max(1));
    let wired = HttpRequest {
        method: Method::from_bytes(request.method.as_bytes()).unwrap_or(Method::POST),
        url: address(settings, &request.url),
        headers: request.headers,
        body: request.body,
        answer_limit: None,
    };
    let answer = send(wired, timeout)
        .await
        .map_err(|error| error.to_string())?;
    let answer = ApiAnswer {
        status: answer.status,
        body: answer.body.to_vec(),
    };
    if answer.is_for_later() {
        return Err(format!("the service answers {}", answer.status));
    }
    Ok(answer)
}

/// The address, or the one in its place where a stand-in is set: its host becomes the first part of the path.
fn address(settings: &DiviSettings, url: &str) -> String {
    let stand_in = settings.provider_url.trim_end_matches('/');
    let rest = url.split_once("://").map(|(_, rest)| rest);
    match rest {
        Some(rest) if !stand_in.is_empty() => format!("{stand_in}/{rest}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_in_sees_whom_it_stands_for() {
        let mut settings = DiviSettings::default();
        let url = "https://us1.api.mailchimp.com/3.0/lists";
        assert_eq!(address(&settings, url), url);
        settings.provider_url = "http://127.0.0.1:9/".into();
        let wanted = "http://127.0.0.1:9/us1.api.mailchimp.com/3.0/lists";
        assert_eq!(address(&settings, url), wanted);
    }
}
