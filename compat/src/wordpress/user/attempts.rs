//! Attempts to guess a secret: every door that a password, a key or a code opens asks here first.
//!
//! Hardening S16. Failures are counted for an address at an account, for an address, and for an account; beyond the
//! limit the next attempt is refused until the window ends. The counts are 65,536 rows of
//! `{prefix}oxipress_attempts` at most, shared by all instances: a keyed hash of what is counted names its row. Two
//! that share a row share its count, which nobody can bring about without knowing the site's salts.
//!
//! An attempt counts as a failure before it is checked, so that attempts made at the same time cannot exceed the limit;
//! a success takes that back.

use std::net::{IpAddr, Ipv6Addr};
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use quick_cache::sync::Cache;
use tokio::sync::OnceCell;

use crate::binds;
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Bind, Db, DbError};
use crate::wordpress::hash::{HashAlgorithm, hash_hmac_raw};
use crate::wordpress::password_pool::PasswordPool;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_attempts (
  slot bigint(20) unsigned NOT NULL,
  began bigint(20) NOT NULL default 0,
  failures bigint(20) NOT NULL default 0,
  PRIMARY KEY  (slot)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// How long a refused client waits for its answer, in milliseconds, drawn: many in a loop cost little, and do not come
/// back all at once.
const REFUSAL_DELAY: Range<u64> = 1000..3000;
/// `Retry-After` when the hashing threads have too much to do.
const BUSY: Duration = Duration::from_secs(2);
/// Maximum number of answers to the same question that are remembered.
const VERDICTS: usize = 4096;

/// What is guessed. Each kind is counted for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    /// The password of an account.
    LogIn,
    /// An application password of an account.
    ApplicationPassword,
    /// A request to mail a password reset key. None of them is a success.
    LostPassword,
    /// The password reset key of an account.
    ResetKey,
    /// The password of a protected post; its account is the post's id.
    PostPassword,
    /// The key of an order; its account is the order's id.
    OrderKey,
    /// A coupon code. It has no account.
    Coupon,
}

/// From where and when an attempt is made.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// The client's address. IPv6 addresses are counted by their /64 network.
    pub address: IpAddr,
    /// Unix time.
    pub now: i64,
}

/// An attempt.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// What is guessed.
    pub kind: AttemptKind,
    /// From where and when.
    pub origin: Origin,
    /// The account: login, post id, order id; empty where there is none.
    pub account: &'a str,
    /// Whether the account is in use at this address. Then failures elsewhere do not lock it out here.
    pub is_known: bool,
}

impl<'a> Attempt<'a> {
    /// An attempt at an account that is not known to be in use at the address.
    pub fn new(kind: AttemptKind, origin: Origin, account: &'a str) -> Self {
        Self {
            kind,
            origin,
            account,
            is_known: false,
        }
    }
}

/// Why an attempt has no result.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// There were too many failures, or the hashing threads have too much to do: 429 with `Retry-After`.
    #[error("too many attempts")]
    TooMany {
        /// When the next attempt is allowed.
        retry_after: Duration,
    },
}

/// How many failures a window allows; 0: any number.
#[derive(Debug, Clone, Copy)]
pub struct AttemptLimits {
    /// Length of the window in seconds.
    pub window: i64,
    /// Of an address at an account.
    pub pair: i64,
    /// Of an address.
    pub address: i64,
    /// At an account.
    pub account: i64,
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self {
            window: 300,
            pair: 10,
            address: 100,
            account: 100,
        }
    }
}

/// The attempts at a site, and the threads on which passwords are hashed.
pub struct Attempts {
    db: Db,
    made: OnceCell<()>,
    pool: PasswordPool,
    limits: AttemptLimits,
    key: Vec<u8>,
    verdicts: Cache<Vec<u8>, Option<usize>>,
}

impl Attempts {
    /// The attempts at the site of a database. `key` is a secret that all instances of the site share. The table is made
    /// with the first attempt.
    pub fn new(db: Db, pool: PasswordPool, limits: AttemptLimits, key: &[u8]) -> Self {
        Self {
            db,
            made: OnceCell::new(),
            pool,
            limits,
            key: key.to_vec(),
            verdicts: Cache::new(VERDICTS),
        }
    }

    /// The database.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Hashes a password on the pool's threads.
    ///
    /// # Errors
    /// When the queue is full.
    pub async fn hash<T: Default + Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AttemptError> {
        match self.pool.place() {
            Some(place) => Ok(place.run(work).await),
            None => Err(refused(BUSY).await),
        }
    }

