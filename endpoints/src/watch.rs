//! Polls the database ([`Freshness`](crate::freshness::Freshness)), and less often the files that the site's data were
//! read from.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;

/// How often files are looked at.
const FILES: Duration = Duration::from_secs(5);

/// Runs until it is aborted: each interval, and when somebody asks.
pub async fn watch(app: Arc<App>, interval: Duration) {
    let mut looked = tokio::time::Instant::now();
    loop {
        let number = app.renewals.begin();
        app.poll_changes().await;
        app.renewals.end(number);
        if looked.elapsed() >= FILES {
            app.poll_files().await;
            looked = tokio::time::Instant::now();
        }
        tokio::select! {
            () = tokio::time::sleep(interval) => {}
            () = app.renewals.asked() => {}
        }
    }
}
