//! What comparisons of rows ([`ContentWatch`](super::ContentWatch)) have found, told to the other instances at the same
//! server: what one has compared the others need not.
//!
//! `UUID_SHORT` orders what happens at one server. A row of `{prefix}oxipress_comparisons` says: from `since` to `moment`,
//! both taken before the times of the tables were read, these tags have changed. An instance that has seen everything up to
//! `since` or later has, with the tags, seen everything up to `moment`. That is enough for what it found changed if
//! `moment` came after it had read the times of the tables.
//!
//! - Who stored the latest row compares at once, and stores what it finds. Others wait for that until their next poll;
//!   without it they compare, too. They poll soon after it does ([`Awaited`]), so that they see a change little later, and
//!   within one and a half intervals when it ends.
//! - While rows come in, others may do without the times of the tables: a new row says what changed until a moment ago, in
//!   tables whose rows are not compared, too ([`told`](SharedComparisons::told)). Who compares stores a row for these alone.
//!   How old what it says is, by the server's clock, tells whether that is enough, and when to poll.
//! - A row that is missing or comes late breaks the chain of `since` and `moment`: the next instance that needs it
//!   compares. That nothing is missed depends neither on who is there, nor on clocks, nor on an order of commits.
//! - An instance that is alone stores a row each half minute at most, while the site is written to: others see by it that it
//!   is there. It stores all of them while it has seen a row of others within the last minute.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use super::comparison_counts::ComparisonCounts;
use super::generation::Moment;
use super::schema::create_tables;
use super::tag::ChangedTags;
use super::{Bind, Db, DbError};
use crate::binds;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_comparisons (
  number bigint(20) NOT NULL auto_increment,
  server varchar(191) NOT NULL default '',
  definition bigint(20) NOT NULL default 0,
  instance bigint(20) NOT NULL default 0,
  since bigint(20) NOT NULL default 0,
  moment bigint(20) NOT NULL default 0,
  known_until bigint(20) NOT NULL default 0,
  tags mediumtext NOT NULL,
  PRIMARY KEY  (number)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// Without prefix: its own changes interest nobody.
pub(super) const TABLE_NAME: &str = "oxipress_comparisons";

const LAST: &str = "SELECT COALESCE(MAX(number), 0) FROM {p}oxipress_comparisons";
/// Of the server that answers, if it is the one that is meant.
const READ: &str = "SELECT number, instance, since, moment, \
    CAST(UNIX_TIMESTAMP(NOW(6)) * 1000 AS SIGNED) - known_until, tags FROM {p}oxipress_comparisons \
    WHERE number > ? AND server = ? AND server LIKE CONCAT_WS('/', @@hostname, @@port, @@server_id, '%') \
    AND definition = ? ORDER BY number";
const STORE: &str = "INSERT INTO {p}oxipress_comparisons \
    (server, definition, instance, since, moment, known_until, tags) VALUES (?, ?, ?, ?, ?, ?, ?)";
const SWEEP: &str =
    "DELETE FROM {p}oxipress_comparisons WHERE known_until < (UNIX_TIMESTAMP() - 60) * 1000";

/// How long an instance is counted on after its last row.
const PEERS: Duration = Duration::from_secs(60);
/// How often an instance that knows of no other stores a row.
const ALONE: Duration = Duration::from_secs(30);
/// Rows stored between two sweeps.
const SWEEP_EACH: u64 = 64;
/// The longest row, in bytes. What changes more is compared by each instance.
const LONGEST: usize = 1 << 18;

/// A stored comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Comparison {
    since: i64,
    moment: i64,
}

/// What an instance knows of the comparisons of all.
#[derive(Debug, Default)]
struct Known {
    /// Everything that was committed before this moment is seen.
    seen: Option<i64>,
    /// Tables that changed after it, perhaps.
    pending: BTreeSet<String>,
    /// The moment after the first poll that found them changed.
    pending_since: i64,
    /// Up to here everything that was found is stored for others.
    stored: Option<i64>,
    /// What was found since then.
    found: ChangedTags,
    /// The moment of the latest comparison, and whether it is one's own.
    latest: Option<(i64, bool)>,
}

