//! What can go wrong between a query and its rows.
//!
//! The kind determines the HTTP status: `Unavailable` is a 503 with `Retry-After`, everything else a 500.

use std::error::Error;
use std::fmt;

/// What sort of failure a [`DbError`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DbErrorKind {
    /// The database cannot be reached, is busy, or timed out. A retry may succeed.
    Unavailable,
    /// A unique key holds this value already.
    UniqueViolation,
    /// The database refused the statement.
    Query,
    /// A row has an unexpected shape.
    Decode,
    /// The address, the prefix or the session settings are wrong.
    Configuration,
    /// A dump cannot be read.
    Import,
}

/// How the detail ends when there was no connection in time: [`DbError::without_connection`].
const NO_CONNECTION: &str = "connection in time";

/// A failure of the database layer.
#[derive(Debug)]
pub struct DbError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: DbErrorKind,
    detail: String,
    /// The connection is dead: the statement may be tried again on a new one if it only reads.
    connection_lost: bool,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl DbError {
    pub(crate) fn new(kind: DbErrorKind, detail: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            detail: detail.into(),
            connection_lost: false,
            source: None,
        }))
    }

    pub(crate) fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(DbErrorKind::Unavailable, detail)
    }

    /// There was no connection in time; `kind` says which one was waited for.
    pub(super) fn without_connection(kind: &str) -> Self {
        Self::unavailable(format!("no {kind}{NO_CONNECTION}"))
    }

    pub(crate) fn decode(detail: impl Into<String>) -> Self {
        Self::new(DbErrorKind::Decode, detail)
    }

    pub(crate) fn lost(detail: impl Into<String>) -> Self {
        let mut error = Self::unavailable(detail);
        error.0.connection_lost = true;
        error
    }

    pub(crate) fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// A copy of the error for another waiter of the same connection attempt.
    pub(crate) fn clone_for_waiter(&self) -> Self {
        let mut error = Self::new(self.0.kind, self.0.detail.clone());
        error.0.connection_lost = self.0.connection_lost;
        error
    }

    /// The kind.
    pub fn kind(&self) -> DbErrorKind {
        self.0.kind
    }

    /// Whether the database is unavailable: respond with 503 and `Retry-After`.
    pub fn is_unavailable(&self) -> bool {
        self.0.kind == DbErrorKind::Unavailable
    }

    /// Yes if a unique key was hit.
    pub fn is_unique_violation(&self) -> bool {
        self.0.kind == DbErrorKind::UniqueViolation
    }

    /// Whether a table of the statement does not exist (SQLite; MySQL and MariaDB error 1146).
    pub fn is_missing_table(&self) -> bool {
        let detail = &self.0.detail;
        detail.starts_with("no such table")
            || (detail.starts_with("Table '") && detail.ends_with("' doesn't exist"))
    }

    /// Whether there was no room for what was to be written: SQLite's `SQLITE_FULL`, and the fault that it tells when a
    /// file may not grow; errors 3, 1021, 1026 and 1114 of MySQL and MariaDB.
    pub fn is_disk_full(&self) -> bool {
        const SAID: [&str; 6] = [
            "database or disk is full",
            "disk I/O error",
            "Disk full",
            "Disk got full",
            "Error writing file",
            "The table ",
        ];
        let detail = &self.0.detail;
        let is_said = SAID.iter().any(|start| detail.starts_with(start));
        is_said && (!detail.starts_with("The table ") || detail.ends_with(" is full"))
    }

    /// Whether the transaction was rolled back by a deadlock or lock timeout: it may be retried at once.
    pub(crate) fn is_deadlock(&self) -> bool {
        self.0.detail.starts_with("Deadlock found")
    }

    /// Whether the database refused the statement or transaction as a whole, so that it may be run again.
    pub(super) fn is_refused_whole(&self) -> bool {
        let detail = &self.0.detail;
        self.is_deadlock() || is_unready_message(detail) || is_refused_message(detail)
    }

    /// Whether the node of a cluster takes no statements, or no writes, for now. At COMMIT this does not always tell that the
    /// others have not the transaction.
    pub(super) fn is_node_unready(&self) -> bool {
        is_unready_message(&self.0.detail) || is_partitioned_message(&self.0.detail)
    }

    /// Whether there was no connection in time, so that nothing was done.
    pub(super) fn is_without_connection(&self) -> bool {
        self.0.detail.ends_with(NO_CONNECTION)
    }

    pub(crate) fn is_connection_lost(&self) -> bool {
        self.0.connection_lost
    }
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = match self.0.kind {
            DbErrorKind::Unavailable => "database unavailable",
            DbErrorKind::UniqueViolation => "duplicate key",
            DbErrorKind::Query => "database refused the statement",
            DbErrorKind::Decode => "unexpected row",
            DbErrorKind::Configuration => "database configuration",
            DbErrorKind::Import => "import",
        };
        write!(f, "{head}: {}", self.0.detail)
    }
}

impl Error for DbError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_deref().map(|s| s as _)
    }
}

