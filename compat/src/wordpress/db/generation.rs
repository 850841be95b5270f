//! Detects changes to the database by others: PHP, another instance, a database client.
//!
//! Requirement: a change by any process is visible within two seconds on every instance. A caller calls
//! [`ChangeWatch::poll`] periodically and invalidates what depends on the returned tables.
//!
//! | database | how | what is told |
//! |---|---|---|
//! | SQLite | `PRAGMA data_version` on a connection of its own, then the counts of `schema::change_triggers` | the tables |
//! | MySQL 5.7+, MariaDB 10.2+ | `information_schema.TABLES.UPDATE_TIME` | the tables |
//! | older ones | `CHECKSUM TABLE`; for tables over 32 MB their size and numbers of rows | the tables |
//!
//! `UPDATE_TIME` counts whole seconds: a table that had changed less than two seconds before it was looked at counts as
//! changed once more at the next look, so that a second change within the same second is not missed. In MariaDB it is the
//! second in which a transaction *began* to write, so a second one of the same second may be committed much later without
//! another time: in a cluster, where all commits wait while a node is missed, a table counts as changed for longer; and
//! everywhere once more when its time is 4, 8, 16 … 512 seconds ago, so that what a transaction of up to eight minutes changed
//! is found. The times are lost when the server restarts: then everything counts as changed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::binds_of;
use super::error::DbError;
use super::mysql_server::MysqlServer;
use super::row::Row;
use super::schema::change_triggers::CHANGES;
use super::sql_text::SqlText;
use super::sqlite::SqliteConn;
use super::statement::Statement;
use super::{Db, TablePrefix};

/// A table changed this long ago may have changed again within the same second.
const UNCERTAIN_SECONDS: i64 = 2;
/// The same in a cluster, whose commits wait until a missing node is given up (`evs.suspect_timeout`,
/// `evs.inactive_timeout`: 5 s and 15 s, unless they are set).
const UNCERTAIN_SECONDS_IN_CLUSTER: i64 = 16;
/// The age of a change, in seconds, from which its table no longer counts as changed once more. A transaction that takes
/// longer may be missed until the next change of the table.
const LAST_LOOK: i64 = 512;
/// The moment of the start differs by so much at most: the counter below it may overflow.
const START_JITTER: i64 = 1;
/// Maximum table size for `CHECKSUM TABLE`, in bytes.
const CHECKSUM_LIMIT: i64 = 32 * 1024 * 1024;

/// The statement of a fingerprint: the server, its clock in Unix milliseconds, a number of the moment (others: null), for each
/// table a number and a text, and last a number of the moment after that ([`Moment`]). `UUID_SHORT` is made of the second
/// that the server started, above a counter that takes years to reach it. (`SHOW STATUS` costs more than all the rest.)
macro_rules! fingerprint_sql {
    ($of_table:literal) => {
        fingerprint_sql!(
            "CAST(UUID_SHORT() AS SIGNED)",
            $of_table,
            " UNION ALL SELECT '', 0, '', CAST(UUID_SHORT() AS SIGNED)"
        )
    };
    ($before:literal, $of_table:literal, $after:literal) => {
        concat!(
            "SELECT CONCAT_WS('/', @@hostname, @@port, @@server_id), CAST(UNIX_TIMESTAMP(NOW(6)) * 1000 AS SIGNED), '', ",
            $before,
            " UNION ALL SELECT TABLE_NAME, ",
            $of_table,
            ", NULL FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() \
             AND TABLE_TYPE = 'BASE TABLE' AND LEFT(TABLE_NAME, CHAR_LENGTH(?)) = ?",
            $after
        )
    };
}

/// With the second of the last change of a table.
const UPDATE_TIMES: &str = fingerprint_sql!("UNIX_TIMESTAMP(UPDATE_TIME), ''");
/// The same without the start of the server.
const UPDATE_TIMES_OF_TIDB: &str = fingerprint_sql!("0", "UNIX_TIMESTAMP(UPDATE_TIME), ''", "");
/// With the size of a table in bytes, and what else differs after most changes.
const SIZES: &str = fingerprint_sql!(
    "COALESCE(DATA_LENGTH, 0), CONCAT_WS('/', TABLE_ROWS, DATA_LENGTH, AUTO_INCREMENT, CREATE_TIME)"
);

