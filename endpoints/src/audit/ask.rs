//! Asks the front controller who serves addresses, several at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use super::progress::Progress;
use super::site_url::SiteOrigin;
use super::verdict::Verdict;
use crate::wordpress::FrontController;

/// The longest that one address may take.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Asks who serves addresses.
#[derive(Clone)]
pub struct Asker {
    controller: Arc<FrontController>,
    origin: SiteOrigin,
}

impl Asker {
    /// Asks this front controller about the site at an address.
    pub fn new(controller: Arc<FrontController>, origin: SiteOrigin) -> Self {
        Self { controller, origin }
    }

    /// Who serves each of the addresses, in their order.
    pub async fn ask(&self, step: &str, urls: Vec<String>, told: Progress<'_>) -> Vec<Verdict> {
        let (count, urls) = (urls.len(), Arc::new(urls));
        let next = Arc::new(AtomicUsize::new(0));
        let workers = std::thread::available_parallelism().map_or(2, usize::from) * 2;
        let mut tasks = JoinSet::new();
        for _ in 0..workers.min(count) {
            let (asker, urls, next) = (self.clone(), Arc::clone(&urls), Arc::clone(&next));
            tasks.spawn(async move {
                let mut verdicts = Vec::new();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(url) = urls.get(at) else {
                        return verdicts;
                    };
                    verdicts.push((at, asker.one(url).await));
                }
            });
        }
        let mut verdicts = Vec::with_capacity(count);
        loop {
            told(step, next.load(Ordering::Relaxed).min(count), count);
            match tokio::time::timeout(PROGRESS_INTERVAL, tasks.join_next()).await {
                Ok(Some(done)) => verdicts.extend(done.unwrap_or_default()),
                Ok(None) => break,
                Err(_) => {}
            }
        }
        verdicts.sort_by_key(|(at, _)| *at);
        let mut told = verdicts.into_iter().peekable();
        // A worker that panicked lost its verdicts: each address keeps its place.
        let of = |at| match told.next_if(|(place, _)| *place == at) {
            Some((_, verdict)) => verdict,
            None => Verdict::failed("the decision failed"),
        };
        (0..count).map(of).collect()
    }

    async fn one(&self, url: &str) -> Verdict {
        let Some(request) = self.origin.request(url) else {
            return Verdict::failed("no browser can ask for this address");
        };
        match tokio::time::timeout(TIMEOUT, self.controller.served_by(request)).await {
            Ok(Ok(served)) => Verdict::Served(served),
            Ok(Err(error)) => Verdict::failed(&error.to_string()),
            Err(_) => Verdict::failed("the decision takes too long"),
        }
    }
}
