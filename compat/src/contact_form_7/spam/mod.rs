//! Spam checks of a submission: the plugin's own, then filters in order of priority.
//!
//! Contract "contact-form-7", section 16. External services (reCAPTCHA, Turnstile, Akismet, Stripe) are called through
//! the traits [`SiteVerify`], [`CommentCheck`] and [`PaymentIntents`], implemented in `endpoints`. The honeypot is part
//! of validation, not of the spam checks: see [`crate::wordpress::spam_check`].

mod akismet;
mod disallowed_list;
mod recaptcha;
mod spam_log;
mod stripe;
mod turnstile;

use crate::wordpress::nonce::NonceContext;
use crate::wordpress::php::Value;
use crate::wordpress::spam_check::Pending;

use super::messages::translated;
use super::submission::Submission;

pub use akismet::{Akismet, CommentCheck, SubmittedParams};
pub use disallowed_list::{DisallowedList, wpcf7_check_disallowed_list};
pub use recaptcha::{RECAPTCHA_THRESHOLD, Recaptcha};
pub use spam_log::SpamLogEntry;
pub use stripe::{INTENT_FIELD, Payment, PaymentIntent, PaymentIntents, Stripe, payment_link};
pub use turnstile::Turnstile;

/// The shortest name of a browser that is believed.
const SHORTEST_USER_AGENT: usize = 2;

/// Filters from this priority on are skipped if the submission is already spam.
const EARLY_RETURN: u8 = 9;

/// A spam filter.
pub trait SpamFilter: Sync {
    /// Its name in the spam log.
    fn agent(&self) -> &'static str;
    /// Its priority.
    fn priority(&self) -> u8;
    /// The reason, if the submission is spam.
    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>>;
}

/// The response of a verification service to a token. A status other than 200 counts as not verified.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SiteVerifyAnswer {
    /// `success`.
    pub success: bool,
    /// `score`, where the service gives one.
    pub score: Option<f64>,
}

/// A token verification service.
pub trait SiteVerify: Sync {
    /// The service's response.
    fn siteverify<'a>(&'a self, token: &'a str) -> Pending<'a, SiteVerifyAnswer>;
}

/// The token that a script put into a field, trimmed.
fn token<'a>(submission: &'a Submission<'_>, field: &str) -> &'a str {
    let posted = submission.post.get(field).and_then(Value::as_str);
    posted.unwrap_or_default().trim()
}

/// What the plugin sees by itself: no browser's name, or a nonce that is not the visitor's.
pub(super) fn builtin_checks(
    submission: &Submission<'_>,
    nonce: Option<&NonceContext<'_>>,
) -> Vec<SpamLogEntry> {
    let mut log = Vec::new();
    let mut add = |reason: &str| {
        log.push(SpamLogEntry {
            agent: "wpcf7",
            reason: translated(submission.form.locale, reason).to_owned(),
        });
    };
    if submission.meta.user_agent.len() < SHORTEST_USER_AGENT {
        add("User-Agent string is unnaturally short.");
    }
    let nonce = nonce.filter(|_| submission.meta.current_user_id != 0);
    let nonce = nonce.filter(|_| submission.form.settings.is_nonce_active());
    if let Some(nonce) = nonce
        && nonce
            .verify(token(submission, "_wpnonce"), "wp_rest")
            .is_none()
    {
        add("Submitted nonce is invalid.");
    }
    log
}

/// Runs the checks in order of priority; those from a given priority on are skipped once a check found spam.
pub(super) async fn run(
    submission: &Submission<'_>,
    filters: &[&dyn SpamFilter],
    log: &mut Vec<SpamLogEntry>,
) -> Result<(), crate::wordpress::db::DbError> {
    let mut ordered: Vec<&&dyn SpamFilter> = filters.iter().collect();
    ordered.sort_by_key(|filter| filter.priority());
    for filter in ordered {
        if filter.priority() >= EARLY_RETURN && !log.is_empty() {
            break;
        }
        if let Some(reason) = filter.check(submission).await? {
            log.push(SpamLogEntry {
                agent: filter.agent(),
                reason,
            });
        }
    }
    Ok(())
}
