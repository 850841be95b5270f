//! Polls the database ([`Freshness`](crate::freshness::Freshness)), and less often the files that the site's data were
//! read from.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;

/// How often files are looked at.
const FILES: Duration = Duration::from_secs(5);
/// How long after a failure a cluster is polled again.
const RETRY: Duration = Duration::from_millis(100);

/// Runs until it is aborted: each interval, and when somebody asks.
pub async fn watch(app: Arc<App>, interval: Duration) {
    let mut looked = tokio::time::Instant::now();
    loop {
        let poll = app.renewals.begin(app.db.node_in_use());
        let has_succeeded = app.poll_changes().await;
        let node = app.db.node_in_use();
        let has_succeeded = app.renewals.end(&poll, has_succeeded, node);
        if looked.elapsed() >= FILES {
            app.poll_files().await;
            looked = tokio::time::Instant::now();
        }
        // Another node of a cluster answers perhaps.
        let pause = match has_succeeded || !app.db.is_cluster() {
            true => interval,
            false => interval.min(RETRY),
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.renewals.asked() => {}
        }
    }
}
