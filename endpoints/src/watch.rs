//! Polls the database ([`Freshness`](crate::freshness::Freshness)), and less often the files that the site's data were
//! read from.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::db::Awaited;

use crate::app::App;
use crate::freshness::Others;

/// How often files are looked at.
const FILES: Duration = Duration::from_secs(5);
/// How long after a failure a cluster is polled again.
const RETRY: Duration = Duration::from_millis(100);

/// Runs until it is aborted: each interval, and when somebody asks.
pub async fn watch(app: Arc<App>, interval: Duration) {
    let mut looked = tokio::time::Instant::now();
    // What is told may be older than a poll by this.
    let within = interval / 2;
    let mut others = Others::Compare(within);
    loop {
        let began = tokio::time::Instant::now();
        let poll = app.renewals.begin(app.db.node_in_use());
        let polled = app.poll_changes(others).await;
        let has_succeeded = app.renewals.end(&poll, polled, app.db.node_in_use());
        if looked.elapsed() >= FILES {
            app.poll_files().await;
            looked = tokio::time::Instant::now();
        }
        let pause = match polled.and_then(|polled| polled.awaited) {
            // Another node of a cluster answers perhaps.
            _ if !has_succeeded && app.db.is_cluster() => interval.min(RETRY),
            Some(awaited) => pause_for(awaited, interval),
            None => interval.saturating_sub(began.elapsed()).max(interval / 4),
        };
        others = tokio::select! {
            () = tokio::time::sleep(pause) => Others::Compare(within),
            () = app.renewals.asked() => Others::Nothing,
        };
    }
}

/// Until another instance has compared what it is awaited for: it begins a poll each interval, and its comparison takes as
/// long as the last one. One that is late gets a quarter of an interval. Whether one that has long compared nothing is still
/// there is not known: half an interval is enough for it.
fn pause_for(awaited: Awaited, interval: Duration) -> Duration {
    let cycle = interval.max(awaited.took + interval / 4);
    match awaited.compared_ago {
        Some(ago) if ago < cycle => cycle - ago + interval / 12,
        Some(ago) if ago < cycle * 2 => interval / 4,
        _ => interval / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_awaits_another_polls_soon_after_it() {
        let pause = |ago: Option<u64>, took| {
            let awaited = Awaited {
                compared_ago: ago.map(Duration::from_millis),
                took: Duration::from_millis(took),
            };
            pause_for(awaited, Duration::from_millis(600)).as_millis()
        };
        assert_eq!([None, Some(9000)].map(|ago| pause(ago, 0)), [300; 2]);
        assert_eq!([Some(600), Some(1199)].map(|ago| pause(ago, 0)), [150; 2]);
        assert_eq!(
            [Some(0), Some(100), Some(599)].map(|ago| pause(ago, 0)),
            [650, 550, 51]
        );
        // A comparison that takes longer than an interval does not begin before it is over.
        assert_eq!(
            [0, 450, 600].map(|took| pause(Some(500), took)),
            [150, 150, 300]
        );
    }
}
