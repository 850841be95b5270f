//! Polls the database ([`Freshness`](crate::freshness::Freshness)).

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;

/// Runs until it is aborted.
pub async fn watch(app: Arc<App>, interval: Duration) {
    loop {
        app.poll_changes().await;
        tokio::time::sleep(interval).await;
    }
}
