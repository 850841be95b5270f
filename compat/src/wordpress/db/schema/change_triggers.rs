//! Change counters per table on SQLite, which by itself reports only that the file changed.
//!
//! The table `{prefix}oxipress_changes` holds a number for each table; triggers raise it, whichever program writes.

use diesel::connection::SimpleConnection;
use diesel::sqlite::SqliteConnection;

use super::super::error::DbError;
use super::super::prefix::TablePrefix;
use super::super::sql_text::SqlText;
use super::super::sqlite;
use super::super::statement::Statement;
use super::sqlite_ddl::quote;

/// The table of counts, without prefix.
pub(in crate::wordpress::db) const CHANGES: &str = "oxipress_changes";

const EVENTS: [&str; 3] = ["INSERT", "UPDATE", "DELETE"];

/// Puts triggers on every table of the file that has none. Safe to run again.
pub(in crate::wordpress::db) fn install(
    conn: &mut SqliteConnection,
    prefix: &TablePrefix,
) -> Result<(), DbError> {
    let changes = [prefix.as_str(), CHANGES].concat();
    let mut script = [
        "CREATE TABLE IF NOT EXISTS ",
        &quote(&changes),
        " (table_name TEXT PRIMARY KEY, changes INTEGER NOT NULL) WITHOUT ROWID;",
    ]
    .concat();
    for table in tables_without_triggers(conn, prefix)? {
        if table == changes {
            continue;
        }
        let name = ["'", &table.replace('\'', "''"), "'"].concat();
        script.push_str(
            &[
                "INSERT OR IGNORE INTO ",
                &quote(&changes),
                " VALUES (",
                &name,
                ", 0);",
            ]
            .concat(),
        );
        for event in EVENTS {
            script.push_str(
                &[
                    "CREATE TRIGGER IF NOT EXISTS ",
                    &quote(&[table.as_str(), ".oxipress_", event].concat()),
                    " AFTER ",
                    event,
                    " ON ",
                    &quote(&table),
                    " BEGIN UPDATE ",
                    &quote(&changes),
                    " SET changes = changes + 1 WHERE table_name = ",
                    &name,
                    "; END;",
                ]
                .concat(),
            );
        }
    }
    Ok(conn.batch_execute(&script)?)
}

/// An index on the names of posts that are no plain letters and digits: `unicode_ci` is no function of SQLite, so no index
/// can hold what names compare as. A statement that finds posts by their names has the same condition
/// (`query::where_clause`). Safe to run again; does nothing without a table of posts.
pub(in crate::wordpress::db) fn index_other_names(
    conn: &mut SqliteConnection,
    prefix: &TablePrefix,
) -> Result<(), DbError> {
    let posts = [prefix.as_str(), "posts"].concat();
    let has_names = SqlText::fixed(
        "SELECT name FROM pragma_table_info(?) WHERE name = 'post_name'",
        vec![posts.as_str().into()],
    );
    if sqlite::load(conn, &Statement(has_names.finish(prefix, true)))?.is_empty() {
        return Ok(());
    }
    let sql = [
        "CREATE INDEX IF NOT EXISTS ",
        &quote(&[posts.as_str(), ".oxipress_other_names"].concat()),
        " ON ",
        &quote(&posts),
        " (post_name) WHERE post_name GLOB '*[^A-Za-z0-9%_-]*'",
    ];
    Ok(conn.batch_execute(&sql.concat())?)
}

/// Raises the count of every table.
pub(in crate::wordpress::db) fn count_all_as_changed(
    conn: &mut SqliteConnection,
    prefix: &TablePrefix,
) -> Result<(), DbError> {
    let changes = quote(&[prefix.as_str(), CHANGES].concat());
    Ok(conn.batch_execute(&["UPDATE ", &changes, " SET changes = changes + 1"].concat())?)
}

fn tables_without_triggers(
    conn: &mut SqliteConnection,
    prefix: &TablePrefix,
) -> Result<Vec<String>, DbError> {
    let sql = SqlText::fixed(
        "SELECT name FROM sqlite_schema AS t WHERE type = 'table' AND name NOT GLOB 'sqlite_*' \
         AND (SELECT COUNT(*) FROM sqlite_schema AS g WHERE g.type = 'trigger' \
         AND g.tbl_name = t.name AND g.name GLOB CONCAT(t.name, '.oxipress_*')) < 3",
        Vec::new(),
    );
    let rows = sqlite::load(conn, &Statement(sql.finish(prefix, true)))?;
    rows.iter().map(|row| row.at(0)).collect()
}
