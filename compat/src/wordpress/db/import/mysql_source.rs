//! Reads a running MySQL or MariaDB database as if it were a dump: the same pieces, made here.
//!
//! All tables are read in one transaction, so that they belong together; rows are streamed.

use mysql_async::consts::ColumnType;
use mysql_async::prelude::Queryable;
use mysql_async::{Column, Conn, Row, TextProtocol, Value};
use tokio::task::JoinHandle;

use super::super::error::{DbError, DbErrorKind};
use super::super::mysql;
use super::super::schema::create_table;
use super::super::url::MysqlAddress;
use super::delivery::{Delivery, Sender};
use super::splitter::{Content, Piece};

/// Bytes of rows in one piece.
const PART: usize = 512 * 1024;
/// The number of the character set "binary".
const BINARY: u16 = 63;

/// Connects and starts reading; returns an estimate of the bytes and the task.
pub(super) async fn start(
    address: &MysqlAddress,
    sender: Sender,
) -> Result<(u64, JoinHandle<()>), DbError> {
    let mut conn = mysql::open(address).await?;
    for text in [
        "SET NAMES utf8mb4",
        "SET SESSION time_zone = '+00:00', sql_mode = '', net_write_timeout = 3600",
        "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "START TRANSACTION WITH CONSISTENT SNAPSHOT",
    ] {
        conn.query_drop(text).await.map_err(failed)?;
    }
    let total: Option<u64> = conn
        .query_first(
            "SELECT CAST(COALESCE(SUM(DATA_LENGTH), 0) AS UNSIGNED) FROM information_schema.TABLES \
             WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
        )
        .await
        .map_err(failed)?;
    let tables: Vec<(String, String)> = conn
        .query(
            "SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES \
             WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME",
        )
        .await
        .map_err(failed)?;
    let task = tokio::spawn(async move {
        let mut source = Source {
            conn,
            sender,
            line: 0,
            bytes: 0,
        };
        if let Err(error) = source.read_all(tables).await {
            // Without a receiver the target has failed.
            let _ = source.sender.send(Err(error)).await;
        }
    });
    Ok((total.unwrap_or(0), task))
}

fn failed(error: mysql_async::Error) -> DbError {
    DbError::new(DbErrorKind::Import, format!("source: {error}"))
}

fn quote(name: &str) -> String {
    ["`", &name.replace('`', "``"), "`"].concat()
}

struct Source {
    conn: Conn,
    sender: Sender,
    /// Counts the pieces: the "line" of a message.
    line: u64,
    bytes: u64,
}

