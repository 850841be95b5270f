//! Writes an import into a MySQL or MariaDB database.
//!
//! MySQL cannot undo a data definition: the tables are filled under other names, and one `RENAME TABLE` at the end
//! puts all of them in place at once. A broken dump leaves the tables of the target as they were.

use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Error as MysqlError};

use super::super::error::{DbError, DbErrorKind};
use super::super::mysql;
use super::super::schema::Table;
use super::super::schema::alter_table;
use super::super::schema::create_table::{self, CreateTable};
use super::super::schema::lexer::{LexError, Lexer};
use super::super::url::MysqlAddress;
use super::delivery::Receiver;
use super::report::{ImportReport, Recorder};
use super::splitter::{Content, Piece};
use super::statement::{Purpose, purpose};
use super::values::read_head;

/// The names under which tables are filled, and under which old ones wait for their end.
const NEW: &str = "oxipress_import_";
const OLD: &str = "oxipress_replaced_";

/// What a server says to a collation or character set that it does not know.
const UNKNOWN_COLLATION: [u16; 2] = [1273, 1115];

/// Receives everything and writes it.
pub(super) async fn run(
    address: &MysqlAddress,
    mut receiver: Receiver,
    recorder: Recorder,
) -> Result<ImportReport, DbError> {
    let mut conn = mysql::open(address).await?;
    for text in [
        "SET NAMES utf8mb4",
        "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
        "SET SESSION foreign_key_checks = 0, unique_checks = 0",
    ] {
        conn.query_drop(text).await.map_err(|e| failed(&e))?;
    }
    drop_named(&mut conn, NEW).await?;
    let mut target = Target {
        conn,
        recorder,
        tables: Vec::new(),
        deferred: Vec::new(),
        database: None,
        count: 0,
    };
    let written = async {
        while let Some(delivery) = receiver.recv().await {
            let delivery = delivery?;
            target.take(&delivery.piece).await?;
            target.recorder.advance(delivery.bytes_done);
        }
        target.put_in_place().await
    };
    if let Err(error) = written.await {
        // The first error is returned.
        let _ = drop_named(&mut target.conn, NEW).await;
        return Err(error);
    }
    target.add_foreign_keys().await;
    drop_named(&mut target.conn, OLD).await?;
    // The import is complete, however the connection ends.
    let _ = target.conn.disconnect().await;
    Ok(target.recorder.finish())
}

fn failed(error: &MysqlError) -> DbError {
    match error {
        MysqlError::Server(server) => DbError::new(DbErrorKind::Import, server.message.clone()),
        _ => DbError::unavailable(error.to_string()),
    }
}

/// Quotes a name for MySQL.
fn quote(name: &str) -> String {
    ["`", &name.replace('`', "``"), "`"].concat()
}

async fn drop_named(conn: &mut Conn, beginning: &str) -> Result<(), DbError> {
    let names: Vec<String> = conn
        .exec(
            "SELECT TABLE_NAME FROM information_schema.TABLES \
             WHERE TABLE_SCHEMA = DATABASE() AND LEFT(TABLE_NAME, ?) = ?",
            (beginning.len(), beginning),
        )
        .await
        .map_err(|e| failed(&e))?;
    for name in names {
        conn.query_drop(["DROP TABLE IF EXISTS ", &quote(&name)].concat())
            .await
            .map_err(|e| failed(&e))?;
    }
    Ok(())
}

struct Filling {
    name: String,
    new_name: String,
    table: Table,
}

struct Target {
    conn: Conn,
    recorder: Recorder,
    tables: Vec<Filling>,
    /// Foreign keys, to be added when all tables have their names: table and statement.
    deferred: Vec<(String, Vec<u8>)>,
    database: Option<String>,
    count: usize,
}