/// What is to be done for the tables that changed.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    /// Nothing: everything is seen.
    Done,
    /// Another instance is about to compare them.
    Wait,
    /// Compare them.
    Compare,
}

impl Known {
    /// Everything is seen; what was found until now is not for others.
    fn begin_anew(&mut self, moment: Option<i64>) {
        *self = Self {
            seen: moment,
            stored: moment,
            latest: self.latest,
            ..Self::default()
        };
    }

    /// Takes what another instance has compared; whether it tells something new.
    fn take(&mut self, comparison: Comparison) -> bool {
        let Comparison { since, moment } = comparison;
        let is_new = self.seen.is_some_and(|seen| since <= seen && seen < moment);
        if is_new {
            self.seen = Some(moment);
            // What others have told is told: an own row that began earlier would have to tell it again.
            self.stored = self.stored.max(self.seen);
        }
        self.note(moment, false);
        is_new
    }

    /// Whether this instance is the one that compares.
    fn leads(&self) -> bool {
        self.latest.is_none_or(|(_, is_own)| is_own)
    }

    /// Whether the latest comparison that is known was another's, and everything up to it is seen.
    fn is_told(&self) -> bool {
        let told = |(moment, is_own): (i64, bool)| !is_own && self.seen == Some(moment);
        self.latest.is_some_and(told) && self.has_seen_pending()
    }

    /// Whether the tables that changed are seen, as far as is known without reading their times.
    fn has_seen_pending(&self) -> bool {
        self.pending.is_empty() || self.seen.is_some_and(|seen| seen > self.pending_since)
    }

    fn note(&mut self, moment: i64, is_own: bool) {
        if self.latest.is_none_or(|(latest, _)| latest < moment) {
            self.latest = Some((moment, is_own));
        }
    }

    /// A poll that found these tables changed.
    fn polled(
        &mut self,
        (before, after): (i64, i64),
        changed: BTreeSet<String>,
        is_urgent: bool,
    ) -> Step {
        if self.has_seen_pending() {
            self.pending = changed;
            self.pending_since = after;
        } else {
            self.pending.extend(changed);
        }
        if self.pending.is_empty() {
            self.seen = self.seen.max(Some(before));
            return Step::Done;
        }
        if self.leads() || is_urgent || self.pending_since < after {
            Step::Compare
        } else {
            Step::Wait
        }
    }

    /// After all pending tables were compared in a poll that began at a moment: what there is to tell.
    fn compared(&mut self, moment: i64) -> Option<Comparison> {
        self.pending.clear();
        self.seen = Some(moment);
        let Some(since) = self.stored else {
            self.stored = Some(moment);
            self.found = ChangedTags::default();
            return None;
        };
        Some(Comparison { since, moment })
    }
}

/// What another instance is about to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Awaited {
    /// How long ago that instance stored its last comparison, if this one has read it.
    pub compared_ago: Option<Duration>,
    /// How long it took, from its poll until it was stored.
    pub took: Duration,
}

/// What a poll needs.
pub(super) enum Needed {
    /// Everything is seen.
    Nothing,
    /// These tables are to be compared.
    Compare(BTreeSet<String>),
    /// What another instance is about to store.
    Others(Awaited),
}

/// The last row of others.
#[derive(Debug, Clone, Copy)]
struct OthersRow {
    read: Instant,
    /// How old it was then: what was committed before is known.
    age: Duration,
    /// From then until it was stored.
    took: Duration,
}

impl OthersRow {
    /// How old it is.
    fn age(&self) -> Duration {
        self.read.elapsed() + self.age
    }

    /// How long ago it was stored.
    fn stored_ago(&self) -> Duration {
        self.age().saturating_sub(self.took)
    }
}

/// Shares comparisons. The tables of a poll come in by [`polled`](Self::polled), what was found in them by
/// [`found`](Self::found) and [`compared`](Self::compared).
pub(super) struct SharedComparisons {
    db: Db,
    /// What is compared: instances of another version may compare something else.
    definition: i64,
    instance: i64,
    server: String,
    known: Known,
    /// Everything that was committed before is seen.
    known_until: Option<Instant>,
    /// The last row that was read.
    last_row: Option<i64>,
    others: Option<OthersRow>,
    /// How long the last two comparisons took, one's own or others'.
    took: [Duration; 2],
    stored_at: Option<Instant>,
    stored_rows: u64,
    /// The row that is being stored. Commits of a cluster that looks for its nodes take seconds, which no poll waits for.
    storing: Option<JoinHandle<()>>,
    /// Whether the table is there.
    is_made: Arc<AtomicBool>,
}

