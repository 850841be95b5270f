//! Connections to MySQL and MariaDB: address to session, session to rows.
//!
//! The session is set up as WordPress sets up its own: its character set, no strict mode and no `NO_ZERO_DATE`, the
//! server's time zone.

use std::sync::Arc;
use std::time::Duration;

use diesel::deserialize::FromSql;
use diesel::mysql::data_types::MysqlTime;
use diesel::mysql::{Mysql, MysqlType, MysqlValue};
use diesel::row::Field;
use diesel::sql_types::Timestamp;
use diesel_async::{AsyncConnectionCore, AsyncMysqlConnection, SimpleAsyncConnection};
use futures_util::TryStreamExt;
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, OptsBuilder, SslOpts};

use super::error::{DbError, DbErrorKind};
use super::nodes::Nodes;
use super::row::{Cell, Row};
use super::statement::Statement;
use super::url::{MysqlAddress, MysqlHost, SslMode};

/// A pooled connection.
pub(super) struct MysqlConn {
    pub(super) inner: AsyncMysqlConnection,
    /// Set while a statement runs. If its future is dropped, it stays set and the connection is discarded, because the
    /// pending result would be read by the next statement.
    pub(super) busy: bool,
    /// A transaction is open; set and cleared by the owner of the connection.
    pub(super) in_transaction: bool,
    /// The nodes of the cluster.
    pub(super) nodes: Arc<Nodes>,
    /// The node that it leads to, and the age of that node's connections when it was made.
    pub(super) node: usize,
    pub(super) epoch: u64,
}

/// A connection to this node with the session that WordPress has.
pub(super) async fn open_session(address: &MysqlAddress) -> Result<AsyncMysqlConnection, DbError> {
    let mut conn = open(address).await?;
    set_sql_mode(&mut conn).await?;
    want_fresh_table_times(&mut conn).await?;
    let mut inner = AsyncMysqlConnection::try_from(conn)
        .await
        .map_err(|e| DbError::lost(e.to_string()))?;
    restore_session(&mut inner, address).await?;
    Ok(inner)
}

/// Opens a connection, encrypted as the URL specifies.
pub(super) async fn open(address: &MysqlAddress) -> Result<Conn, DbError> {
    let result = Conn::new(options(address, ssl_opts(address))).await;
    let result = match (result, address.ssl_mode) {
        (Err(_), SslMode::Preferred) => Conn::new(options(address, None)).await,
        (Err(error), SslMode::VerifyCa) => match certified_name(&error.to_string()) {
            Some(name) => {
                let ssl =
                    ssl_opts(address).map(|ssl| ssl.with_danger_tls_hostname_override(Some(name)));
                Conn::new(options(address, ssl)).await
            }
            None => Err(error),
        },
        (result, _) => result,
    };
    result.map_err(|e| connect_error(&e))
}

fn options(address: &MysqlAddress, ssl: Option<SslOpts>) -> OptsBuilder {
    let builder = OptsBuilder::default()
        .user(Some(address.user.clone()))
        .pass(Some(address.password.clone()))
        .db_name(Some(address.database.clone()))
        // The Unix socket is used only when configured.
        .prefer_socket(false)
        .stmt_cache_size(0)
        .tcp_keepalive(Some(60_000_u32))
        // UPDATE counts the rows found, as SQLite does.
        .client_found_rows(true)
        .ssl_opts(ssl);
    match &address.host {
        MysqlHost::Tcp(host, port) => builder.ip_or_hostname(host.clone()).tcp_port(*port),
        MysqlHost::Socket(path) => builder.socket(Some(path.to_string_lossy().into_owned())),
    }
}

fn ssl_opts(address: &MysqlAddress) -> Option<SslOpts> {
    let opts = match address.ssl_mode {
        SslMode::Disabled => return None,
        SslMode::Preferred | SslMode::Required => {
            SslOpts::default().with_danger_accept_invalid_certs(true)
        }
        SslMode::VerifyCa | SslMode::VerifyIdentity => SslOpts::default(),
    };
    Some(match &address.ssl_ca {
        Some(path) => opts
            .with_root_certs(vec![path.clone().into()])
            .with_disable_built_in_roots(true),
        None => opts,
    })
}

/// The name that a certificate was made for, from the refusal of it.
///
/// `VERIFY_CA` does not care for the name, but `mysql_async` 0.36 cannot leave it out: it looks for a word in the
/// refusal that rustls no longer writes. So the certificate's own name is asked for, and its chain is checked as ever.
fn certified_name(refusal: &str) -> Option<String> {
    let (_, names) = refusal.split_once("certificate is only valid for ")?;
    if let Some((_, name)) = names.split_once("DnsName(\"") {
        let (name, _) = name.split_once('"')?;
        return Some(name.replacen('*', "any", 1));
    }
    let (_, address) = names.split_once("IpAddress(")?;
    Some(address.split_once(')')?.0.to_owned())
}

