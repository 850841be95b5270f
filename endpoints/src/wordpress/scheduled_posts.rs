//! The scheduled job that publishes posts when their time has come (`publish_future_post`).
//!
//! Contract "wordpress-rest", section 6.3. Several instances and PHP's cron may look at the same time: each post is
//! published once (`compat::wordpress::post::publish_future_post`).

use std::time::Duration;

use compat::wordpress::db::DbError;
use compat::wordpress::post::publish_future_post::due_posts;
use compat::wordpress::post::save_post::publish_post;

use super::rest::post_writer::post_writer;
use crate::app::App;
use crate::scheduled::{JobScope, Scheduled};

/// The longest pause: a post that another instance schedules is seen after it.
const LONGEST: Duration = Duration::from_secs(5);

/// The tables that publishing changes.
const CHANGED: [&str; 4] = ["posts", "postmeta", "term_taxonomy", "options"];

/// The job.
pub const JOB: Scheduled = Scheduled {
    name: "publish_future_post",
    scope: JobScope::Instance,
    run: |app| Box::pin(run(app)),
};

async fn run(app: &App) -> Duration {
    match publish_due(app).await {
        Ok(pause) => pause,
        Err(error) => {
            tracing::warn!(%error, "scheduled posts cannot be published");
            LONGEST
        }
    }
}

/// Publishes what is due; the time until the next look.
async fn publish_due(app: &App) -> Result<Duration, DbError> {
    let now = app.clock.now();
    let writer = post_writer(app, &app.state(), now);
    let (due, next) = due_posts(&app.db, &writer).await?;
    let mut published = false;
    for id in due {
        if publish_post(&app.db, &writer, id).await?.is_some() {
            tracing::info!(post = id.0, "a scheduled post is published");
            published = true;
        }
    }
    if published {
        app.changed(&CHANGED).await?;
    }
    let pause = next.and_then(|next| u64::try_from(next.saturating_sub(now)).ok());
    Ok(pause.map_or(LONGEST, |pause| LONGEST.min(Duration::from_secs(pause))))
}