impl SharedComparisons {
    /// `definition` is a number of what is compared.
    pub(super) fn new(db: Db, definition: i64) -> Self {
        Self {
            db,
            definition,
            instance: i64::from(rand::random::<u32>()),
            server: String::new(),
            known: Known::default(),
            known_until: None,
            last_row: None,
            others: None,
            took: [Duration::ZERO; 2],
            stored_at: None,
            stored_rows: 0,
            storing: None,
            is_made: Arc::default(),
        }
    }

    /// Everything that was committed before this time is known.
    pub(super) fn known_until(&self) -> Option<Instant> {
        self.known_until
    }

    /// Notes how long a comparison took.
    pub(super) fn took(&mut self, time: Duration) {
        self.took = [time, self.took[0]];
    }

    /// The shorter of the last two comparisons: one that had to wait for the database does not count.
    pub(super) fn usual_time(&self) -> Duration {
        let [last, before] = self.took;
        last.min(before)
    }

    /// After a poll that counted everything as changed, or a failure (`None`).
    pub(super) fn begin_anew(&mut self, moment: Option<&Moment>) {
        if let Some(moment) = moment
            && moment.server != self.server
        {
            moment.server.clone_into(&mut self.server);
            self.known.latest = None;
            self.last_row = None;
        }
        self.known.begin_anew(moment.map(|moment| moment.before));
        self.known_until = moment.map(|moment| moment.began);
    }

    /// Takes what other instances have found. Whether a new row says that nothing else was committed until `within` ago; no
    /// without asking when none of them has compared lately.
    pub(super) async fn told(
        &mut self,
        within: Duration,
        told: &mut ChangedTags,
    ) -> Option<Awaited> {
        let is_old = |row: &OthersRow| row.stored_ago() > within * 4;
        if self.known.leads() || self.others.as_ref().is_none_or(is_old) {
            return None;
        }
        let seen = self.known.seen;
        self.try_read(told).await;
        let row = self.others?;
        // A row that was read before may have been another node's.
        let is_new = self.known.seen != seen && self.known.is_told();
        let is_recent = row.age() <= within;
        (is_new && is_recent).then(|| self.awaited())
    }

    /// What a poll at a moment needs that found these tables changed, and the tags `others` of tables whose rows are not
    /// compared; `told` gets what other instances have found.
    pub(super) async fn polled(
        &mut self,
        moment: &Moment,
        (changed, others): (BTreeSet<String>, &ChangedTags),
        (is_urgent, told): (bool, &mut ChangedTags),
    ) -> Needed {
        if moment.server != self.server {
            self.begin_anew(Some(moment));
            self.begin_anew(None);
        }
        self.known.found.extend(others.clone());
        let tells_others = !others.is_empty() && self.has_others();
        if !changed.is_empty() || !self.known.pending.is_empty() || tells_others {
            self.try_read(told).await;
        }
        let moments = (moment.before, moment.after);
        match self.known.polled(moments, changed, is_urgent) {
            Step::Done => {
                self.known_until = Some(moment.began);
                if tells_others && self.known.leads() {
                    self.tell(moment);
                }
                Needed::Nothing
            }
            Step::Wait => Needed::Others(self.awaited()),
            Step::Compare => Needed::Compare(self.known.pending.clone()),
        }
    }

    fn awaited(&self) -> Awaited {
        Awaited {
            compared_ago: self.others.map(|row| row.stored_ago()),
            took: self.others.map(|row| row.took).unwrap_or_default(),
        }
    }

    /// Whether another instance has stored a row within the last minute.
    fn has_others(&self) -> bool {
        self.others.is_some_and(|row| row.read.elapsed() < PEERS)
    }

    async fn try_read(&mut self, told: &mut ChangedTags) {
        if let Err(error) = self.read(told).await {
            tracing::debug!(%error, "comparisons of other instances cannot be read");
            if error.is_missing_table() {
                // The next one counts its rows anew.
                self.last_row = None;
            }
        }
    }

