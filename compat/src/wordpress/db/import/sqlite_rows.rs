//! Statements that write rows into an SQLite file.

use diesel::Connection as _;
use diesel::sqlite::SqliteConnection;

use super::super::bind::Bind;
use super::super::error::DbError;
use super::super::schema::sqlite_ddl::quote;
use super::super::schema::{Column, Table};
use super::super::sql_text::Finished;
use super::super::statement::Statement;
use super::values::InsertHead;

/// The statement for the rows of an `INSERT` or `REPLACE`.
pub(super) fn insert_text(head: &InsertHead, table: &Table, columns: &[&Column]) -> String {
    let names: Vec<String> = columns
        .iter()
        .filter(|c| c.generated.is_none())
        .map(|c| quote(&c.name))
        .collect();
    let verb = if head.replaces {
        "INSERT OR REPLACE INTO "
    } else {
        "INSERT INTO "
    };
    [
        verb,
        &quote(&table.name),
        " (",
        &names.join(", "),
        ") VALUES (",
        &vec!["?"; names.len()].join(","),
        ")",
    ]
    .concat()
}

/// Writes a row.
///
/// # Errors
/// When SQLite refuses it.
pub(super) fn insert_row(
    conn: &mut SqliteConnection,
    sql: &str,
    binds: Vec<Bind>,
) -> Result<(), DbError> {
    let statement = Statement(Finished {
        text: sql.to_owned(),
        binds,
        keep_prepared: true,
        cost: Default::default(),
    });
    conn.execute_returning_count(&statement)?;
    Ok(())
}

/// The next id of a table is at least `last` + 1.
///
/// # Errors
/// When SQLite refuses it.
pub(super) fn set_sequence(
    conn: &mut SqliteConnection,
    table: &str,
    last: i64,
) -> Result<(), DbError> {
    let run = |conn: &mut SqliteConnection, text: &str, binds: Vec<Bind>| {
        let statement = Statement(Finished {
            text: text.to_owned(),
            binds,
            keep_prepared: true,
            cost: Default::default(),
        });
        conn.execute_returning_count(&statement)
    };
    let binds = || vec![Bind::I64(last), Bind::Text(table.to_owned())];
    run(
        conn,
        "UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?",
        binds(),
    )?;
    run(
        conn,
        "INSERT INTO sqlite_sequence (seq, name) SELECT ?, t.name FROM sqlite_schema AS t \
         WHERE t.name = ? AND NOT EXISTS (SELECT 1 FROM sqlite_sequence AS s WHERE s.name = t.name)",
        binds(),
    )?;
    Ok(())
}