/// Access denied or an unknown database is a mistake in the configuration; all else may pass.
fn connect_error(error: &mysql_async::Error) -> DbError {
    match error {
        mysql_async::Error::Server(server) if matches!(server.code, 1044 | 1045 | 1049 | 1698) => {
            DbError::new(DbErrorKind::Configuration, server.message.clone())
        }
        mysql_async::Error::Url(_) => DbError::new(DbErrorKind::Configuration, error.to_string()),
        _ => DbError::lost(error.to_string()),
    }
}

/// The modes that WordPress takes out of its session.
const INCOMPATIBLE_MODES: [&str; 6] = [
    "NO_ZERO_DATE",
    "ONLY_FULL_GROUP_BY",
    "STRICT_TRANS_TABLES",
    "STRICT_ALL_TABLES",
    "TRADITIONAL",
    "ANSI",
];

async fn set_sql_mode(conn: &mut Conn) -> Result<(), DbError> {
    let lost = |e: mysql_async::Error| DbError::lost(e.to_string());
    let modes: Option<String> = conn
        .query_first("SELECT @@SESSION.sql_mode")
        .await
        .map_err(lost)?;
    let modes = modes.unwrap_or_default();
    let kept: Vec<&str> = modes
        .split(',')
        .filter(|mode| !INCOMPATIBLE_MODES.contains(mode))
        .collect();
    conn.exec_drop("SET SESSION sql_mode = ?", (kept.join(","),))
        .await
        .map_err(lost)
}

/// MySQL 8 caches `information_schema.TABLES` for a day; `generation` needs it fresh. MariaDB has no such setting.
async fn want_fresh_table_times(conn: &mut Conn) -> Result<(), DbError> {
    if !(8..10).contains(&conn.server_version().0) {
        return Ok(());
    }
    conn.query_drop("SET SESSION information_schema_stats_expiry = 0")
        .await
        .map_err(|e| DbError::lost(e.to_string()))
}

/// diesel-async sets the time zone to UTC and the character set to utf8mb4; WordPress leaves the one alone and takes
/// the other from `DB_CHARSET`.
async fn restore_session(
    conn: &mut AsyncMysqlConnection,
    address: &MysqlAddress,
) -> Result<(), DbError> {
    conn.batch_execute("SET SESSION time_zone = @@GLOBAL.time_zone")
        .await?;
    let charset = address.charset.as_str();
    if charset != "utf8mb4" {
        // Only letters and digits: `Charset` checks.
        let mut set_names = String::from("SET NAMES ");
        set_names.push_str(charset);
        conn.batch_execute(&set_names).await?;
    }
    Ok(())
}

impl MysqlConn {
    /// Tries the connection.
    pub(super) async fn ping(&mut self, timeout: Duration) -> Result<(), DbError> {
        self.probe("DO 0", timeout).await
    }

    /// Opens a transaction, which also tries the connection.
    pub(super) async fn begin(&mut self, timeout: Duration) -> Result<(), DbError> {
        // Set before sending, so that a failed or cancelled statement's connection is not reused.
        self.in_transaction = true;
        self.probe("START TRANSACTION", timeout).await
    }

    async fn probe(&mut self, text: &str, timeout: Duration) -> Result<(), DbError> {
        self.busy = true;
        match tokio::time::timeout(timeout, self.inner.batch_execute(text)).await {
            Ok(Ok(())) => {
                self.busy = false;
                Ok(())
            }
            Ok(Err(error)) => Err(DbError::lost(error.to_string())),
            Err(_) => Err(DbError::lost("no answer in time")),
        }
    }

    /// Runs a text without parameters and without a result: `BEGIN`, `COMMIT`, `ROLLBACK`, data definitions.
    pub(super) async fn batch(&mut self, text: &str) -> Result<(), DbError> {
        self.busy = true;
        let result = self.inner.batch_execute(text).await;
        self.settle(result)
    }

