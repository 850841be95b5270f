//! `{prefix}example_notes`: the notes.

use compat::binds;
use compat::wordpress::db::schema::create_tables;
use compat::wordpress::db::{Db, DbError, DbErrorKind};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}example_notes (
  id bigint(20) unsigned NOT NULL auto_increment,
  note varchar(200) NOT NULL default '',
  PRIMARY KEY  (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// Maximum length of a note in characters.
const LENGTH: usize = 200;

/// The column's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteSettings {
    /// The text before the notes.
    pub heading: String,
    /// Maximum number of notes in a list.
    pub limit: i64,
}

/// The notes of a page, newest first.
#[derive(Debug, Default)]
pub struct Notes(pub Vec<String>);

/// The newest notes; empty without a table.
///
/// # Errors
/// When the database failed.
pub async fn newest(db: &Db, limit: i64) -> Result<Notes, DbError> {
    const SQL: &str = "SELECT note FROM {p}example_notes ORDER BY id DESC LIMIT ?";
    match db.load::<(String,)>(SQL, binds![limit]).await {
        Err(error) if error.kind() == DbErrorKind::Query => Ok(Notes::default()),
        rows => Ok(Notes(rows?.into_iter().map(|(note,)| note).collect())),
    }
}

/// Adds a note; creates the table if missing.
///
/// # Errors
/// When the database failed.
pub async fn add(db: &Db, note: &str) -> Result<(), DbError> {
    const SQL: &str = "INSERT INTO {p}example_notes (note) VALUES (?)";
    create_tables(db, TABLE).await?;
    let note: String = note.chars().take(LENGTH).collect();
    db.execute(SQL, binds![note]).await.map(drop)
}

/// Removes all but the newest notes.
///
/// # Errors
/// When the database failed.
pub async fn prune(db: &Db, keep: i64) -> Result<(), DbError> {
    const OLDEST: &str = "SELECT id FROM {p}example_notes ORDER BY id DESC LIMIT 1 OFFSET ?";
    const PRUNE: &str = "DELETE FROM {p}example_notes WHERE id <= ?";
    let found: Result<Option<(i64,)>, _> = db.load_first(OLDEST, binds![keep]).await;
    match found {
        Err(error) if error.kind() == DbErrorKind::Query => Ok(()),
        found => match found? {
            Some((id,)) => db.execute(PRUNE, binds![id]).await.map(drop),
            None => Ok(()),
        },
    }
}
