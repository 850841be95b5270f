//! Retries subscriptions whose newsletter provider did not respond.
//!
//! Exponential backoff: one minute, then two, up to six hours, or the provider's longer `Retry-After`. After
//! [`MOST_ATTEMPTS`] the subscription is `refused` and remains in `oxipress subscribers list`.

use std::time::Duration;

use compat::divi::email_provider::subscribers::SubscriberRow;
use compat::divi::email_provider::{self, Account};
use compat::wordpress::db::DbError;

use super::provider_client::{self, Subscribed};
use super::settings::DiviSettings;
use super::state::DiviState;
use crate::app::App;

/// Poll interval for due subscriptions.
const POLL: Duration = Duration::from_secs(30);
/// Maximum number of attempts.
const MOST_ATTEMPTS: i64 = 20;

/// Retries all due subscriptions; returns the time until the next run.
pub async fn run(app: &App) -> Duration {
    let kept = app.column_state::<DiviState>();
    loop {
        match step(app, &kept).await {
            Ok(true) => {}
            Ok(false) => return POLL,
            Err(error) => {
                tracing::warn!(%error, "waiting subscriptions cannot be read");
                return POLL;
            }
        }
    }
}

/// Retries one subscription; returns whether one was due.
async fn step(app: &App, kept: &DiviState) -> Result<bool, DbError> {
    let now = app.clock.now();
    let Some(row) = kept.subscribers.next_due(now).await? else {
        return Ok(false);
    };
    match ask(app, &row).await {
        Subscribed::Taken => kept.subscribers.taken(row.id).await?,
        Subscribed::Refused(reason) => {
            tracing::warn!(row.id, reason, "a service refuses a subscription");
            kept.subscribers.later(row.id, None, &reason).await?;
        }
        Subscribed::ProviderUnavailable(unanswered) => {
            let pause = pause(row.attempts).max(unanswered.pause);
            let at = (row.attempts < MOST_ATTEMPTS).then(|| now.saturating_add(pause));
            kept.subscribers
                .later(row.id, at, &unanswered.reason)
                .await?;
        }
    }
    Ok(true)
}

async fn ask(app: &App, row: &SubscriberRow) -> Subscribed {
    let list = &row.list;
    let Some(provider) = email_provider::provider(&list.provider) else {
        return Subscribed::Refused("no such service".to_owned());
    };
    let state = app.state();
    let options = &state.site.options;
    let account = Account::of(options, &list.provider, &list.account, &list.list_id);
    let who = (&account, &row.subscriber);
    provider_client::subscribe(
        app.settings.section::<DiviSettings>(),
        provider,
        who,
        app.clock.now(),
    )
    .await
}

/// Seconds until the next attempt.
fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts.clamp(1, 9) - 1).unwrap_or(0);
    (60_i64 << doublings).min(6 * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_six_hours() {
        let pauses: Vec<i64> = [0, 1, 2, 3, 9, 20].into_iter().map(pause).collect();
        assert_eq!(pauses, [60, 60, 120, 240, 15_360, 15_360]);
    }
}
