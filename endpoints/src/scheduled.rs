//! Scheduled jobs: WordPress's cron events, run by the server instead of by visits.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::app::App;
use crate::server::HandlerFuture;

/// A job of a column.
#[derive(Debug, Clone, Copy)]
pub struct Scheduled {
    /// Its name in WordPress.
    pub name: &'static str,
    /// Runs what is due; returns the time until the next run.
    pub run: for<'a> fn(&'a App) -> HandlerFuture<'a, Duration>,
}

/// Minimum time between two runs of a job.
const SHORTEST: Duration = Duration::from_secs(1);

/// Runs the jobs of the site's columns until the set is dropped.
pub fn start(app: &Arc<App>) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    for job in app.state().columns.scheduled.clone() {
        let app = Arc::clone(app);
        jobs.spawn(async move {
            loop {
                tracing::debug!(job = job.name, "a scheduled job runs");
                let pause = (job.run)(&app).await;
                tokio::time::sleep(pause.max(SHORTEST)).await;
            }
        });
    }
    jobs
}
