//! Looks whether somebody changed the database, and makes the change visible: the site is read again and kept pages go.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::db::{ChangeWatch, Changes};

use crate::app::App;
use crate::server::PageCache;

/// Runs until it is aborted. A database that does not answer is asked again; kept pages stay meanwhile.
pub async fn watch(app: Arc<App>, cache: Arc<PageCache>, interval: Duration) {
    let mut changes = ChangeWatch::new(app.db.clone());
    // A change is told once: when the site cannot be read at that moment, it is read at a later look.
    let mut is_behind = false;
    loop {
        match changes.poll().await {
            Ok(changed) if !is_shown(&changed) => {}
            Ok(changed) => {
                tracing::debug!(?changed, "the database changed");
                is_behind = true;
            }
            Err(error) => tracing::warn!(%error, "the database does not tell whether it changed"),
        }
        if is_behind {
            is_behind = !refresh(&app, &cache).await;
        }
        tokio::time::sleep(interval).await;
    }
}

/// Whether visitors may see the change: mails that come and go are shown nowhere.
fn is_shown(changes: &Changes) -> bool {
    match changes {
        Changes::Nothing => false,
        Changes::Tables(tables) => tables.iter().any(|table| table != "oxipress_outbox"),
        Changes::Everything => true,
    }
}

/// Whether the site could be read again.
async fn refresh(app: &App, cache: &PageCache) -> bool {
    match app.reload().await {
        Ok(()) => cache.clear(),
        Err(error) => {
            tracing::warn!(%error, "the site could not be read again");
            return false;
        }
    }
    true
}
