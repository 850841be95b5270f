//! The worker that stores what the cache in front of the site must throw away, and calls it until it confirms.
//!
//! Every instance that notices a change stores and sends it: a page that the cache fetched meanwhile from an instance which
//! did not know the change yet goes with that instance's call.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use compat::wordpress::db::DbError;
use compat::wordpress::db::tag_key::SITE;
use compat::wordpress::purge_queue::Purge;

use super::Cdn;
use super::calls::{MOST_KEYS, calls};
use crate::app::App;
use crate::http_client;

/// How often keys of other instances are looked for: one may have died before its call.
const POLL: Duration = Duration::from_secs(5);
/// The first pause after a failed call; it doubles up to the longest one.
const PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Runs until it is aborted; returns at once without a cache that is called.
pub async fn run(app: Arc<App>) {
    let cdn = &app.cdn;
    if !cdn.is_purged() {
        return;
    }
    let mut pause = PAUSE;
    loop {
        match cdn.step().await {
            Ok(true) => {
                pause = PAUSE;
                continue;
            }
            Ok(false) => {
                pause = PAUSE;
                tokio::select! {
                    () = cdn.changed.notified() => {}
                    () = tokio::time::sleep(POLL) => {}
                }
                continue;
            }
            Err(reason) => {
                tracing::warn!(
                    reason,
                    "the cache in front of the site keeps what has changed; tried again"
                );
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

impl Cdn {
    /// Stores pending keys and sends a batch; whether there was one. The reason of a failure names no secret.
    async fn step(&self) -> Result<bool, String> {
        self.store().await.map_err(|error| error.to_string())?;
        let most = i64::try_from(MOST_KEYS).unwrap_or(1);
        let batch = self
            .queue
            .next(most)
            .await
            .map_err(|error| error.to_string())?;
        if batch.is_empty() {
            return Ok(false);
        }
        let sent = self.send(&batch).await;
        let counter = if sent.is_ok() {
            &self.sent
        } else {
            &self.failed
        };
        counter.fetch_add(1, Ordering::Relaxed);
        sent?;
        self.queue
            .purged(batch)
            .await
            .map_err(|error| error.to_string())?;
        Ok(true)
    }

    async fn store(&self) -> Result<(), DbError> {
        let keys = std::mem::take(&mut *self.pending());
        if keys.is_empty() {
            return Ok(());
        }
        let everything = [SITE.to_owned()].into_iter().collect();
        let keys = if keys.contains(SITE) {
            everything
        } else {
            keys
        };
        let stored = self.queue.add(keys.iter().cloned().collect()).await;
        if stored.is_err() {
            self.pending().extend(keys);
        }
        stored
    }

    async fn send(&self, batch: &[Purge]) -> Result<(), String> {
        let keys: Vec<&str> = batch.iter().map(|(key, _)| key.as_str()).collect();
        let timeout = Duration::from_secs(self.settings.timeout.max(1));
        for call in calls(&self.settings, &keys) {
            let answer = http_client::send(call, timeout).await;
            let answer = answer.map_err(|error| error.to_string())?;
            if !(200..300).contains(&answer.status) {
                return Err(format!("it answers a purge call with {}", answer.status));
            }
        }
        Ok(())
    }
}