impl Source {
    async fn read_all(&mut self, tables: Vec<(String, String)>) -> Result<(), DbError> {
        for text in ["SET NAMES utf8mb4", "SET TIME_ZONE = '+00:00'"] {
            self.send(Content::Statement(text.into())).await?;
        }
        for (name, kind) in tables {
            match kind.as_str() {
                "BASE TABLE" => self.read_table(&name).await?,
                "VIEW" => {
                    let text = ["CREATE VIEW ", &quote(&name)].concat();
                    self.send(Content::Statement(text.into())).await?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn send(&mut self, content: Content) -> Result<(), DbError> {
        self.line += 1;
        let piece = Piece {
            line: self.line,
            content,
        };
        let bytes_done = self.bytes;
        self.sender
            .send(Ok(Delivery { piece, bytes_done }))
            .await
            .map_err(|_| DbError::new(DbErrorKind::Import, "the target gave up"))
    }

    async fn read_table(&mut self, name: &str) -> Result<(), DbError> {
        let shown: Option<Row> = self
            .conn
            .query_first(["SHOW CREATE TABLE ", &quote(name)].concat())
            .await
            .map_err(failed)?;
        let create: Vec<u8> = shown
            .and_then(|mut row| row.take(1))
            .ok_or_else(|| DbError::new(DbErrorKind::Import, format!("{name} cannot be shown")))?;
        let made = create_table::read(&create).map_err(|fault| {
            DbError::new(DbErrorKind::Import, format!("{name}: {}", fault.reason))
        })?;
        self.send(Content::Statement(create)).await?;
        let columns: Vec<String> = made
            .table
            .columns
            .iter()
            .filter(|column| column.generated.is_none())
            .map(|column| quote(&column.name))
            .collect();
        let columns = columns.join(", ");
        let head = ["INSERT INTO ", &quote(name), " (", &columns, ") VALUES "].concat();
        let select = ["SELECT ", &columns, " FROM ", &quote(name)].concat();
        self.read_rows(&head, select).await
    }

    async fn read_rows(&mut self, head: &str, select: String) -> Result<(), DbError> {
        let mut result = self.conn.query_iter(select).await.map_err(failed)?;
        loop {
            let rows = next_part(&mut result).await?;
            if rows.is_empty() {
                return Ok(());
            }
            self.bytes += u64::try_from(rows.len()).unwrap_or(0);
            self.line += 1;
            let content = Content::Rows {
                head: head.into(),
                rows,
            };
            let delivery = Delivery {
                piece: Piece {
                    line: self.line,
                    content,
                },
                bytes_done: self.bytes,
            };
            if self.sender.send(Ok(delivery)).await.is_err() {
                return Err(DbError::new(DbErrorKind::Import, "the target gave up"));
            }
        }
    }
}

/// The next rows as text, or nothing at the end.
async fn next_part(
    result: &mut mysql_async::QueryResult<'_, '_, TextProtocol>,
) -> Result<Vec<u8>, DbError> {
    let mut part = Vec::new();
    while part.len() < PART {
        let Some(row) = result.next().await.map_err(failed)? else {
            break;
        };
        part.extend_from_slice(if part.is_empty() { b"(" } else { b",\n(" });
        let columns = row.columns();
        for (n, (value, column)) in row.unwrap_raw().into_iter().zip(columns.iter()).enumerate() {
            if n > 0 {
                part.push(b',');
            }
            write_value(&mut part, value.unwrap_or(Value::NULL), column);
        }
        part.push(b')');
    }
    Ok(part)
}

/// In the text protocol every value is text, or bytes, or NULL.
fn write_value(part: &mut Vec<u8>, value: Value, column: &Column) {
    use ColumnType as T;
    let Value::Bytes(bytes) = value else {
        part.extend_from_slice(b"NULL");
        return;
    };
    let is_bytes = match column.column_type() {
        T::MYSQL_TYPE_BIT | T::MYSQL_TYPE_GEOMETRY => true,
        T::MYSQL_TYPE_STRING
        | T::MYSQL_TYPE_VAR_STRING
        | T::MYSQL_TYPE_VARCHAR
        | T::MYSQL_TYPE_TINY_BLOB
        | T::MYSQL_TYPE_MEDIUM_BLOB
        | T::MYSQL_TYPE_LONG_BLOB
        | T::MYSQL_TYPE_BLOB => column.character_set() == BINARY,
        T::MYSQL_TYPE_DECIMAL
        | T::MYSQL_TYPE_NEWDECIMAL
        | T::MYSQL_TYPE_TINY
        | T::MYSQL_TYPE_SHORT
        | T::MYSQL_TYPE_INT24
        | T::MYSQL_TYPE_LONG
        | T::MYSQL_TYPE_LONGLONG
        | T::MYSQL_TYPE_FLOAT
        | T::MYSQL_TYPE_DOUBLE
        | T::MYSQL_TYPE_YEAR => {
            part.extend_from_slice(&bytes);
            return;
        }
        _ => false,
    };
    if is_bytes && !bytes.is_empty() {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        part.extend_from_slice(b"0x");
        for byte in bytes {
            for half in [byte >> 4, byte & 15] {
                part.push(DIGITS.get(usize::from(half)).copied().unwrap_or(b'0'));
            }
        }
        return;
    }
    part.push(b'\'');
    for byte in bytes {
        match byte {
            0 => part.extend_from_slice(b"\\0"),
            b'\n' => part.extend_from_slice(b"\\n"),
            b'\r' => part.extend_from_slice(b"\\r"),
            0x1a => part.extend_from_slice(b"\\Z"),
            b'\'' | b'\\' => part.extend_from_slice(&[b'\\', byte]),
            other => part.push(other),
        }
    }
    part.push(b'\'');
}