impl Target {
    async fn take(&mut self, piece: &Piece) -> Result<(), DbError> {
        match &piece.content {
            Content::Rows { head, rows } => {
                let read =
                    read_head(head).map_err(|f| self.recorder.fault(piece.line, head, &f))?;
                let new_name = self
                    .new_name(&read.table)
                    .map_err(|f| self.recorder.fault(piece.line, head, &f))?;
                let mut text = replace(head, &read.place, &new_name);
                text.extend_from_slice(rows);
                let result = self.conn.query_drop(text).await;
                result.map_err(|e| self.refused(piece.line, &e))?;
                let table = read.table;
                self.recorder.filled(&table, self.conn.affected_rows());
                Ok(())
            }
            Content::Statement(text) => self.statement(piece.line, text).await,
        }
    }

    fn refused(&self, line: u64, error: &MysqlError) -> DbError {
        match error {
            MysqlError::Server(server) => self.recorder.error_at(line, &server.message),
            _ => failed(error),
        }
    }

    fn new_name(&self, table: &str) -> Result<String, LexError> {
        self.tables
            .iter()
            .find(|t| t.name == table)
            .map(|t| quote(&t.new_name))
            .ok_or_else(|| LexError {
                at: 0,
                reason: format!("INSERT into {table} before its CREATE TABLE"),
            })
    }

    async fn statement(&mut self, line: u64, text: &[u8]) -> Result<(), DbError> {
        let fault = |recorder: &Recorder, fault: LexError| recorder.fault(line, text, &fault);
        match purpose(text).map_err(|f| fault(&self.recorder, f))? {
            Purpose::CreateTable => {
                let made = create_table::read(text).map_err(|f| fault(&self.recorder, f))?;
                self.create(line, text, made).await
            }
            Purpose::AlterTable => self.alter(line, text).await,
            Purpose::DropTable(names) => {
                for name in names {
                    self.drop_table(&name).await?;
                }
                Ok(())
            }
            Purpose::Set => self.set(text).await,
            Purpose::Use(name) => match self.database.replace(name.clone()) {
                Some(other) if other != name => Err(self.recorder.error_at(
                    line,
                    &format!("the dump holds more than one database ({other}, {name})"),
                )),
                _ => Ok(()),
            },
            Purpose::Nothing => Ok(()),
            Purpose::Skipped(what) => {
                self.recorder.warn(format!("{what} is not carried over"));
                Ok(())
            }
        }
    }

    async fn create(&mut self, line: u64, text: &[u8], made: CreateTable) -> Result<(), DbError> {
        let name = made.table.name.clone();
        self.drop_table(&name).await?;
        self.count += 1;
        let new_name = [NEW, &self.count.to_string()].concat();
        let mut kept = text.to_vec();
        for (place, key) in made.foreign_keys.iter().rev() {
            kept.drain(place.clone());
            let add = ["ALTER TABLE ", &quote(&name), " ADD ", key].concat();
            self.deferred.push((name.clone(), add.into_bytes()));
        }
        let create = replace(&kept, &made.name_place, &quote(&new_name));
        let mut result = self.conn.query_drop(create.clone()).await;
        if let Err(MysqlError::Server(server)) = &result
            && UNKNOWN_COLLATION.contains(&server.code)
        {
            self.recorder.warn(format!(
                "{name}: {}; utf8mb4_unicode_520_ci is used",
                server.message
            ));
            result = self.conn.query_drop(known_collations(&create)).await;
        }
        result.map_err(|e| self.refused(line, &e))?;
        self.recorder.created(&name);
        self.tables.push(Filling {
            name,
            new_name,
            table: made.table,
        });
        Ok(())
    }

    async fn drop_table(&mut self, name: &str) -> Result<(), DbError> {
        self.recorder.dropped(name);
        self.deferred.retain(|(table, _)| table != name);
        if let Some(at) = self.tables.iter().position(|t| t.name == name) {
            let gone = self.tables.remove(at);
            self.conn
                .query_drop(["DROP TABLE ", &quote(&gone.new_name)].concat())
                .await
                .map_err(|e| failed(&e))?;
        }
        Ok(())
    }