/// The counters and time stamps by which changes are detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint(State);

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Sqlite {
        /// The connection it was read on: versions of different connections are not comparable.
        connection: u64,
        data_version: i64,
        schema_version: i64,
        /// Changes per table; none if the file has no triggers.
        counts: Option<BTreeMap<String, i64>>,
    },
    Mysql {
        /// The server's clock, in milliseconds.
        now: i64,
        /// Which server it is (of a cluster, behind a proxy), and the second that it started.
        server: (String, i64),
        /// The moments before and after the tables were read; none where the server has no such numbers.
        moments: Option<(i64, i64)>,
        /// For how many seconds a change may be followed by one that has the same time.
        uncertain: i64,
        tables: BTreeMap<String, TableState>,
    },
}

/// When a fingerprint was read, by numbers that a server gives in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The server since its start.
    pub(super) server: String,
    /// What was committed before is in the fingerprint.
    pub(super) before: i64,
    /// What was committed later is not in the fingerprint.
    pub(super) after: i64,
    /// The server's clock then, in Unix milliseconds.
    now: i64,
    /// What was committed anywhere before is in the fingerprint.
    pub(super) began: Instant,
    /// When its rows had arrived here.
    read: Instant,
}

impl Moment {
    /// The same after a wait, which began then, for what other nodes of the cluster had committed.
    #[must_use]
    pub fn since(self, began: Instant) -> Self {
        Self { began, ..self }
    }

    /// When it began by the server's clock, or a little earlier: the answer may have come later than the server looked at
    /// its clock.
    pub(super) fn began_at_server(&self) -> i64 {
        let took = self.read.saturating_duration_since(self.began).as_millis();
        self.now
            .saturating_sub(i64::try_from(took).unwrap_or(i64::MAX))
            - 1
    }
}

/// The second that a server started, in a number of `UUID_SHORT`.
fn started(number: i64) -> i64 {
    (number >> 24) & 0xffff_ffff
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TableState {
    /// The second of the last change; none since the server started.
    UpdateTime(Option<i64>),
    /// Anything that differs after a change.
    Sum(String),
}

/// What changed between two fingerprints. Tables are named without their prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changes {
    /// Nothing.
    Nothing,
    /// These tables.
    Tables(BTreeSet<String>),
    /// Perhaps everything.
    Everything,
}

impl Changes {
    /// Yes if rows of `table` (named without prefix) may have changed.
    pub fn touch(&self, table: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::Tables(tables) => tables.contains(table),
            Self::Everything => true,
        }
    }

    fn of(tables: BTreeSet<String>) -> Self {
        if tables.is_empty() {
            Self::Nothing
        } else {
            Self::Tables(tables)
        }
    }
}

impl Fingerprint {
    /// What changed since `earlier`.
    pub fn changes_since(&self, earlier: &Self) -> Changes {
        match (&earlier.0, &self.0) {
            (
                State::Sqlite {
                    connection: old_connection,
                    data_version: old_data,
                    schema_version: old_schema,
                    counts: old_counts,
                },
                State::Sqlite {
                    connection,
                    data_version,
                    schema_version,
                    counts,
                },
            ) => {
                if connection != old_connection || schema_version != old_schema {
                    return Changes::Everything;
                }
                if data_version == old_data {
                    return Changes::Nothing;
                }
                match (old_counts, counts) {
                    // The file changed, but no count did: a table without triggers.
                    (Some(old), Some(new)) if old != new => Changes::of(differing(old, new)),
                    _ => Changes::Everything,
                }
            }
            (
                State::Mysql {
                    now: old_now,
                    server: (old_server, old_started),
                    tables: old,
                    ..
                },
                State::Mysql {
                    now,
                    server: (server, started),
                    tables,
                    uncertain,
                    ..
                },
            ) => {
                if server != old_server || (started - old_started).abs() > START_JITTER {
                    return Changes::Everything;
                }
                let mut changed = differing(old, tables);
                changed.extend(
                    old.iter()
                        .filter(|(_, state)| {
                            state.was_uncertain((*old_now / 1000, *now / 1000), *uncertain)
                        })
                        .map(|(name, _)| name.clone()),
                );
                Changes::of(changed)
            }
            _ => Changes::Everything,
        }
    }
}

impl TableState {
    /// Whether a table may have changed between two looks, whose seconds are given, without another time.
    fn was_uncertain(&self, (old, new): (i64, i64), uncertain: i64) -> bool {
        let Self::UpdateTime(Some(at)) = self else {
            return false;
        };
        let (old_age, new_age) = (old - at, new - at);
        let has_doubled = new_age.checked_ilog2() > old_age.checked_ilog2();
        old_age < uncertain || old_age < LAST_LOOK && has_doubled
    }
}

fn differing<T: PartialEq>(
    old: &BTreeMap<String, T>,
    new: &BTreeMap<String, T>,
) -> BTreeSet<String> {
    old.keys()
        .chain(new.keys())
        .filter(|name| old.get(*name) != new.get(*name))
        .cloned()
        .collect()
}

