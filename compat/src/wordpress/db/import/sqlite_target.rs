//! Writes an import into an SQLite file.
//!
//! A new file is filled under another name and then renamed; an existing file is changed in one transaction. A
//! partial import is never visible.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::sqlite::SqliteConnection;

use super::super::error::{DbError, DbErrorKind};
use super::super::schema::alter_table;
use super::super::schema::create_table::{self, CreateTable};
use super::super::schema::lexer::LexError;
use super::super::schema::sqlite_ddl::{create_indexes, create_table, quote};
use super::super::schema::{Column, Table, change_triggers};
use super::super::sqlite;
use super::charset::Charset;
use super::delivery::Receiver;
use super::report::{ImportReport, Recorder};
use super::splitter::{Content, Piece};
use super::sqlite_rows::{insert_row, insert_text, set_sequence};
use super::statement::{Purpose, purpose};
use super::values::{InsertHead, filled_columns, read_head, read_rows};
use crate::wordpress::private_file;

/// Receives everything and writes it.
pub(super) fn run(
    path: &Path,
    receiver: Receiver,
    recorder: Recorder,
) -> Result<ImportReport, DbError> {
    if path.exists() {
        let mut conn = sqlite::open(path, Duration::from_secs(30), false)?;
        conn.batch_execute("BEGIN IMMEDIATE")?;
        let (result, mut conn) = Target::new(conn, recorder).receive(receiver);
        let report = match result {
            Ok(report) => report,
            Err(error) => {
                conn.batch_execute("ROLLBACK")?;
                return Err(error);
            }
        };
        conn.batch_execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")?;
        return Ok(report);
    }
    let working = WorkingFile::beside(path)?;
    let mut conn = sqlite::open(&working.path, Duration::from_secs(30), true)?;
    // Until it has its name, the file is worth nothing: no journal is needed for it.
    conn.batch_execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")?;
    let (result, mut conn) = Target::new(conn, recorder).receive(receiver);
    let report = result?;
    // The first connection that serves the file turns its log on.
    conn.batch_execute("COMMIT")?;
    drop(conn);
    working.rename_to(path)?;
    Ok(report)
}

/// A file that goes away unless it gets its final name.
struct WorkingFile {
    path: PathBuf,
}

impl WorkingFile {
    fn beside(path: &Path) -> Result<Self, DbError> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".importing-{}", std::process::id()));
        let path = PathBuf::from(name);
        remove(&path);
        // Its log and journal get the same permissions from SQLite.
        private_file::create_new(&path).map_err(|e| io_error(&path, &e))?;
        Ok(Self { path })
    }

    fn rename_to(self, target: &Path) -> Result<(), DbError> {
        let synced = fs::File::open(&self.path).and_then(|file| file.sync_all());
        synced.map_err(|e| io_error(&self.path, &e))?;
        // A file that came into being meanwhile is not overwritten, as far as the file system can tell.
        match fs::hard_link(&self.path, target) {
            Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => {
                fs::rename(&self.path, target).map_err(|e| io_error(target, &e))
            }
            other => other.map_err(|e| io_error(target, &e)),
        }
    }
}

impl Drop for WorkingFile {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

fn remove(path: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        // What is not there need not go.
        let _ = fs::remove_file(name);
    }
}

fn io_error(path: &Path, error: &std::io::Error) -> DbError {
    DbError::new(DbErrorKind::Import, format!("{}: {error}", path.display()))
}

struct Target {
    conn: SqliteConnection,
    recorder: Recorder,
    tables: Vec<Table>,
    /// Tables that have their indexes already.
    indexed: Vec<String>,
    charset: Charset,
    database: Option<String>,
    /// The head of the last `INSERT`, taken apart, and its statement.
    prepared: Option<(Vec<u8>, InsertHead, String)>,
}

impl Target {
    fn new(conn: SqliteConnection, recorder: Recorder) -> Self {
        Self {
            conn,
            recorder,
            tables: Vec::new(),
            indexed: Vec::new(),
            charset: Charset::default(),
            database: None,
            prepared: None,
        }
    }

    fn receive(
        mut self,
        mut receiver: Receiver,
    ) -> (Result<ImportReport, DbError>, SqliteConnection) {
        while let Some(delivery) = receiver.blocking_recv() {
            let taken = delivery.and_then(|delivery| {
                self.take(&delivery.piece)?;
                self.recorder.advance(delivery.bytes_done);
                Ok(())
            });
            if let Err(error) = taken {
                return (Err(error), self.conn);
            }
        }
        if let Err(error) = self.finish() {
            return (Err(error), self.conn);
        }
        (Ok(self.recorder.finish()), self.conn)
    }

    fn take(&mut self, piece: &Piece) -> Result<(), DbError> {
        match &piece.content {
            Content::Rows { head, rows } => self
                .insert(head, rows)
                .map_err(|fault| self.recorder.fault(piece.line, rows, &fault)),
            Content::Statement(text) => self
                .statement(text)
                .map_err(|fault| self.recorder.fault(piece.line, text, &fault)),
        }
    }

    fn statement(&mut self, text: &[u8]) -> Result<(), LexError> {
        match purpose(text)? {
            Purpose::CreateTable => self.create(create_table::read(text)?),
            Purpose::AlterTable => self.alter(text),
            Purpose::DropTable(names) => {
                for name in names {
                    self.drop_table(&name)?;
                }
                Ok(())
            }
            Purpose::Set => {
                if let Some(charset) = Charset::after_set(text).map_err(whole)? {
                    self.charset = charset;
                }
                Ok(())
            }
            Purpose::Use(name) => match self.database.replace(name.clone()) {
                Some(other) if other != name => Err(whole(format!(
                    "the dump holds more than one database ({other}, {name})"
                ))),
                _ => Ok(()),
            },
            Purpose::Nothing => Ok(()),
            Purpose::Skipped(what) => {
                self.recorder.warn(format!("{what} is not carried over"));
                Ok(())
            }
        }
    }

