//! Rotation of subjects: each new visitor gets the next subject of a test.
//!
//! Contract "divi-ajax", section 1.4. The builder stores the next subject in post meta. A change of post meta invalidates
//! cached pages, so the current value is in a table of our own, and the post meta is written at most twice a minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::SplitTest;
use crate::binds;
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Db, DbError, Transaction};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_split_tests (
  post_id bigint(20) unsigned NOT NULL,
  testing_id varchar(190) NOT NULL default '',
  next_subject bigint(20) NOT NULL default 0,
  PRIMARY KEY  (post_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// The post meta with the next subject.
const KEY: &str = "_et_pb_ab_next_subject";
/// Seconds between two writes of a post's meta.
const PAUSE: i64 = 30;

/// The rotation of a site's tests.
pub struct Rotation {
    db: Db,
    made: OnceCell<()>,
    /// When the meta of a post was last written.
    written: Mutex<HashMap<i64, i64>>,
}

impl Rotation {
    /// The rotation in a database; the table is created with the first row.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            made: OnceCell::new(),
            written: Mutex::default(),
        }
    }

    /// The subject of a new visitor, and moves on to the next. `None` for a test without subjects.
    ///
    /// # Errors
    /// When the database failed; then nothing is changed.
    pub async fn next(&self, test: &SplitTest, now: i64) -> Result<Option<String>, DbError> {
        if test.subjects.is_empty() {
            return Ok(None);
        }
        let make = || create_tables(&self.db, TABLE);
        self.made.get_or_try_init(make).await?;
        let writes_meta = self.is_due(test.post_id, now);
        let (post_id, testing_id) = (test.post_id, test.testing_id.clone());
        let length = i64::try_from(test.subjects.len()).unwrap_or(1);
        let work = self.db.transaction(async move |tx| {
            let index = turn(&tx, post_id, &testing_id).await?;
            let index = if (0..length).contains(&index) { index } else { 0 };
            let next = (index + 1) % length;
            const SET: &str = "UPDATE {p}oxipress_split_tests SET testing_id = ?, next_subject = ? WHERE post_id = ?";
            tx.execute(SET, binds![testing_id, next, post_id]).await?;
            if writes_meta {
                write_meta(&tx, post_id, next).await?;
            }
            Ok(index)
        });
        let index = usize::try_from(work.await?).unwrap_or(0);
        Ok(test.subjects.get(index).cloned())
    }

    fn is_due(&self, post_id: i64, now: i64) -> bool {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = written.get(&post_id).is_none_or(|at| now - at >= PAUSE);
        if is_due {
            written.insert(post_id, now);
        }
        is_due
    }
}

/// The current value, its row locked. A test without a row, or restarted since, has the value of the post meta.
async fn turn(tx: &Transaction, post_id: i64, testing_id: &str) -> Result<i64, DbError> {
    const OWN: &str = "SELECT testing_id, next_subject FROM {p}oxipress_split_tests WHERE post_id = ? {for_update}";
    const ROW: &str = "INSERT {ignore} INTO {p}oxipress_split_tests (post_id, testing_id, next_subject) VALUES (?, ?, ?)";
    const META: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ? ORDER BY meta_id LIMIT 1";
    let own: Option<(String, i64)> = tx.load_first(OWN, binds![post_id]).await?;
    if let Some((known, index)) = own.as_ref()
        && known == testing_id
    {
        return Ok(*index);
    }
    let meta: Option<(String,)> = tx.load_first(META, binds![post_id, KEY]).await?;
    let index = meta
        .and_then(|(value,)| value.trim().parse().ok())
        .unwrap_or(0);
    if own.is_none() {
        tx.execute(ROW, binds![post_id, testing_id, index]).await?;
    }
    Ok(index)
}

async fn write_meta(tx: &Transaction, post_id: i64, next: i64) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    let next = next.to_string();
    let found = tx
        .execute(UPDATE, binds![next.as_str(), post_id, KEY])
        .await?;
    if found == 0 {
        tx.execute(INSERT, binds![post_id, KEY, next]).await?;
    }
    Ok(())
}