/// Polls for changed tables.
pub struct ChangeWatch {
    db: Db,
    last: Option<Fingerprint>,
    /// When the last poll began, and when it had its answer.
    polled: (Instant, Instant),
}

impl ChangeWatch {
    /// A watch whose first poll returns `Everything`.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            last: None,
            polled: (Instant::now(), Instant::now()),
        }
    }

    /// When the tables of the last poll were read, where the server tells moments.
    pub fn moment(&self) -> Option<Moment> {
        match &self.last.as_ref()?.0 {
            State::Mysql {
                server: (name, started),
                moments,
                now,
                ..
            } => {
                let (before, after) = (*moments)?;
                let (began, read) = self.polled;
                let server = format!("{name}/{started}");
                Some(Moment {
                    server,
                    before,
                    after,
                    now: *now,
                    began,
                    read,
                })
            }
            State::Sqlite { .. } => None,
        }
    }

    /// What changed since the last poll. After an outage, everything counts as changed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn poll(&mut self) -> Result<Changes, DbError> {
        // Cleared first: if the query fails, the next poll returns `Everything`.
        let last = self.last.take();
        let began = Instant::now();
        let now = self.db.fingerprint().await?;
        self.polled = (began, Instant::now());
        let changes = last.map_or(Changes::Everything, |last| now.changes_since(&last));
        self.last = Some(now);
        Ok(changes)
    }
}

impl Db {
    /// The state of the database, to be compared with a later one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn fingerprint(&self) -> Result<Fingerprint, DbError> {
        if self.is_sqlite() {
            return self.sqlite_fingerprint().await;
        }
        let server = self.mysql_server().await?;
        self.mysql_fingerprint(server).await
    }

    /// [`fingerprint`](Self::fingerprint) for servers without reliable update times.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn fingerprint_by_sums(&self) -> Result<Fingerprint, DbError> {
        if self.is_sqlite() {
            return self.sqlite_fingerprint().await;
        }
        let tells_update_times = false;
        self.mysql_fingerprint(MysqlServer {
            tells_update_times,
            ..self.mysql_server().await?
        })
        .await
    }

    async fn sqlite_fingerprint(&self) -> Result<Fingerprint, DbError> {
        let prefix = self.prefix().clone();
        self.shared
            .with_watcher(move |conn, connection| {
                // One read transaction: the counts belong to the version.
                conn.batch("BEGIN")?;
                let state = read_sqlite(conn, connection, &prefix);
                conn.batch("COMMIT")?;
                state.map(Fingerprint)
            })
            .await
    }

    async fn mysql_server(&self) -> Result<MysqlServer, DbError> {
        if let Some(known) = self.shared.mysql_server.get() {
            return Ok(*known);
        }
        let version: Option<(String,)> = self.load_first("SELECT VERSION()", Vec::new()).await?;
        let server = MysqlServer::of(&version.unwrap_or_default().0);
        Ok(*self.shared.mysql_server.get_or_init(|| server))
    }

    async fn mysql_fingerprint(&self, server: MysqlServer) -> Result<Fingerprint, DbError> {
        let sql = match (server.tells_update_times, server.has_uuid_short) {
            (true, true) => UPDATE_TIMES,
            (true, false) => UPDATE_TIMES_OF_TIDB,
            (false, _) => SIZES,
        };
        let prefix = self.prefix().as_str();
        let rows: Vec<(String, Option<i64>, String, Option<i64>)> =
            self.load(sql, binds_of([prefix, prefix])).await?;
        let (servers, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.3.is_some());
        let mut servers = servers.into_iter();
        let (name, now, _, before) = servers.next().unwrap_or_default();
        let before = before.unwrap_or(0);
        let after = servers.next().and_then(|(.., after)| after);
        // Sums are read later.
        let after = after.filter(|_| server.tells_update_times);
        let mut summed = BTreeMap::new();
        if !server.tells_update_times {
            let small = rows
                .iter()
                .filter(|row| row.1.unwrap_or(0) <= CHECKSUM_LIMIT);
            summed = self.sums(small.map(|row| row.0.clone()).collect()).await?;
        }
        let tables = rows.into_iter().map(|(name, number, size, _)| {
            let state = if server.tells_update_times {
                TableState::UpdateTime(number)
            } else {
                TableState::Sum(summed.remove(&name).unwrap_or(size))
            };
            let name = self.prefix().strip(&name).unwrap_or(&name).to_owned();
            (name, state)
        });
        Ok(Fingerprint(State::Mysql {
            now: now.unwrap_or(0),
            moments: after.map(|after| (before, after)),
            uncertain: if self.is_cluster() {
                UNCERTAIN_SECONDS_IN_CLUSTER
            } else {
                UNCERTAIN_SECONDS
            },
            tables: tables.collect(),
            server: (name, started(before)),
        }))
    }

    async fn sums(&self, names: Vec<String>) -> Result<BTreeMap<String, String>, DbError> {
        if names.is_empty() {
            return Ok(BTreeMap::new());
        }
        let rows: Vec<(String, Option<i64>)> = self
            .load_built(SqlText::over_tables("CHECKSUM TABLE ", &names))
            .await?;
        Ok(rows
            .into_iter()
            .map(|(name, sum)| {
                // The server answers `database.table`.
                let name = name
                    .split_once('.')
                    .map_or(name.as_str(), |(_, table)| table);
                (name.to_owned(), sum.unwrap_or(0).to_string())
            })
            .collect())
    }
}

