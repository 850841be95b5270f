//! Looks whether somebody changed the database, and makes the change visible: the site is read again and kept pages go.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::db::{ChangeWatch, Changes};

use crate::app::App;
use crate::server::PageCache;

/// Runs until it is aborted. A database that does not answer is asked again; kept pages stay meanwhile.
pub async fn watch(app: Arc<App>, cache: Arc<PageCache>, interval: Duration) {
    let mut changes = ChangeWatch::new(app.db.clone());
    loop {
        match changes.poll().await {
            Ok(Changes::Nothing) => {}
            Ok(changed) => {
                tracing::debug!(?changed, "the database changed");
                refresh(&app, &cache).await;
            }
            Err(error) => tracing::warn!(%error, "the database does not tell whether it changed"),
        }
        tokio::time::sleep(interval).await;
    }
}

async fn refresh(app: &App, cache: &PageCache) {
    match app.reload().await {
        Ok(()) => cache.clear(),
        Err(error) => tracing::warn!(%error, "the site could not be read again"),
    }
}
