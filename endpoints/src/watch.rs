//! Polls the database for changes ([`Freshness`](crate::freshness::Freshness)).

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;

/// Runs until it is aborted.
pub async fn watch(app: Arc<App>, interval: Duration) {
    loop {
        app.look().await;
        tokio::time::sleep(interval).await;
    }
}
