//! The WordPress tables: their definition, and how a MySQL table becomes an SQLite table.
//!
//! Contract: `wordpress-core`, tables. On MySQL and MariaDB the tables of the site are used as they are; on SQLite they
//! are made here or by the import. Tables of our own (`oxipress_*`) belong to the modules that use them.

pub(super) mod alter_table;
pub(super) mod change_triggers;
mod column;
pub(super) mod create_table;
pub(super) mod lexer;
mod reader;
pub(super) mod sqlite_ddl;
mod table;

pub use table::{Column, DefaultValue, Generated, Key, Kind, Table};

use super::error::{DbError, DbErrorKind};
use super::prefix::TablePrefix;
use super::{Db, sqlite};

/// The tables of a single site, in MySQL's words, `{p}` for the prefix.
const CORE_TABLES: &str = include_str!("core_tables.sql");

/// Makes the tables of an empty site, where they are missing.
///
/// # Errors
/// When the database fails.
pub async fn create_core_tables(db: &Db) -> Result<(), DbError> {
    create_tables(db, CORE_TABLES).await
}

/// Makes tables where they are missing. `definitions` are `CREATE TABLE IF NOT EXISTS {p}name (...)` statements in
/// MySQL's words, separated by `;` (which stands nowhere else): one text for both databases.
///
/// # Errors
/// When the database fails.
pub async fn create_tables(db: &Db, definitions: &'static str) -> Result<(), DbError> {
    for statement in definitions
        .split(';')
        .map(str::trim)
        .filter(|s| !s.is_empty())
    {
        if db.is_sqlite() {
            for text in sqlite_statements(statement, db.prefix())? {
                db.run_definition(text).await?;
            }
        } else {
            db.run_definition(with_prefix(statement, db.prefix()))
                .await?;
        }
    }
    install_change_triggers(db).await
}

/// Puts the triggers that count changes on every table of an SQLite file that lacks them, and the index on names of posts
/// that are compared one by one. Does nothing on MySQL.
///
/// # Errors
/// When the database fails.
pub async fn install_change_triggers(db: &Db) -> Result<(), DbError> {
    let prefix = db.prefix().clone();
    db.with_sqlite(move |conn| {
        change_triggers::install(&mut conn.inner, &prefix)?;
        change_triggers::index_other_names(&mut conn.inner, &prefix)
    })
    .await
}

/// A MySQL `CREATE TABLE` in SQLite's words; `{p}` stands for the prefix.
///
/// # Errors
/// When the database fails.
pub fn sqlite_statements(create_table: &str, prefix: &TablePrefix) -> Result<Vec<String>, DbError> {
    let text = with_prefix(create_table, prefix);
    let made = create_table::read(text.as_bytes())
        .map_err(|fault| DbError::new(DbErrorKind::Query, fault.reason))?;
    let mut statements = vec![if_not_exists(sqlite_ddl::create_table(&made.table, false))];
    statements.extend(
        sqlite_ddl::create_indexes(&made.table)
            .into_iter()
            .map(if_not_exists),
    );
    Ok(statements)
}

fn with_prefix(text: &str, prefix: &TablePrefix) -> String {
    text.replace("{p}", prefix.as_str())
}

fn if_not_exists(statement: String) -> String {
    for head in ["CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX "] {
        if let Some(rest) = statement.strip_prefix(head) {
            return [head, "IF NOT EXISTS ", rest].concat();
        }
    }
    statement
}

impl Db {
    /// Runs a data definition that this module made.
    async fn run_definition(&self, text: String) -> Result<(), DbError> {
        self.shared.run_definition(text).await
    }

    /// Runs `work` on an SQLite connection; does nothing on MySQL.
    pub(super) async fn with_sqlite<T: Default + Send + 'static>(
        &self,
        work: impl FnOnce(&mut sqlite::SqliteConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, DbError> {
        self.shared.with_sqlite(work).await
    }
}
