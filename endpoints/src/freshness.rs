//! Makes changes of the database visible, whoever made them: pages that show what changed go from the cache, the others
//! stay, and the site's snapshot is read again when it is made of what changed.
//!
//! 1. `ChangeWatch` tells the tables, `ContentWatch` the posts, comments and users among their rows.
//! 2. When the snapshot ([`SiteState`](crate::app::SiteState)) is made of one of these, it is read again; what differs
//!    from the one before counts as changed, too.
//! 3. The cache throws away what is hit ([`PageCache::invalidate`](crate::server::PageCache::invalidate)).
//!
//! The new snapshot is in force before the pages go: a page that was begun with the old one is compared with the change
//! when it is stored. A table that no page and no snapshot was read from ends nothing: there is no list of such tables.

use compat::wordpress::db::tag::ChangedTags;
use compat::wordpress::db::{ChangeWatch, Changes, ContentWatch, Db, DbError};

use crate::app::App;

/// What is known of the database's state.
pub struct Freshness {
    changes: ChangeWatch,
    content: ContentWatch,
    /// What changed, but could not be made visible yet.
    behind: ChangedTags,
}

impl Freshness {
    /// Knows nothing yet: at the first look everything counts as changed.
    pub fn new(db: &Db) -> Self {
        Self {
            changes: ChangeWatch::new(db.clone()),
            content: ContentWatch::new(db.clone()),
            behind: ChangedTags::default(),
        }
    }

    /// Looks whether anybody changed the database. A database that does not answer is asked again at the next look;
    /// kept pages stay meanwhile.
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

    /// After a write of our own to these tables.
    ///
    /// # Errors
    /// When the database failed; the next look makes the write visible.
    pub async fn wrote(&mut self, app: &App, tables: &[&str]) -> Result<(), DbError> {
        let tables = tables.iter().map(|name| (*name).to_owned()).collect();
        self.take(&Changes::Tables(tables)).await?;
        self.refresh(app).await
    }

    /// Adds what changed in tables. When that cannot be found out, everything counts as changed.
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
            // The snapshot before is gone: what differs from it cannot be found out later.
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
