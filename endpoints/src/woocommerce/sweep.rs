//! The scheduled job that deletes sessions whose time is over.
//!
//! Contract "woocommerce", section 3.2.

use std::time::Duration;

use compat::woocommerce::session::sweep_sessions;

use crate::app::App;
use crate::column::Registry;
use crate::scheduled::{JobScope, Scheduled};

/// Twice a day, as the plugin schedules it.
const PAUSE: Duration = Duration::from_secs(12 * 3600);

/// Registers the job.
pub fn register(registry: &mut Registry) {
    registry.scheduled.push(Scheduled {
        name: "woocommerce_cleanup_sessions",
        scope: JobScope::Site,
        run: |app| Box::pin(run(app)),
    });
}

async fn run(app: &App) -> Duration {
    match sweep_sessions(&app.db, app.clock.now()).await {
        Ok(0) => {}
        Ok(sessions) => tracing::info!(
            sessions,
            "sessions of the shop whose time was over are deleted"
        ),
        Err(error) => tracing::warn!(%error, "sessions of the shop cannot be deleted"),
    }
    PAUSE
}
