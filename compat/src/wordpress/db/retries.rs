//! Which statements and transactions are run again, and when.
//!
//! | what happened | statement that reads | statement that writes | transaction |
//! |---|---|---|---|
//! | refused as a whole: deadlock (1213), lock wait (1205), certification (1180), node not ready (1047), node read-only (1290) | again | again | again |
//! | no connection in time | on a cluster again | on a cluster again | on a cluster again |
//! | connection lost, or the node's to the others, before COMMIT was sent | again, once; on a cluster more often | not: it may have been done | on a cluster again |
//! | the same after COMMIT was sent | | | on a cluster again, unless its mark is there ([`super::commit_marks`]): then it was committed |
//!
//! On a cluster a statement that writes is a transaction of its own. A transaction is run again as a whole. The bound is
//! [`MOST`] times within the timeout of a query; on a cluster, which may need seconds to agree on its members, twice that
//! time alone. Then the error stays one for which requests get 503 with `Retry-After`.

use std::time::{Duration, Instant};

use super::error::DbError;

/// Most times that something is run again without a cluster.
const MOST: u32 = 10;
/// The first pause; each further one is twice as long, up to 64 times.
const PAUSE: Duration = Duration::from_millis(5);

/// Most times that a connection may be lost on a cluster.
const MOST_LOST: u32 = 8;

/// Counts how often one piece of work was run.
pub(super) struct Retries {
    is_mysql: bool,
    /// Whether there are several nodes.
    is_cluster: bool,
    timeout: Duration,
    began: Instant,
    count: u32,
    lost: u32,
}

impl Retries {
    /// Begins no attempt after `timeout`, on a cluster after twice that.
    pub(super) fn new(is_mysql: bool, is_cluster: bool, timeout: Duration) -> Self {
        Self {
            is_mysql,
            is_cluster,
            timeout,
            began: Instant::now(),
            count: 0,
            lost: 0,
        }
    }

    /// Whether the work is to be run again after this error, after a pause. `is_undone`: nothing of it can have been
    /// committed, or nothing is committed twice, if the connection, or the node's connection to the others, was lost.
    pub(super) async fn again(&mut self, error: &DbError, is_undone: bool) -> bool {
        let is_lost = error.is_connection_lost() && is_undone;
        let most_lost = if self.is_cluster { MOST_LOST } else { 1 };
        let is_refused =
            self.is_mysql && (error.is_refused_whole() || is_undone && error.is_node_unready());
        let is_untouched = self.is_cluster && error.is_without_connection();
        if !(is_refused || is_untouched || is_lost && self.lost < most_lost) {
            return false;
        }
        let is_often = self.count >= MOST && !self.is_cluster;
        // A node that hangs takes the time of one attempt: there is as much for another node.
        let bound = self.timeout * if self.is_cluster { 2 } else { 1 };
        if is_often || self.began.elapsed() > bound {
            return false;
        }
        self.lost += u32::from(is_lost);
        if !is_lost || self.lost > 1 {
            let pause = PAUSE * (1 << self.count.min(6));
            tokio::time::sleep(pause.mul_f64(rand::random_range(0.5..1.0))).await;
        }
        self.count += 1;
        true
    }
}
