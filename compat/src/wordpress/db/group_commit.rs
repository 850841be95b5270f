//! Group commit: rows of several callers in one transaction. While a commit waits for the disk, further rows are
//! collected for the next one.
//!
//! Each caller is acknowledged after the transaction with its rows is committed, never before: nothing that was
//! acknowledged is lost (hardening R1). On MySQL the rows of one group are inserted while another group waits for the
//! disk. Where the database refuses a group, each member is written in a transaction of its own, so that one bad
//! member does not fail the others. A database that does not respond fails all waiters at once (hardening R2).

use std::collections::VecDeque;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};

use super::Db;
use super::error::DbError;
use super::transaction::Transaction;

/// Most members of a group.
const MOST_MEMBERS: usize = 64;
/// Maximum size of a group in bytes, unless a single member is larger; well below MySQL's `max_allowed_packet`.
const MOST_BYTES: usize = 1024 * 1024;

/// Concurrent groups on MySQL: while one waits for the disk, the next is written. SQLite has one writer.
const LANES: usize = 2;

/// The longest time that a group waits for as many members as the last one had.
const LONGEST_WAIT: Duration = Duration::from_millis(5);

/// Rows being written.
pub type Writing = Pin<Box<dyn Future<Output = Result<(), DbError>> + Send>>;

/// What is written in groups.
pub trait GroupMember: Send + Sync + 'static {
    /// Whether callers are acknowledged after a sync to disk (survives a power cut), or after the write (survives a kill).
    const IS_SYNCED: bool = true;

    /// About how many bytes are sent to the database.
    fn size(&self) -> usize;

    /// Writes the rows of all members, in order.
    fn write(members: Vec<Arc<Self>>, tx: Transaction) -> Writing;
}

/// The queue of one database.
pub struct GroupCommit<T> {
    db: Db,
    lanes: usize,
    queue: Mutex<Queue<T>>,
    came: Notify,
}

struct Queue<T> {
    waiting: VecDeque<Waiting<T>>,
    /// Tasks that write groups until no caller waits.
    serving: usize,
}

struct Waiting<T> {
    member: Arc<T>,
    told: oneshot::Sender<Result<(), DbError>>,
}

impl<T: GroupMember> GroupCommit<T> {
    /// Groups of a database.
    pub fn new(db: Db) -> Arc<Self> {
        let queue = Queue {
            waiting: VecDeque::new(),
            serving: 0,
        };
        Arc::new(Self {
            lanes: if db.is_sqlite() { 1 } else { LANES },
            db,
            queue: Mutex::new(queue),
            came: Notify::new(),
        })
    }

    /// Writes a member's rows; returns after the commit. Dropping the future does not cancel the write.
    ///
    /// # Errors
    /// When the database failed; then they are not written, or it did not say whether they are.
    pub async fn commit(self: &Arc<Self>, member: T) -> Result<(), DbError> {
        let (sender, told) = oneshot::channel();
        let waiting = Waiting {
            member: Arc::new(member),
            told: sender,
        };
        let is_served = {
            let mut queue = self.queue();
            queue.waiting.push_back(waiting);
            let is_served = queue.serving == self.lanes;
            queue.serving += usize::from(!is_served);
            is_served
        };
        if is_served {
            self.came.notify_waiters();
        } else {
            tokio::spawn(Arc::clone(self).serve());
        }
        told.await
            .unwrap_or_else(|_| Err(DbError::unavailable("the group was not written")))
    }

    fn queue(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn serve(self: Arc<Self>) {
        while let Some(group) = self.next_group() {
            let (began, told) = (Instant::now(), group.len());
            self.settle(group).await;
            // Callers that were just acknowledged may write again: waiting for them costs less than a second sync.
            let expected = {
                let queue = self.queue();
                // Members queued meanwhile may be taken by the other writer.
                let behind = if queue.serving > 1 {
                    0
                } else {
                    queue.waiting.len()
                };
                told + behind
            };
            let timeout = (began.elapsed() / 2).min(LONGEST_WAIT);
            if expected > 1 {
                self.gather(expected.min(MOST_MEMBERS), timeout).await;
            }
        }
    }

    /// Waits until so many wait, or timeout is over.
    async fn gather(&self, expected: usize, timeout: Duration) {
        let enough = async {
            loop {
                let mut came = pin!(self.came.notified());
                // Members queued from here on are handled in the next round.
                came.as_mut().enable();
                if self.queue().waiting.len() >= expected {
                    break;
                }
                came.await;
            }
        };
        // Members present at that time are written.
        let _ = tokio::time::timeout(timeout, enough).await;
    }

    /// The members of the next group; `None` without waiters: the writer ends.
    fn next_group(&self) -> Option<Vec<Waiting<T>>> {
        let mut queue = self.queue();
        let (mut members, mut bytes) = (0, 0);
        for waiting in queue.waiting.iter().take(MOST_MEMBERS) {
            bytes += waiting.member.size();
            if members > 0 && bytes > MOST_BYTES {
                break;
            }
            members += 1;
        }
        if members == 0 {
            queue.serving = queue.serving.saturating_sub(1);
        }
        let group: Vec<_> = queue.waiting.drain(..members).collect();
        (!group.is_empty()).then_some(group)
    }

    async fn settle(&self, group: Vec<Waiting<T>>) {
        let members = group.iter().map(|one| Arc::clone(&one.member)).collect();
        let error = match self.write(members).await {
            Ok(()) => return tell(group, &Ok(())),
            Err(error) => error,
        };
        if error.is_unavailable() && !error.is_deadlock() {
            let behind: Vec<_> = self.queue().waiting.drain(..).collect();
            let members = group.len() + behind.len();
            tracing::warn!(%error, members, "the database takes no group");
            let failed = Err(error);
            tell(group, &failed);
            return tell(behind, &failed);
        }
        if group.len() == 1 {
            tracing::warn!(%error, "a member of a group is not written");
            return tell(group, &Err(error));
        }
        tracing::warn!(%error, members = group.len(), "a group is written one by one");
        for one in group {
            let outcome = self.write(vec![Arc::clone(&one.member)]).await;
            if let Err(error) = &outcome {
                tracing::warn!(%error, "a member of a group is not written");
            }
            tell(vec![one], &outcome);
        }
    }

    async fn write(&self, members: Vec<Arc<T>>) -> Result<(), DbError> {
        let work = move |tx| T::write(members, tx);
        if T::IS_SYNCED {
            self.db.transaction(work).await
        } else {
            self.db.transaction_without_sync(work).await
        }
    }
}

/// A receiver that was dropped is skipped.
fn tell<T>(group: Vec<Waiting<T>>, outcome: &Result<(), DbError>) {
    for one in group {
        let outcome = outcome.as_ref().copied().map_err(DbError::clone_for_waiter);
        let _ = one.told.send(outcome);
    }
}