    fn batch(&mut self, text: &str) -> Result<(), LexError> {
        self.conn
            .batch_execute(text)
            .map_err(|e| whole(e.to_string()))
    }

    fn create(&mut self, made: CreateTable) -> Result<(), LexError> {
        let mut table = made.table;
        self.drop_table(&table.name)?;
        if !made.foreign_keys.is_empty() {
            self.recorder.warn(format!(
                "{}: foreign keys are not carried over to SQLite",
                table.name
            ));
        }
        for warning in made.warnings {
            self.recorder.warn(warning);
        }
        if self.batch(&create_table(&table, false)).is_err() {
            // An expression that SQLite does not know: the column stays, without its computation.
            self.batch(&create_table(&table, true))?;
            for column in &mut table.columns {
                if column.generated.take().is_some() {
                    self.recorder.warn(format!(
                        "{}: the generated column {} becomes an ordinary one",
                        table.name, column.name
                    ));
                }
            }
        }
        self.recorder.created(&table.name);
        self.tables.push(table);
        self.prepared = None;
        Ok(())
    }

    fn drop_table(&mut self, name: &str) -> Result<(), LexError> {
        self.prepared = None;
        self.tables.retain(|table| table.name != name);
        self.indexed.retain(|indexed| indexed != name);
        self.recorder.dropped(name);
        self.batch(&["DROP TABLE IF EXISTS ", &quote(name)].concat())
    }

    /// Keys that come behind the data: the table is made again with them, and the rows are moved.
    fn alter(&mut self, text: &[u8]) -> Result<(), LexError> {
        let find = |name: &str| self.tables.iter().find(|t| t.name == name).cloned();
        let Some(made) = alter_table::read(text, find)? else {
            return Ok(());
        };
        let table = made.table;
        let old = self.tables.iter_mut().find(|t| t.name == table.name);
        let Some(old) = old else {
            return Ok(());
        };
        let rebuild = create_table(old, false) != create_table(&table, false);
        *old = table.clone();
        if rebuild {
            self.indexed.retain(|indexed| *indexed != table.name);
            let aside = quote(&[table.name.as_str(), ".aside"].concat());
            let name = quote(&table.name);
            self.batch(&["ALTER TABLE ", &name, " RENAME TO ", &aside].concat())?;
            self.batch(&create_table(&table, false))?;
            let kept: Vec<String> = table
                .columns
                .iter()
                .filter(|c| c.generated.is_none())
                .map(|c| quote(&c.name))
                .collect();
            let kept = kept.join(", ");
            self.batch(
                &[
                    "INSERT INTO ",
                    &name,
                    " (",
                    &kept,
                    ") SELECT ",
                    &kept,
                    " FROM ",
                    &aside,
                ]
                .concat(),
            )?;
            self.batch(&["DROP TABLE ", &aside].concat())?;
        }
        Ok(())
    }

    fn insert(&mut self, head: &[u8], rows: &[u8]) -> Result<(), LexError> {
        if self
            .prepared
            .as_ref()
            .is_none_or(|(known, _, _)| known != head)
        {
            let read = read_head(head)?;
            let table = find_table(&self.tables, &read.table)?.clone();
            if read.replaces {
                // What it replaces is found by the unique keys.
                self.create_indexes(&table);
            }
            let sql = insert_text(&read, &table, &filled_columns(&read, &table)?);
            self.prepared = Some((head.to_vec(), read, sql));
        }
        let Some((_, head, sql)) = &self.prepared else {
            return Ok(());
        };
        let table = find_table(&self.tables, &head.table)?;
        let columns: Vec<&Column> = filled_columns(head, table)?;
        let conn = &mut self.conn;
        let count = read_rows(rows, &columns, self.charset, |binds| {
            insert_row(conn, sql, binds).map_err(|e| whole(e.to_string()))
        })?;
        self.recorder.filled(&head.table, count);
        Ok(())
    }

    /// Creates the indexes of a table that does not have them yet.
    fn create_indexes(&mut self, table: &Table) {
        if self.indexed.contains(&table.name) {
            return;
        }
        self.indexed.push(table.name.clone());
        for index in create_indexes(table) {
            if let Err(error) = self.conn.batch_execute(&index) {
                self.recorder.warn(format!("{}: {error}", table.name));
            }
        }
    }

    /// Indexes and the next ids, once the rows are there; then the triggers that tell changes.
    fn finish(&mut self) -> Result<(), DbError> {
        for table in std::mem::take(&mut self.tables) {
            self.create_indexes(&table);
            if let Some(next) = table.auto_increment
                && table.columns.iter().any(|c| c.auto_increment)
            {
                set_sequence(&mut self.conn, &table.name, next.saturating_sub(1))?;
            }
        }
        // The prefix is known only when all tables are.
        if let Some(prefix) = self.recorder.prefixes().first() {
            change_triggers::install(&mut self.conn, prefix)?;
            change_triggers::index_other_names(&mut self.conn, prefix)?;
            // In a file that was in use, everything counts as changed.
            change_triggers::count_all_as_changed(&mut self.conn, prefix)?;
        }
        Ok(())
    }
}

fn whole(reason: impl Into<String>) -> LexError {
    LexError {
        at: 0,
        reason: reason.into(),
    }
}

fn find_table<'t>(tables: &'t [Table], name: &str) -> Result<&'t Table, LexError> {
    tables
        .iter()
        .find(|table| table.name == name)
        .ok_or_else(|| whole(format!("INSERT into {name} before its CREATE TABLE")))
}
