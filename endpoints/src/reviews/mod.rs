//! Reviews and Rating: the scheduled retrieval of reviews and of authors' avatars.
//!
//! Contract "reviews-widget", section 2. The plugin has neither public ajax actions nor REST routes.

mod avatars;
mod import_command;
pub mod retrieve;
mod settings;

use std::time::Duration;

use compat::reviews::register::COLUMN as MEANING;
use compat::reviews::site_reviews::Configured;

use crate::app::App;
use crate::column::{Column, Registry};
use crate::column_states::ColumnState;
use crate::config::section::Section;
use crate::scheduled::{JobScope, Scheduled};
use settings::ReviewsSettings;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    settings: Some(Section::of::<ReviewsSettings>()),
    commands: &[import_command::COMMAND],
    configure: |settings, now, configured| {
        configured.insert(Configured {
            travel: settings.section::<ReviewsSettings>().travel(),
            shuffled_since: now,
        });
    },
    ..Column::new("reviews", MEANING.is_active)
};

/// The job's name in WordPress.
const JOB: &str = "google_business_reviews_rating_run";
/// Interval at which the retrieval's schedule is checked.
const HOURLY: Duration = Duration::from_secs(3600);
/// The interval while no response is stored: the place may just have been configured.
const SOON: Duration = Duration::from_secs(60);
/// Delay after the first failure, doubled with each further one.
const PAUSE: Duration = Duration::from_secs(300);
/// Maximum delay.
const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 3600);

fn register(registry: &mut Registry) {
    registry.scheduled.push(Scheduled {
        name: JOB,
        scope: JobScope::Site,
        run: |app| Box::pin(run(app)),
    });
}

/// Failures in a row.
#[derive(Debug, Default)]
struct Failures(std::sync::atomic::AtomicU32);

impl ColumnState for Failures {
    fn new(_: &compat::wordpress::db::Db) -> Self {
        Self::default()
    }
}

/// Runs a due retrieval; returns the time until the next check.
async fn run(app: &App) -> Duration {
    if !app.settings.section::<ReviewsSettings>().retrieval {
        return HOURLY;
    }
    let pause = retrieve(app).await;
    match avatars::fetch(app).await {
        Ok(0) => {}
        Ok(pictures) => tracing::info!(pictures, "pictures of authors are kept"),
        Err(error) => tracing::warn!(%error, "the pictures of authors cannot be fetched"),
    }
    pause
}

async fn retrieve(app: &App) -> Duration {
    use std::sync::atomic::Ordering::Relaxed;
    let failures = app.column_state::<Failures>();
    match retrieve::when_due(app).await {
        Ok(retrieve::Outcome::NotDue { has_result }) => {
            if has_result {
                HOURLY
            } else {
                SOON
            }
        }
        Ok(retrieve::Outcome::Stored { reviews }) => {
            tracing::info!(reviews, "reviews were retrieved");
            failures.0.store(0, Relaxed);
            HOURLY
        }
        Ok(retrieve::Outcome::Refused { status }) => {
            let pause = pause(failures.0.fetch_add(1, Relaxed));
            tracing::warn!(%status, ?pause, "the place service refuses; the stored reviews stay");
            pause
        }
        Err(error) => {
            let pause = pause(failures.0.fetch_add(1, Relaxed));
            tracing::warn!(%error, ?pause, "no reviews could be retrieved; the stored ones stay");
            pause
        }
    }
}

fn pause(failures: u32) -> Duration {
    let factor = 1_u32.checked_shl(failures.min(16)).unwrap_or(u32::MAX);
    PAUSE.saturating_mul(factor).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_six_hours() {
        let minutes = |failures| pause(failures).as_secs() / 60;
        assert_eq!([0, 1, 2, 6, 7, 40].map(minutes), [5, 10, 20, 320, 360, 360]);
    }
}
