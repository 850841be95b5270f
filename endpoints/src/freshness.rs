//! Makes changes of the database visible, whether made here or by PHP: pages that depend on the change are removed
//! from the cache, and the site snapshot is loaded again if it depends on it.
//!
//! 1. `ChangeWatch` finds changed tables, `ContentWatch` changed posts, comments and users.
//! 2. If the snapshot ([`SiteState`](crate::app::SiteState)) depends on them, it is loaded again; what differs from
//!    the previous one counts as changed too.
//! 3. The cache removes matching pages ([`PageCache::invalidate`](crate::server::PageCache::invalidate)).
//!
//! The new snapshot is in use before pages are removed: a page begun with the old one is checked against the change
//! when it is stored. A table that no page and no snapshot was read from invalidates nothing; there is no list of
//! such tables.

use compat::wordpress::db::tag::ChangedTags;
use compat::wordpress::db::{ChangeWatch, Changes, ContentWatch, Db, DbError};

use crate::app::App;

/// The known state of the database.
pub struct Freshness {
    changes: ChangeWatch,
    content: ContentWatch,
    /// Changes not yet made visible, because the database failed.
    behind: ChangedTags,
}

impl Freshness {
    /// The first poll counts everything as changed.
    pub fn new(db: &Db, unshown_meta: Vec<&'static str>) -> Self {
        Self {
            changes: ChangeWatch::new(db.clone()),
            content: ContentWatch::new(db.clone(), unshown_meta),
            behind: ChangedTags::default(),
        }
    }

    /// Polls for changes. If the database fails, cached pages stay until the next poll.
    pub async fn look(&mut self, app: &App) {
        match self.changes.poll().await {
            Ok(changes) => {
                tracing::trace!(?changes, "the database was looked at");
                let found = self.take(&changes).await.and(self.refresh(app).await);
                if let Err(error) = found {
                    tracing::warn!(%error, "changes of the database cannot be read");
                }
            }
            Err(error) => tracing::warn!(%error, "the database does not tell whether it changed"),
        }
    }

    /// Call after our own write to these tables.
    ///
    /// # Errors
    /// When the database fails; the next poll makes the write visible.
    pub async fn wrote(&mut self, app: &App, tables: &[&str]) -> Result<(), DbError> {
        let tables = tables.iter().map(|name| (*name).to_owned()).collect();
        self.take(&Changes::Tables(tables)).await?;
        self.refresh(app).await
    }

    /// Adds what changed in tables; on failure everything counts as changed.
    async fn take(&mut self, changes: &Changes) -> Result<(), DbError> {
        if *changes == Changes::Nothing {
            return Ok(());
        }
        let found = self.content.changed(changes).await;
        match found {
            Ok(changed) => {
                self.behind.extend(changed);
                Ok(())
            }
            Err(error) => {
                self.behind = ChangedTags::everything();
                Err(error)
            }
        }
    }

    /// Makes visible what changed.
    async fn refresh(&mut self, app: &App) -> Result<(), DbError> {
        if self.behind.is_empty() {
            return Ok(());
        }
        let before = app.state();
        if before.is_hit(&self.behind) {
            app.reload().await?;
            let differs = app.state().changes_since(&before, &app.db).await;
            // The previous snapshot is replaced, so the difference cannot be computed later.
            self.behind
                .extend(differs.unwrap_or_else(|_| ChangedTags::everything()));
        }
        let changed = std::mem::take(&mut self.behind);
        tracing::debug!(everything = changed.is_everything(), "the database changed");
        if let Some(cache) = app.page_cache() {
            cache.invalidate(&changed);
        }
        Ok(())
    }
}
