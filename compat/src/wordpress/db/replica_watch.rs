//! Names replicas, and finds how far they are by the positions of primary and replica ([`super::replicas`]).

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::error::{DbError, DbErrorKind};
use super::pool::Probe;
use super::replicas::{Replicas, TIMEOUT};
use super::row::Row;
use super::shared::Shared;
use super::sql_text::SqlText;
use super::statement::Statement;
use super::url::DatabaseUrl;
use super::work::Work;
use super::{Bind, Db};

/// The shortest pause between two comparisons.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);

impl Db {
    /// Names the servers that follow this one, and how far behind one may be that is read from. Called once.
    ///
    /// # Errors
    /// When the database or a replica is not MySQL or MariaDB.
    pub fn follow(&self, urls: &[DatabaseUrl], max_lag: Duration) -> Result<(), DbError> {
        if urls.is_empty() {
            return Ok(());
        }
        let all = urls.iter().chain([self.url()]);
        if all
            .into_iter()
            .any(|url| matches!(url, DatabaseUrl::Sqlite(_)))
        {
            return Err(DbError::new(
                DbErrorKind::Configuration,
                "an SQLite file has no replicas",
            ));
        }
        let replicas = Replicas::new(urls, &self.shared.options, max_lag)?;
        if self.shared.replicas.set(replicas).is_ok() {
            for at in 0..urls.len() {
                tokio::spawn(watch(Arc::downgrade(&self.shared), at));
            }
        }
        Ok(())
    }

    /// Whether servers that follow this one are named.
    pub fn has_replicas(&self) -> bool {
        self.shared.replicas.get().is_some()
    }

    /// From now on a replica answers only when it has what the primary has now.
    pub fn replicas_must_follow(&self) {
        if let Some(replicas) = self.shared.replicas.get() {
            replicas.must_follow();
        }
    }

    /// How many replicas there are, and whether one may be read from now; `None` without replicas.
    pub fn replicas(&self) -> Option<(usize, bool)> {
        let replicas = self.shared.replicas.get()?;
        Some((replicas.count(), replicas.usable().is_some()))
    }
}

/// Compares the positions of the primary and one replica until the pool is dropped.
async fn watch(shared: Weak<Shared>, at: usize) {
    let mut is_told = false;
    loop {
        let Some(shared) = shared.upgrade() else {
            return;
        };
        let Some(replicas) = shared.replicas.get() else {
            return;
        };
        let compared = compare(&shared, replicas, at).await;
        match &compared {
            Ok(()) => is_told = false,
            Err(error) if !is_told => {
                tracing::warn!(%error, replica = at, "how far a replica is cannot be asked: it is not read from");
                is_told = true;
            }
            Err(_) => {}
        }
        let pause = match compared {
            Ok(()) => (replicas.max_lag() / 10).clamp(SHORTEST_PAUSE, Duration::from_millis(200)),
            Err(_) => Duration::from_secs(1),
        };
        drop(shared);
        tokio::time::sleep(pause).await;
    }
}

/// Takes the primary's position, and waits until the replica has it, or was too late.
async fn compare(shared: &Arc<Shared>, replicas: &Replicas, at: usize) -> Result<(), DbError> {
    let Some(replica) = replicas.get(at) else {
        return Ok(());
    };
    let statement =
        |sql, binds: Vec<Bind>| Statement(SqlText::fixed(sql, binds).finish(&shared.prefix, false));
    let text = |rows: Vec<Row>| rows.first().map_or(Ok(String::new()), |row| row.at(0));
    let moment = replicas.now();
    let asked = statement("SELECT @@gtid_current_pos", Vec::new());
    let conn = shared.connections.get(&shared.options, Probe::None).await?;
    let (_, outcome) = conn.run(Work::Load(asked), TIMEOUT).await;
    let position = text(outcome?.rows())?;
    if position.is_empty() {
        return Err(DbError::new(
            DbErrorKind::Configuration,
            "the primary has no GTID position: its binary log is off, or it is not MariaDB",
        ));
    }
    while replicas.is_recent(moment) {
        let wait = statement(
            "SELECT CAST(MASTER_GTID_WAIT(?, 0.2) AS CHAR)",
            vec![position.clone().into()],
        );
        let reached = text(replicas.run(replica, wait).await?)?;
        if reached == "0" {
            replicas.has_until(replica, moment);
            return Ok(());
        }
    }
    Ok(())
}
