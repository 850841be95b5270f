//! Which statements and transactions are run again, and when.
//!
//! | what happened | statement that reads | statement that writes | transaction |
//! |---|---|---|---|
//! | refused as a whole: deadlock (1213), lock wait (1205), certification (1180 with 3 or 4), node not ready (1047), node read-only (1290) | again | again | again |
//! | connection lost before COMMIT was sent | again, once | not: it may have been done | on a cluster again |
//! | connection lost after COMMIT was sent | | | not: it may be committed |
//!
//! A transaction is run again as a whole. The bound is [`MOST`] times within the timeout of a query; then the error stays
//! one for which requests get 503 with `Retry-After`.

use std::time::{Duration, Instant};

use super::error::DbError;
use super::nodes::Nodes;

/// Most times that something is run again.
const MOST: u32 = 8;
/// The first pause; each further one is twice as long, up to 32 times.
const PAUSE: Duration = Duration::from_millis(5);

/// Counts how often one piece of work was run.
pub(super) struct Retries<'a> {
    is_mysql: bool,
    /// The nodes, when there are several.
    cluster: Option<&'a Nodes>,
    timeout: Duration,
    began: Instant,
    count: u32,
    lost: u32,
}

impl<'a> Retries<'a> {
    /// Runs for no longer than `timeout`, but for the last time.
    pub(super) fn new(is_mysql: bool, cluster: Option<&'a Nodes>, timeout: Duration) -> Self {
        Self {
            is_mysql,
            cluster,
            timeout,
            began: Instant::now(),
            count: 0,
            lost: 0,
        }
    }

    /// Whether the work is to be run again after this error, after a pause. `is_undone`: nothing of it can have been
    /// committed if the connection was lost.
    pub(super) async fn again(&mut self, error: &DbError, is_undone: bool) -> bool {
        let is_lost = error.is_connection_lost() && is_undone;
        let most_lost = if self.cluster.is_some() { 2 } else { 1 };
        let is_refused = self.is_mysql && error.is_refused_whole();
        if !(is_refused || is_lost && self.lost < most_lost) {
            return false;
        }
        if self.count >= MOST || self.began.elapsed() > self.timeout {
            return false;
        }
        if error.is_node_unready()
            && let Some(nodes) = self.cluster
        {
            nodes.set_fit(nodes.current(), false);
        }
        self.lost += u32::from(is_lost);
        if !is_lost {
            let pause = PAUSE * (1 << self.count.min(5));
            tokio::time::sleep(pause.mul_f64(rand::random_range(0.5..1.0))).await;
        }
        self.count += 1;
        true
    }
}
