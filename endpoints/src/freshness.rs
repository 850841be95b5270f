//! Makes changes of the database visible, whether made here or by PHP: pages that depend on the change are removed
//! from the cache, and the site snapshot is loaded again if it depends on it.
//!
//! 1. `ChangeWatch` tells the tables, `ContentWatch` the posts, comments and users among their rows.
//! 2. When the snapshot ([`SiteState`](crate::site_state::SiteState)) is made of one of these, it is read again; what differs
//!    from the one before counts as changed, too.
//! 3. The cache throws away what is hit ([`PageCache::invalidate`](crate::server::PageCache::invalidate)).
//!
//! The new snapshot is in use before pages are removed: a page begun with the old one is checked against the change
//! when it is stored. A table that no page and no snapshot was read from invalidates nothing; there is no list of
//! such tables.

use std::time::{Duration, Instant};

use compat::wordpress::db::tag::ChangedTags;
use compat::wordpress::db::{Awaited, ChangeWatch, Changes, ContentWatch, Db, DbError, Unrendered};

/// What is visible after a poll that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Polled {
    /// All that was committed before this time; nothing is said by a poll that could only wait.
    pub visible_until: Option<Instant>,
    /// Who will tell the rest: another instance, whose comparison need not be made here, too.
    pub awaited: Option<Awaited>,
    /// How long comparing rows takes on this site.
    pub usual_time: Duration,
}

/// What a poll may leave to other instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// Nothing: somebody waits for it.
    Nothing,
    /// What is about to be compared, and all of it where a comparison is this old at most.
    Compare(Duration),
}

/// The known state of the database.
pub struct Freshness {
    db: Db,
    changes: ChangeWatch,
    content: ContentWatch,
    /// Changes not yet made visible, because the database failed.
    pub behind: ChangedTags,
}

impl Freshness {
    /// The first poll counts everything as changed.
    pub fn new(db: &Db, unrendered: Unrendered) -> Self {
        Self {
            db: db.clone(),
            changes: ChangeWatch::new(db.clone()),
            content: ContentWatch::new(db.clone(), unrendered),
            behind: ChangedTags::default(),
        }
    }

    /// Polls whether anybody changed the database.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn poll(&mut self, others: Others) -> Result<Polled, DbError> {
        let began = Instant::now();
        // What any node of a cluster has committed.
        self.db.catch_up().await?;
        if let Others::Compare(within) = others
            && let Some(awaited) = self.content.told(within, &mut self.behind).await
        {
            return Ok(self.polled(self.content.known_until(), Some(awaited)));
        }
        let changes = self.changes.poll().await?;
        tracing::trace!(?changes, "the database was polled");
        let moment = self.changes.moment().map(|moment| moment.since(began));
        let at = (moment.as_ref(), others == Others::Nothing);
        match self.content.polled(&changes, at, &mut self.behind).await {
            Ok(None) => Ok(self.polled(Some(began), None)),
            Ok(awaited) => Ok(self.polled(self.content.known_until(), awaited)),
            Err(error) => {
                self.behind = ChangedTags::everything();
                Err(error)
            }
        }
    }

    fn polled(&self, visible_until: Option<Instant>, awaited: Option<Awaited>) -> Polled {
        Polled {
            visible_until,
            awaited,
            usual_time: self.content.usual_time(),
        }
    }

    /// Call after our own write to these tables.
    ///
    /// # Errors
    /// When the database failed; the next poll makes the write visible.
    pub async fn wrote(&mut self, tables: &[&str]) -> Result<(), DbError> {
        let tables = tables.iter().map(|name| (*name).to_owned()).collect();
        self.take(&Changes::Tables(tables)).await
    }

    /// Call after our own write to the rows of these posts, their meta, terms and comments, and to whole tables besides.
    ///
    /// # Errors
    /// When the database failed; the next poll makes the write visible.
    pub async fn wrote_posts(&mut self, ids: &[i64], tables: &[&str]) -> Result<(), DbError> {
        match self.content.posts_changed(ids).await {
            Ok(changed) => self.behind.extend(changed),
            Err(error) => {
                self.behind = ChangedTags::everything();
                return Err(error);
            }
        }
        self.wrote(tables).await
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
}
