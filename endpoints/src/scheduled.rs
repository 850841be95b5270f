//! Jobs that run by themselves while the server runs: WordPress's scheduled events, without visitors to start them.

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
    /// Does what is due; how long to wait for the next time.
    pub run: for<'a> fn(&'a App) -> HandlerFuture<'a, Duration>,
}

/// Shortest wait, whatever a job says.
const SHORTEST: Duration = Duration::from_secs(1);

/// Runs the jobs until the set is dropped.
pub fn start(app: &Arc<App>, scheduled: Vec<Scheduled>) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    for job in scheduled {
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