    async fn alter(&mut self, line: u64, text: &[u8]) -> Result<(), DbError> {
        let read = alter_table::read(text, |name| {
            let known = self.tables.iter().find(|t| t.name == name)?;
            Some(known.table.clone())
        });
        let made = match read {
            Ok(Some(made)) => made,
            Ok(None) => return Ok(()),
            Err(fault) => return Err(self.recorder.fault(line, text, &fault)),
        };
        if !made.foreign_keys.is_empty() {
            self.deferred.push((made.table.name, text.to_vec()));
            return Ok(());
        }
        let new_name = self
            .new_name(&made.table.name)
            .map_err(|f| self.recorder.fault(line, text, &f))?;
        let text = replace(text, &made.name_place, &new_name);
        let result = self.conn.query_drop(text).await;
        result.map_err(|e| self.refused(line, &e))?;
        if let Some(known) = self.tables.iter_mut().find(|t| t.name == made.table.name) {
            known.table = made.table;
        }
        Ok(())
    }

    /// Session settings of the dump hold for the target, but not those of the whole server.
    async fn set(&mut self, text: &[u8]) -> Result<(), DbError> {
        let upper = text.to_ascii_uppercase();
        let server_wide = [&b"GLOBAL"[..], b"SQL_LOG_BIN", b"GTID_PURGED", b"PERSIST"]
            .iter()
            .any(|word| memchr::memmem::find(&upper, word).is_some());
        if server_wide {
            return Ok(());
        }
        match self.conn.query_drop(text.to_vec()).await {
            Ok(()) => Ok(()),
            Err(MysqlError::Server(server)) => {
                self.recorder.warn(server.message);
                Ok(())
            }
            Err(error) => Err(failed(&error)),
        }
    }

    /// Gives all tables their names in one step.
    async fn put_in_place(&mut self) -> Result<(), DbError> {
        drop_named(&mut self.conn, OLD).await?;
        let existing: Vec<String> = self
            .conn
            .query(
                "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()",
            )
            .await
            .map_err(|e| failed(&e))?;
        let mut renames = Vec::new();
        for (n, table) in self.tables.iter().enumerate() {
            let name = quote(&table.name);
            if existing.contains(&table.name) {
                let old = quote(&[OLD, &n.to_string()].concat());
                renames.push([&name, " TO ", &old].concat());
            }
            renames.push([&quote(&table.new_name), " TO ", &name].concat());
        }
        if renames.is_empty() {
            return Err(DbError::new(DbErrorKind::Import, "the dump holds no table"));
        }
        let result = self
            .conn
            .query_drop(["RENAME TABLE ", &renames.join(", ")].concat())
            .await;
        result.map_err(|e| failed(&e))
    }

    async fn add_foreign_keys(&mut self) {
        for (table, text) in std::mem::take(&mut self.deferred) {
            if let Err(error) = self.conn.query_drop(text).await {
                self.recorder
                    .warn(format!("{table}: a foreign key is missing: {error}"));
            }
        }
    }
}

fn replace(text: &[u8], place: &std::ops::Range<usize>, by: &str) -> Vec<u8> {
    let before = text.get(..place.start).unwrap_or(&[]);
    let after = text.get(place.end..).unwrap_or(&[]);
    [before, by.as_bytes(), after].concat()
}

/// Replaces collations that one server has and another lacks (`utf8mb4_0900_ai_ci`, `utf8mb4_uca1400_ai_ci`).
fn known_collations(create: &[u8]) -> Vec<u8> {
    let Ok(tokens) = Lexer::all(create) else {
        return create.to_vec();
    };
    let mut text = create.to_vec();
    for (token, place) in tokens.into_iter().rev() {
        let name = token.name().unwrap_or_default().to_ascii_lowercase();
        if name.starts_with("utf8mb4_0900")
            || name.starts_with("utf8mb4_uca1400")
            || name.starts_with("uca1400")
        {
            let known = if name.ends_with("_bin") {
                "utf8mb4_bin"
            } else {
                "utf8mb4_unicode_520_ci"
            };
            text = replace(&text, &place, known);
        }
    }
    text
}
