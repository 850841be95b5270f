//! Leases of scheduled jobs: of several instances on one database, one runs a job at a time.
//!
//! A row of `{prefix}oxipress_jobs` names the instance that runs a job and until when it may; the instance prolongs the
//! lease while the job runs. When it dies, another one takes the job over after the lease has ended.

use tokio::sync::OnceCell;

use super::clock::Clock;
use super::db::schema::create_tables;
use super::db::{Db, DbError};
use super::password::wp_generate_password;
use crate::binds;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_jobs (
  name varchar(100) NOT NULL default '',
  holder varchar(40) NOT NULL default '',
  lease_until bigint(20) NOT NULL default 0,
  PRIMARY KEY  (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// Seconds for which a lease is taken or prolonged.
pub const LEASE: i64 = 60;
/// Seconds after the end of a job in which no other instance begins it: then all of them have seen what it did.
pub const QUIET: i64 = 5;

/// The jobs of a site, as one instance takes them.
pub struct JobLeases {
    db: Db,
    clock: Clock,
    holder: String,
    made: OnceCell<()>,
}

impl JobLeases {
    /// The leases of an instance; each call is another instance.
    pub fn new(db: Db, clock: Clock) -> Self {
        Self {
            db,
            clock,
            holder: wp_generate_password(32, false, false),
            made: OnceCell::new(),
        }
    }

    /// Takes a job, or prolongs it. Otherwise the seconds until its present lease ends.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take(&self, job: &str) -> Result<Result<(), i64>, DbError> {
        const ADD: &str =
            "INSERT {ignore} INTO {p}oxipress_jobs (name, holder, lease_until) VALUES (?, '', 0)";
        // A lease that ends much later than any may: the clock was set back.
        const TAKE: &str = "UPDATE {p}oxipress_jobs SET holder = ?, lease_until = ? \
            WHERE name = ? AND (holder = ? OR lease_until <= ? OR lease_until > ?)";
        const LEFT: &str = "SELECT lease_until FROM {p}oxipress_jobs WHERE name = ?";
        let make = || async {
            create_tables(&self.db, TABLE).await?;
            Ok::<(), DbError>(())
        };
        self.made.get_or_try_init(make).await?;
        let (now, own) = (self.clock.now(), self.holder.as_str());
        let until = now.saturating_add(LEASE);
        let binds = || binds![own, until, job, own, now, until.saturating_add(LEASE)];
        if self.db.execute(TAKE, binds()).await? > 0 {
            return Ok(Ok(()));
        }
        let left: Option<(i64,)> = self.db.load_first(LEFT, binds![job]).await?;
        if let Some((until,)) = left {
            return Ok(Err(until.saturating_sub(now).clamp(1, LEASE)));
        }
        self.db.execute(ADD, binds![job]).await?;
        let taken = self.db.execute(TAKE, binds()).await? > 0;
        Ok(if taken { Ok(()) } else { Err(1) })
    }

    /// Gives a job back after it ran.
    ///
    /// # Errors
    /// When the database fails; the lease then ends by itself.
    pub async fn give_back(&self, job: &str) -> Result<(), DbError> {
        const GIVE: &str =
            "UPDATE {p}oxipress_jobs SET lease_until = ? WHERE name = ? AND holder = ?";
        let until = self.clock.now().saturating_add(QUIET);
        let binds = binds![until, job, self.holder.as_str()];
        self.db.execute(GIVE, binds).await.map(drop)
    }

    /// Gives all jobs back that the instance holds, when it stops.
    ///
    /// # Errors
    /// When the database fails; the leases then end by themselves.
    pub async fn give_back_all(&self) -> Result<(), DbError> {
        const GIVE: &str =
            "UPDATE {p}oxipress_jobs SET lease_until = ? WHERE holder = ? AND lease_until > ?";
        if !self.made.initialized() {
            return Ok(());
        }
        let until = self.clock.now().saturating_add(QUIET);
        let binds = binds![until, self.holder.as_str(), until];
        self.db.execute(GIVE, binds).await.map(drop)
    }
}
