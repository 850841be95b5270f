//! Keys of pages that a cache in front of the site must throw away: stored until it has confirmed that it did.
//!
//! A row of `{prefix}oxipress_purges` for each key ([`super::db::tag_key`]). A key that is wanted again
//! while it is being sent counts up: it is deleted only when the number is that which was sent. So each instance that
//! notices a change has the key purged after that, and a page that the cache had from an instance which did not yet know
//! the change goes, too.

use tokio::sync::OnceCell;

use super::db::schema::create_tables;
use super::db::{Db, DbError};
use crate::binds;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_purges (
  name varchar(100) NOT NULL default '',
  wanted bigint(20) NOT NULL default 1,
  PRIMARY KEY  (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// The stored keys.
pub struct PurgeQueue {
    db: Db,
    made: OnceCell<()>,
}

/// A key to purge, and how often it was wanted.
pub type Purge = (String, i64);

impl PurgeQueue {
    /// The keys of a database; the table is made with the first.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            made: OnceCell::new(),
        }
    }

    async fn make(&self) -> Result<(), DbError> {
        let make = || async {
            create_tables(&self.db, TABLE).await?;
            Ok::<(), DbError>(())
        };
        self.made.get_or_try_init(make).await.copied()
    }

    /// Stores keys.
    ///
    /// # Errors
    /// When the database fails; then none is stored.
    pub async fn add(&self, keys: Vec<String>) -> Result<(), DbError> {
        const ADD: &str = "INSERT INTO {p}oxipress_purges (name, wanted) VALUES (?, 1) {on_duplicate} \
            wanted = wanted + 1";
        self.make().await?;
        let adding = self.db.transaction_without_sync(async move |tx| {
            for key in &keys {
                tx.execute(ADD, binds![key.as_str()]).await?;
            }
            Ok(())
        });
        adding.await
    }

    /// Some of the stored keys, in the order of their names.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next(&self, most: i64) -> Result<Vec<Purge>, DbError> {
        const NEXT: &str = "SELECT name, wanted FROM {p}oxipress_purges ORDER BY name LIMIT ?";
        self.make().await?;
        self.db.load(NEXT, binds![most]).await
    }

    /// Deletes what was purged, unless it was wanted again meanwhile.
    ///
    /// # Errors
    /// When the database fails; the keys are then purged again.
    pub async fn purged(&self, purged: Vec<Purge>) -> Result<(), DbError> {
        const DONE: &str = "DELETE FROM {p}oxipress_purges WHERE name = ? AND wanted = ?";
        let deleting = self.db.transaction_without_sync(async move |tx| {
            for (name, wanted) in &purged {
                tx.execute(DONE, binds![name.as_str(), *wanted]).await?;
            }
            Ok(())
        });
        deleting.await
    }
}
