//! The job that removes what killed servers left of uploads.
//!
//! Contract "wordpress-rest" section 7.

use std::time::Duration;

use compat::wordpress::media::library::sweep::sweep;

use crate::app::App;
use crate::scheduled::{JobScope, Scheduled};

/// Time between two sweeps.
const EVERY: Duration = Duration::from_secs(600);

/// Removes what killed servers left; runs at the start too.
pub const SWEEP: Scheduled = Scheduled {
    name: "media_library_sweep",
    scope: JobScope::Instance,
    run: |app| {
        Box::pin(async move {
            run(app).await;
            EVERY
        })
    },
};

async fn run(app: &App) {
    let Some(library) = &app.library else {
        return;
    };
    match sweep(&app.db, library).await {
        Ok(0) => {}
        Ok(servers) => tracing::info!(servers, "what killed servers left of uploads is removed"),
        Err(error) => {
            tracing::warn!(%error, "what killed servers left of uploads cannot be removed")
        }
    }
}