    fn counts(&self) -> &ComparisonCounts {
        &self.db.shared.comparisons
    }

    /// Reads what others have stored.
    async fn read(&mut self, told: &mut ChangedTags) -> Result<(), DbError> {
        let Some(last) = self.last_row else {
            let last: Option<(i64,)> = self.db.load_first(LAST, binds![]).await?;
            self.last_row = last.map(|(last,)| last);
            return Ok(());
        };
        let read = Instant::now();
        let binds = binds![last, self.server.as_str(), self.definition];
        let rows: Vec<(i64, i64, i64, i64, i64, String)> = self.db.load(READ, binds).await?;
        for (number, instance, since, moment, age, tags) in rows {
            self.last_row = Some(number);
            if instance == self.instance {
                continue;
            }
            match serde_json::from_str::<(u64, ChangedTags)>(&tags) {
                Ok((took, tags)) => {
                    told.extend(tags);
                    let age = Duration::from_millis(u64::try_from(age).unwrap_or(0));
                    let took = Duration::from_millis(took);
                    self.took(took);
                    if self.known.take(Comparison { since, moment }) {
                        self.known_until = self.known_until.max(read.checked_sub(age));
                        self.counts().of_others.fetch_add(1, Ordering::Relaxed);
                    }
                    self.others = Some(OthersRow { read, age, took });
                }
                Err(error) => tracing::warn!(%error, "a comparison of another instance"),
            }
        }
        Ok(())
    }

    /// What was found without a poll, after a write of this instance.
    pub(super) fn found(&mut self, found: &Result<ChangedTags, DbError>) {
        match found {
            Ok(found) if !found.is_everything() => self.known.found.extend(found.clone()),
            _ => self.begin_anew(None),
        }
    }

    /// After the pending tables were compared in a poll.
    pub(super) fn compared(&mut self, moment: &Moment, found: &ChangedTags) {
        self.counts().own.fetch_add(1, Ordering::Relaxed);
        if found.is_everything() {
            self.begin_anew(Some(moment));
            return;
        }
        self.known_until = Some(moment.began);
        self.known.found.extend(found.clone());
        self.tell(moment);
    }

    /// After everything up to a moment is seen: tells it others, if there are any.
    fn tell(&mut self, moment: &Moment) {
        let Some(comparison) = self.known.compared(moment.before) else {
            return;
        };
        let is_recent = |at: Instant| at.elapsed() < ALONE;
        if self.has_others() || !self.stored_at.is_some_and(is_recent) {
            self.store(comparison, moment);
        }
    }