fn read_sqlite(
    conn: &mut SqliteConn,
    connection: u64,
    prefix: &TablePrefix,
) -> Result<State, DbError> {
    let mut read = |sql: SqlText| conn.load(&Statement(sql.finish(prefix, true)));
    let number = |rows: Vec<Row>| rows.first().map_or(Ok(0), |row| row.at::<i64>(0));
    // The first statement fixes the moment that the others see.
    let schema_version = number(read(SqlText::fixed("PRAGMA schema_version", Vec::new()))?)?;
    let known = number(read(SqlText::fixed(
        "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = CONCAT('{p}', ?)",
        binds_of([CHANGES]),
    ))?)?;
    let data_version = number(read(SqlText::fixed("PRAGMA data_version", Vec::new()))?)?;
    let counts = if known == 0 {
        None
    } else {
        let rows = read(SqlText::fixed(
            "SELECT table_name, changes FROM {p}oxipress_changes",
            Vec::new(),
        ))?;
        let mut counts = BTreeMap::new();
        for row in rows {
            let name: String = row.at(0)?;
            let name = prefix.strip(&name).unwrap_or(&name).to_owned();
            counts.insert(name, row.at(1)?);
        }
        Some(counts)
    };
    Ok(State::Sqlite {
        connection,
        data_version,
        schema_version,
        counts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mysql(now: i64, tables: &[(&str, Option<i64>)]) -> Fingerprint {
        let tables = tables
            .iter()
            .map(|(name, at)| ((*name).to_owned(), TableState::UpdateTime(*at)))
            .collect();
        Fingerprint(State::Mysql {
            now: now * 1000,
            server: (String::new(), 0),
            moments: None,
            uncertain: UNCERTAIN_SECONDS,
            tables,
        })
    }

    #[test]
    fn a_server_that_started_anew_may_have_changed_everything() {
        let started = |second| {
            let (now, tables) = (second + 100, BTreeMap::new());
            let server = ("db/3306/1".to_owned(), second);
            Fingerprint(State::Mysql {
                now,
                server,
                moments: None,
                uncertain: UNCERTAIN_SECONDS,
                tables,
            })
        };
        assert_eq!(started(7).changes_since(&started(7)), Changes::Nothing);
        // The counter below the second overflowed.
        assert_eq!(started(8).changes_since(&started(7)), Changes::Nothing);
        assert_eq!(started(9).changes_since(&started(7)), Changes::Everything);
    }

    #[test]
    fn a_change_within_the_same_second_is_not_missed() {
        let posts = |at| mysql(at, &[("posts", Some(100)), ("options", None)]);
        let tables =
            |names: &[&str]| Changes::Tables(names.iter().map(|n| (*n).to_owned()).collect());
        // Looked at in the second of the change, or the one after: uncertain.
        assert_eq!(posts(102).changes_since(&posts(100)), tables(&["posts"]));
        assert_eq!(posts(103).changes_since(&posts(101)), tables(&["posts"]));
        assert_eq!(posts(103).changes_since(&posts(102)), Changes::Nothing);
        let later = mysql(107, &[("posts", Some(100)), ("options", Some(106))]);
        assert_eq!(later.changes_since(&posts(104)), tables(&["options"]));
        assert!(later.changes_since(&posts(104)).touch("options"));
    }

    #[test]
    fn a_transaction_that_took_long_is_found_when_the_age_of_its_table_has_doubled() {
        let posts = |at| mysql(at, &[("posts", Some(1000))]);
        let counts = |old, new| posts(new).changes_since(&posts(old)).touch("posts");
        let looks: Vec<i64> = (1..3000)
            .filter(|age| counts(999 + age, 1000 + age))
            .collect();
        assert_eq!(looks, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
        assert!(counts(1005, 1300), "polls that come seldom");
        assert!(!counts(1005, 990), "a clock that is set back");
    }
}
