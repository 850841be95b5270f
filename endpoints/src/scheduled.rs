//! Scheduled jobs: WordPress's cron events, run by the server instead of by visits.
//!
//! Of several instances on one database one runs a job of the site at a time, under a lease
//! ([`compat::wordpress::job_lease`]); a job runs what is due, so what one has done is not done again by the next.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::job_lease::{JobLeases, LEASE};
use tokio::task::JoinSet;

use crate::app::App;
use crate::server::HandlerFuture;

/// Where a job runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobScope {
    /// On one instance at a time.
    Site,
    /// On each: it works on the instance's own files, or takes each piece of work once by itself.
    Instance,
}

/// A job of a column.
#[derive(Debug, Clone, Copy)]
pub struct Scheduled {
    /// Its name in WordPress.
    pub name: &'static str,
    /// Where it runs.
    pub scope: JobScope,
    /// Runs what is due; returns the time until the next run.
    pub run: for<'a> fn(&'a App) -> HandlerFuture<'a, Duration>,
}

/// Minimum time between two runs of a job.
const SHORTEST: Duration = Duration::from_secs(1);
/// Pause after the database did not give a lease because it failed.
const FAILED: Duration = Duration::from_secs(5);

/// How long a database that is away holds up the stop.
const GIVING_BACK: Duration = Duration::from_secs(2);

/// The jobs of an instance, until they are stopped or dropped.
pub struct Jobs {
    tasks: JoinSet<()>,
    leases: Arc<JobLeases>,
}

impl Jobs {
    /// Stops them where they are, and gives back their leases: the next instance need not wait until these have ended.
    pub async fn stop(mut self) {
        self.tasks.shutdown().await;
        match tokio::time::timeout(GIVING_BACK, self.leases.give_back_all()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "the leases of scheduled jobs end by themselves")
            }
            Err(_) => tracing::warn!("no time to give leases back: they end by themselves"),
        }
    }
}

/// Runs the jobs.
pub fn start(app: &Arc<App>, scheduled: Vec<Scheduled>) -> Jobs {
    let mut tasks = JoinSet::new();
    let leases = Arc::new(JobLeases::new(app.db.clone(), app.clock.clone()));
    for job in scheduled {
        let (app, leases) = (Arc::clone(app), Arc::clone(&leases));
        tasks.spawn(async move {
            loop {
                let pause = match job.scope {
                    JobScope::Instance => run(&app, &job).await,
                    JobScope::Site => run_leased(&app, &job, &leases).await,
                };
                tokio::time::sleep(pause.max(SHORTEST)).await;
            }
        });
    }
    Jobs { tasks, leases }
}

async fn run(app: &App, job: &Scheduled) -> Duration {
    tracing::debug!(job = job.name, "a scheduled job runs");
    (job.run)(app).await
}

/// Runs a job if no other instance does; the time until the next try.
async fn run_leased(app: &App, job: &Scheduled, leases: &JobLeases) -> Duration {
    match leases.take(job.name).await {
        Ok(Ok(())) => {}
        Ok(Err(seconds)) => return Duration::from_secs(u64::try_from(seconds).unwrap_or(1)),
        Err(error) => {
            tracing::warn!(%error, job = job.name, "no lease for a scheduled job");
            return FAILED;
        }
    }
    let pause = tokio::select! {
        pause = run(app, job) => pause,
        never = prolong(job, leases) => never,
    };
    if let Err(error) = leases.give_back(job.name).await {
        tracing::warn!(%error, job = job.name, "the lease of a scheduled job ends by itself");
    }
    pause
}

/// Prolongs a lease as long as the job runs.
async fn prolong(job: &Scheduled, leases: &JobLeases) -> Duration {
    let third = Duration::from_secs(u64::try_from(LEASE / 3).unwrap_or(1));
    loop {
        tokio::time::sleep(third).await;
        match leases.take(job.name).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => {
                tracing::warn!(job = job.name, "another instance took a scheduled job over");
            }
            Err(error) => tracing::warn!(%error, job = job.name, "a lease is not prolonged"),
        }
    }
}