    /// Stores a row, unless the one before is not yet stored. Whatever becomes of it: where it is missing, others compare.
    fn store(&mut self, comparison: Comparison, at: &Moment) {
        if self
            .storing
            .as_ref()
            .is_some_and(|task| !task.is_finished())
        {
            return;
        }
        let Comparison { since, moment } = comparison;
        let found = std::mem::take(&mut self.known.found);
        self.known.stored = Some(moment);
        let took = u64::try_from(at.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let tags = serde_json::to_string(&(took, &found)).unwrap_or_default();
        if tags.is_empty() || tags.len() > LONGEST {
            return;
        }
        self.known.note(moment, true);
        self.stored_at = Some(Instant::now());
        self.stored_rows += 1;
        let server = self.server.as_str();
        let known_until = at.began_at_server();
        let row = binds![
            server,
            self.definition,
            self.instance,
            since,
            moment,
            known_until,
            tags
        ];
        let sweeps = self.stored_rows.is_multiple_of(SWEEP_EACH);
        let (db, is_made) = (self.db.clone(), Arc::clone(&self.is_made));
        self.storing = Some(tokio::spawn(async move {
            if let Err(error) = store_row(&db, &is_made, row, sweeps).await {
                tracing::debug!(%error, "a comparison cannot be stored for other instances");
            }
        }));
    }
}

async fn store_row(
    db: &Db,
    is_made: &AtomicBool,
    row: Vec<Bind>,
    sweeps: bool,
) -> Result<(), DbError> {
    if !is_made.load(Ordering::Relaxed) {
        create_tables(db, TABLE).await?;
    }
    let stored = db.execute(STORE, row).await;
    // An operator may have dropped the table. After another failure it is there, and to make it would hold up a cluster.
    let is_gone = matches!(&stored, Err(error) if error.is_missing_table());
    is_made.store(!is_gone, Ordering::Relaxed);
    stored?;
    if sweeps {
        db.execute(SWEEP, binds![]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// An instance that has seen everything up to 10, at a server where another one compares.
    fn follower() -> Known {
        let mut known = Known::default();
        known.begin_anew(Some(10));
        known.note(5, false);
        known
    }

    /// A poll between two moments that found some tables changed.
    fn poll(known: &mut Known, moment: i64, changed: &[&str]) -> Step {
        known.polled((moment, moment + 2), tables(changed), false)
    }

    fn urgent_poll(known: &mut Known, moment: i64, changed: &[&str]) -> Step {
        known.polled((moment, moment + 2), tables(changed), true)
    }

    fn comparison(since: i64, moment: i64) -> Comparison {
        Comparison { since, moment }
    }

    #[test]
    fn who_is_alone_compares_at_once() {
        let mut known = Known::default();
        known.begin_anew(Some(10));
        assert_eq!(poll(&mut known, 20, &["posts"]), Step::Compare);
        assert_eq!(known.compared(20), Some(comparison(10, 20)));
        assert_eq!(poll(&mut known, 30, &[]), Step::Done);
    }

    #[test]
    fn what_another_has_compared_is_not_compared_again() {
        let mut known = follower();
        assert_eq!(poll(&mut known, 20, &["posts"]), Step::Wait);
        // Compared before the poll: the change may have come later.
        known.take(comparison(8, 21));
        assert_eq!(known.seen, Some(21));
        assert!(!known.is_told());
        known.take(comparison(21, 25));
        assert!(known.is_told());
        assert_eq!(poll(&mut known, 30, &[]), Step::Done);
        assert_eq!(known.seen, Some(30));
        // The same while each poll finds changes.
        assert_eq!(poll(&mut known, 40, &["posts"]), Step::Wait);
        known.take(comparison(25, 45));
        assert_eq!(poll(&mut known, 50, &["users"]), Step::Wait);
        assert_eq!(known.pending, tables(&["users"]));
    }

    #[test]
    fn who_waits_in_vain_compares_at_the_next_poll() {
        let mut known = follower();
        assert_eq!(poll(&mut known, 20, &["posts"]), Step::Wait);
        known.take(comparison(8, 21));
        assert_eq!(poll(&mut known, 30, &["users"]), Step::Compare);
        assert_eq!(known.pending, tables(&["posts", "users"]));
        // A request waits for it: there is no time.
        let mut known = follower();
        assert_eq!(urgent_poll(&mut known, 20, &["posts"]), Step::Compare);
    }

    #[test]
    fn a_gap_between_comparisons_is_no_proof() {
        let mut known = follower();
        assert_eq!(poll(&mut known, 20, &["posts"]), Step::Wait);
        known.take(comparison(12, 25));
        assert_eq!(known.seen, Some(10));
        assert!(!known.is_told());
        assert_eq!(poll(&mut known, 30, &[]), Step::Compare);
        // After a failure nobody's comparison is enough.
        let mut known = follower();
        known.begin_anew(None);
        assert_eq!(poll(&mut known, 20, &["posts"]), Step::Wait);
        known.take(comparison(1, 25));
        assert_eq!(poll(&mut known, 30, &[]), Step::Compare);
        assert_eq!(known.compared(30), None, "a chain begins");
        assert_eq!(urgent_poll(&mut known, 40, &["posts"]), Step::Compare);
        assert_eq!(known.compared(40), Some(comparison(30, 40)));
    }

    /// What others have told since is in their rows alone: who has not read them must find a gap.
    #[test]
    fn who_compares_after_another_continues_its_chain() {
        let mut known = follower();
        known.take(comparison(8, 25));
        assert_eq!(urgent_poll(&mut known, 30, &["posts"]), Step::Compare);
        assert_eq!(known.compared(30), Some(comparison(25, 30)));
    }
}