    /// Runs a statement and counts the rows that it found.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64, DbError> {
        self.busy = true;
        let result = self.inner.execute_returning_count(statement).await;
        self.settle(result)
            .map(|n| u64::try_from(n).unwrap_or(u64::MAX))
    }

    /// Runs a statement and reads all its rows.
    pub(super) async fn load(&mut self, statement: Statement) -> Result<Vec<Row>, DbError> {
        self.busy = true;
        let result = match self.inner.load(statement).await {
            Ok(mut stream) => {
                let mut rows = Vec::new();
                let mut columns: Option<Arc<[String]>> = None;
                loop {
                    match stream.try_next().await {
                        Ok(Some(row)) => match read(&row, &mut columns) {
                            Ok(row) => rows.push(row),
                            // The stream is dropped with rows left: the connection stays marked as busy.
                            Err(error) => return Err(error),
                        },
                        Ok(None) => break Ok(rows),
                        Err(error) => break Err(error),
                    }
                }
            }
            Err(error) => Err(error),
        };
        self.settle(result)
    }

    fn settle<T>(&mut self, result: Result<T, diesel::result::Error>) -> Result<T, DbError> {
        let result = result.map_err(DbError::from);
        // A refused statement leaves the connection usable, a lost one stays marked.
        self.busy = matches!(&result, Err(error) if error.is_connection_lost());
        result
    }
}

fn read<'s>(
    row: &impl diesel::row::Row<'s, Mysql>,
    columns: &mut Option<Arc<[String]>>,
) -> Result<Row, DbError> {
    let count = row.field_count();
    let mut cells = Vec::with_capacity(count);
    let mut names = Vec::new();
    for position in 0..count {
        let Some(field) = row.get(position) else {
            break;
        };
        if columns.is_none() {
            names.push(field.field_name().unwrap_or("").to_owned());
        }
        cells.push(match field.value() {
            None => Cell::Null,
            Some(value) => cell(&value).map_err(|reason| {
                let name = field.field_name().unwrap_or("?");
                DbError::decode(format!("column {name}: {reason}"))
            })?,
        });
    }
    let columns = columns.get_or_insert_with(|| names.into());
    Ok(Row::new(Arc::clone(columns), cells))
}

fn cell(value: &MysqlValue<'_>) -> Result<Cell, String> {
    let bytes = value.as_bytes();
    Ok(match value.value_type() {
        MysqlType::Tiny => Cell::I64(i8::from_le_bytes(fixed(bytes)?).into()),
        MysqlType::UnsignedTiny => Cell::I64(u8::from_le_bytes(fixed(bytes)?).into()),
        MysqlType::Short => Cell::I64(i16::from_le_bytes(fixed(bytes)?).into()),
        MysqlType::UnsignedShort => Cell::I64(u16::from_le_bytes(fixed(bytes)?).into()),
        MysqlType::Long => Cell::I64(i32::from_le_bytes(fixed(bytes)?).into()),
        MysqlType::UnsignedLong => Cell::I64(u32::from_le_bytes(fixed(bytes)?).into()),
        MysqlType::LongLong => Cell::I64(i64::from_le_bytes(fixed(bytes)?)),
        MysqlType::UnsignedLongLong => {
            let number = u64::from_le_bytes(fixed(bytes)?);
            i64::try_from(number).map_or(Cell::U64(number), Cell::I64)
        }
        // The shortest decimal that names this single-precision number, not its double-precision neighbour.
        MysqlType::Float => {
            let number = f32::from_le_bytes(fixed(bytes)?);
            Cell::F64(number.to_string().parse().unwrap_or(f64::from(number)))
        }
        MysqlType::Double => Cell::F64(f64::from_le_bytes(fixed(bytes)?)),
        MysqlType::Date | MysqlType::DateTime | MysqlType::Timestamp | MysqlType::Time => {
            Cell::Bytes(time_text(value)?.into_bytes())
        }
        _ => Cell::Bytes(bytes.to_vec()),
    })
}

fn fixed<const N: usize>(bytes: &[u8]) -> Result<[u8; N], String> {
    bytes
        .get(..N)
        .and_then(|head| head.try_into().ok())
        .ok_or_else(|| format!("{} bytes where a number has {N}", bytes.len()))
}

fn time_text(value: &MysqlValue<'_>) -> Result<String, String> {
    let time = <MysqlTime as FromSql<Timestamp, Mysql>>::from_sql(value.clone())
        .map_err(|e| e.to_string())?;
    let date = || format!("{:04}-{:02}-{:02}", time.year, time.month, time.day);
    let mut text = match value.value_type() {
        MysqlType::Date => return Ok(date()),
        MysqlType::Time => format!(
            "{:02}:{:02}:{:02}",
            u64::from(time.day) * 24 + u64::from(time.hour),
            time.minute,
            time.second
        ),
        _ => format!(
            "{} {:02}:{:02}:{:02}",
            date(),
            time.hour,
            time.minute,
            time.second
        ),
    };
    if time.second_part != 0 {
        text.push_str(&format!(".{:06}", time.second_part));
    }
    Ok(text)
}