    /// One attempt, checked on the pool's threads: whether the password is right.
    ///
    /// # Errors
    /// When there were too many failures, the queue is full, or the database fails.
    pub async fn check(
        &self,
        attempt: &Attempt<'_>,
        is_right: impl FnOnce() -> bool + Send + 'static,
    ) -> Result<bool, AttemptError> {
        let found = self.checked(attempt, move || is_right().then_some(()));
        Ok(found.await?.is_some())
    }

    async fn checked<T: Send + 'static>(
        &self,
        attempt: &Attempt<'_>,
        find: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Result<Option<T>, AttemptError> {
        self.ask(attempt).await?;
        let Some(place) = self.pool.place() else {
            return Err(refused(BUSY).await);
        };
        self.count(attempt).await?;
        let found = place.run(find).await;
        if found.is_some() {
            self.succeeded(attempt).await?;
        }
        Ok(found)
    }

    /// As [`check`](Self::check), for what a client sends with every request: the same answer to the same question is
    /// neither made nor counted again, as long as it is among the last 4,096. `question` is what `is_right` depends on.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub async fn check_once(
        &self,
        attempt: &Attempt<'_>,
        question: [&str; 2],
        is_right: impl FnOnce() -> bool + Send + 'static,
    ) -> Result<bool, AttemptError> {
        let found = self.find_once(attempt, question, move || is_right().then_some(0));
        Ok(found.await?.is_some())
    }

    /// As [`check_once`](Self::check_once), where one of several secrets may fit: the number of the one that does.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub async fn find_once(
        &self,
        attempt: &Attempt<'_>,
        question: [&str; 2],
        find: impl FnOnce() -> Option<usize> + Send + 'static,
    ) -> Result<Option<usize>, AttemptError> {
        let address = network(attempt.origin.address).to_string();
        let asked = self.digest(attempt.kind, &[&address, question[0], question[1]]);
        if let Some(known) = self.verdicts.get(&asked) {
            return Ok(known);
        }
        let found = self.checked(attempt, find).await?;
        self.verdicts.insert(asked, found);
        Ok(found)
    }

    /// One attempt at what is compared at once: `Ok` when it is allowed. It counts as a failure until
    /// [`succeeded`](Self::succeeded).
    ///
    /// # Errors
    /// When there were too many failures, or the database fails.
    pub async fn begin(&self, attempt: &Attempt<'_>) -> Result<(), AttemptError> {
        self.ask(attempt).await?;
        self.count(attempt).await
    }

    /// Forgets the failures of this address at this account, and takes the attempt back from the other counts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn succeeded(&self, attempt: &Attempt<'_>) -> Result<(), DbError> {
        const SQL: &str = "UPDATE {p}oxipress_attempts SET failures = CASE WHEN slot = ? OR failures < 1 THEN 0 \
            ELSE failures - 1 END WHERE slot IN (?, ?, ?)";
        if !self.is_counting() {
            return Ok(());
        }
        let [pair, address, account] = self.slots(attempt);
        let binds = binds![pair, pair, address, account];
        self.db
            .transaction_without_sync(async move |tx| tx.execute(SQL, binds).await)
            .await?;
        Ok(())
    }

    /// Refuses an attempt beyond a limit, without writing.
    async fn ask(&self, attempt: &Attempt<'_>) -> Result<(), AttemptError> {
        const SQL: &str =
            "SELECT slot, began, failures FROM {p}oxipress_attempts WHERE slot IN (?*)";
        if !self.is_counting() {
            return Ok(());
        }
        let make = || create_tables(&self.db, TABLE);
        self.made.get_or_try_init(make).await?;
        let slots = self.slots(attempt);
        let rows = self
            .db
            .load_list(SQL, Vec::new(), &slots, Vec::new())
            .await?;
        self.allow(attempt, &rows, 0).await
    }

    /// Counts an attempt as a failure, and refuses one that others made at the same time take beyond a limit.
    async fn count(&self, attempt: &Attempt<'_>) -> Result<(), AttemptError> {
        // MySQL assigns from left to right: `failures` is told by the old `began`.
        const COUNT: &str = "INSERT INTO {p}oxipress_attempts (slot, began, failures) \
            VALUES (?, ?, 1), (?, ?, 1), (?, ?, 1) {on_duplicate} \
            failures = CASE WHEN began BETWEEN ? AND ? THEN failures + 1 ELSE 1 END, \
            began = CASE WHEN began BETWEEN ? AND ? THEN began ELSE ? END";
        const READ: &str =
            "SELECT slot, began, failures FROM {p}oxipress_attempts WHERE slot IN (?, ?, ?)";
        if !self.is_counting() {
            return Ok(());
        }
        let now = attempt.origin.now;
        let (first, last) = self.running(now).into_inner();
        let mut slots = self.slots(attempt);
        // In one order, so that two attempts do not wait for each other's rows.
        slots.sort_unstable();
        let mut binds: Vec<Bind> = slots.iter().flat_map(|slot| binds![*slot, now]).collect();
        binds.extend(binds![first, last, first, last, now]);
        let counting = self.db.transaction_without_sync(async move |tx| {
            tx.execute(COUNT, binds).await?;
            tx.load(READ, slots.map(Bind::from).to_vec()).await
        });
        let rows: Vec<(i64, i64, i64)> = counting.await?;
        self.allow(attempt, &rows, 1).await
    }

    /// Refuses an attempt when a row has more failures than its limit; `own` of them are the attempt's.
    async fn allow(
        &self,
        attempt: &Attempt<'_>,
        rows: &[(i64, i64, i64)],
        own: i64,
    ) -> Result<(), AttemptError> {
        let now = attempt.origin.now;
        let limits = &self.limits;
        let account = if attempt.is_known || attempt.account.is_empty() {
            0
        } else {
            limits.account
        };
        let counted = self.slots(attempt).into_iter();
        let over = counted
            .zip([limits.pair, limits.address, account])
            .filter_map(|(slot, limit)| {
                let (_, began, failures) = rows.iter().find(|(own, ..)| *own == slot)?;
                let is_running = self.running(now).contains(began);
                (limit > 0 && is_running && failures - own >= limit).then_some(*began)
            });
        match over.max() {
            None => Ok(()),
            Some(began) => {
                let left = began.saturating_add(limits.window) - now;
                let left = u64::try_from(left.min(limits.window).max(1)).unwrap_or(1);
                Err(refused(Duration::from_secs(left)).await)
            }
        }
    }

    /// When a window that has not ended began. The clock of another instance may be ahead; what began later than that is
    /// of a clock that was set back, and has ended, too.
    fn running(&self, now: i64) -> RangeInclusive<i64> {
        let window = self.limits.window;
        now.saturating_sub(window).saturating_add(1)..=now.saturating_add(window)
    }

    fn is_counting(&self) -> bool {
        let AttemptLimits {
            pair,
            address,
            account,
            ..
        } = self.limits;
        pair.max(address).max(account) > 0
    }

    /// The rows of an attempt: of the address at the account, the address, the account.
    fn slots(&self, attempt: &Attempt<'_>) -> [i64; 3] {
        let address = network(attempt.origin.address).to_string();
        let account = attempt.account;
        let counted = [
            ["pair", &address, account],
            ["address", &address, ""],
            ["account", "", account],
        ];
        counted.map(|counted| {
            let digest = self.digest(attempt.kind, &counted);
            digest
                .first_chunk()
                .map_or(0, |bytes| u16::from_le_bytes(*bytes).into())
        })
    }

    fn digest(&self, kind: AttemptKind, parts: &[&str]) -> Vec<u8> {
        let mut text = format!("{kind:?}");
        for part in parts {
            text.push_str(&format!(" {}:{part}", part.len()));
        }
        hash_hmac_raw(HashAlgorithm::Sha256, text.as_bytes(), &self.key)
    }
}

/// Waits, so that a client in a loop is slowed.
async fn refused(retry_after: Duration) -> AttemptError {
    let delay = rand::random_range(REFUSAL_DELAY);
    tokio::time::sleep(Duration::from_millis(delay)).await;
    AttemptError::TooMany { retry_after }
}

/// What is counted as one address: an IPv4 address, or the /64 network of an IPv6 address.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => four.into(),
            None => {
                let [a, b, c, d, ..] = six.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        },
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_household_count_together() {
        let six = |text: &str| network(text.parse().unwrap());
        assert_eq!(six("2001:db8::1"), six("2001:db8::2"));
        assert_ne!(six("2001:db8::1"), six("2001:db8:0:1::1"));
        assert_eq!(six("::ffff:192.0.2.1"), IpAddr::from([192, 0, 2, 1]));
    }
}