/// Turns diesel's error into ours. The words of an input/output fault are those of `mysql_async`, because diesel-async
/// passes on the text only.
impl From<diesel::result::Error> for DbError {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind as K, Error as E};
        let detail = error.to_string();
        match &error {
            E::DatabaseError(K::UniqueViolation, _) => {
                Self::new(DbErrorKind::UniqueViolation, detail)
            }
            E::DatabaseError(K::ClosedConnection | K::UnableToSendCommand, _) => Self::lost(detail),
            E::DatabaseError(_, info) => {
                let message = info.message();
                if is_lost_message(message) {
                    Self::lost(detail)
                } else if is_busy_message(message) {
                    Self::unavailable(detail)
                } else {
                    Self::new(DbErrorKind::Query, detail)
                }
            }
            E::DeserializationError(_) => Self::decode(detail),
            _ => Self::new(DbErrorKind::Query, detail),
        }
        .with_source(error)
    }
}

fn is_lost_message(message: &str) -> bool {
    message.starts_with("Input/output error")
        || (message.starts_with("Driver error") && !message.contains("parameters but"))
        || message.starts_with("Server shutdown in progress")
        || message.contains("onnection was killed")
        || message.contains("disconnected by the server because of inactivity")
}

fn is_busy_message(message: &str) -> bool {
    // SQLite's busy time-out; MySQL's and MariaDB's full server, deadlock and lock wait.
    message.contains("database is locked")
        || message.contains("database table is locked")
        || message.starts_with("Too many connections")
        || message.starts_with("Deadlock found")
        || message.starts_with("Lock wait timeout exceeded")
        || message.contains("max_user_connections")
        || message.contains("re-prepared")
        || is_refused_message(message)
        || is_unready_message(message)
        || is_partitioned_message(message)
        || ProviderStatus::of(message).is_some()
}

/// Lock wait (1205), a changed snapshot (1020), and certification at COMMIT. What else Galera says at COMMIT leaves open
/// whether the others have the transaction.
fn is_refused_message(message: &str) -> bool {
    message.starts_with("Lock wait timeout exceeded")
        || message.starts_with("Record has changed since last read")
        || ProviderStatus::of(message) == Some(ProviderStatus::Refused)
}

/// What a Galera node that has just lost the others says to a write.
fn is_partitioned_message(message: &str) -> bool {
    message.contains("Not connected to Primary Component")
        || ProviderStatus::of(message) == Some(ProviderStatus::Away)
}

/// Why Galera did not commit (1180, `ER_ERROR_DURING_COMMIT`).
///
/// MariaDB to 10.5 and Percona XtraDB Cluster print the number of wsrep's `provider::status`, MariaDB from 10.6 its name,
/// in a text about streaming replication that has nothing to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProviderStatus {
    /// The certification failed (3), or a transaction of another node was first (4): nobody has it.
    Refused,
    /// The node lost the others (6), or its provider does not work any more (7, 8): the others may have it.
    Away,
    /// Anything else: the others may have it.
    Other,
}

impl ProviderStatus {
    fn of(message: &str) -> Option<Self> {
        const NAMED: &str = "Error while appending streaming replication fragment";
        if let Some(rest) = message.strip_prefix(NAMED) {
            let says = |name: &str| rest.contains(name);
            return Some(if says("Certification failed") || says("BF aborted") {
                Self::Refused
            } else if says("Not connected") || says("Provider in bad state") || says("Fatal error")
            {
                Self::Away
            } else {
                Self::Other
            });
        }
        let rest = message.strip_prefix("Got error ")?;
        let number = rest
            .split(' ')
            .next()
            .filter(|_| rest.contains("during COMMIT"))?;
        Some(match number {
            "3" | "4" => Self::Refused,
            "6" | "7" | "8" => Self::Away,
            _ => Self::Other,
        })
    }
}

/// 1047 of a Galera node that is not part of the cluster, and 1290 of a server that follows another.
fn is_unready_message(message: &str) -> bool {
    message.starts_with("WSREP has not yet prepared node")
        || message.contains("is running with the --read-only option")
}

#[cfg(test)]
mod tests {
    use super::*;
    use diesel::result::{DatabaseErrorKind, Error};

    /// Unavailable, refused as a whole, not ready.
    fn judged(message: &str) -> [bool; 3] {
        let said: Box<dyn diesel::result::DatabaseErrorInformation + Send + Sync> =
            Box::new(message.to_owned());
        let error = DbError::from(Error::DatabaseError(DatabaseErrorKind::Unknown, said));
        [
            error.is_unavailable(),
            error.is_refused_whole(),
            error.is_node_unready(),
        ]
    }

    #[test]
    fn what_galera_says_at_commit() {
        let named = |status: &str| {
            judged(&format!(
                "Error while appending streaming replication fragment(provider status: {status})"
            ))
        };
        let (refused, away, unknown) = (
            [true, true, false],
            [true, false, true],
            [true, false, false],
        );
        assert_eq!(named("Certification failed"), refused);
        assert_eq!(named("Transaction was BF aborted"), refused);
        assert_eq!(named("Not connected to Primary Component"), away);
        assert_eq!(
            named("Provider in bad state, needs to be reinitialized."),
            away
        );
        assert_eq!(named("Fatal error, must abort."), away);
        assert_eq!(named("Unknown error"), unknown);
        assert_eq!(
            judged("Error while appending streaming replication fragment"),
            unknown
        );
        for (number, wanted) in [
            (3, refused),
            (4, refused),
            (5, unknown),
            (6, away),
            (7, away),
        ] {
            let text = format!("Got error {number} \"some words\" during COMMIT");
            assert_eq!(judged(&text), wanted, "{text}");
        }
        assert_eq!(judged("Got error 28 from storage engine"), [false; 3]);
        assert_eq!(
            judged("WSREP has not yet prepared node for application use"),
            [true; 3]
        );
    }
}
