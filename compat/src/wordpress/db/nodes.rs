//! The nodes of a database cluster: which one is used, and which of the others are fit.
//!
//! All connections of an instance lead to one node at a time: what it wrote it also reads, and the change watch compares
//! states of the same server. Nodes are preferred in the order of the database URL. Without a cluster there is one node.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use tokio::sync::{Notify, watch};

use super::url::MysqlHost;

/// A node.
struct Node {
    host: MysqlHost,
    /// Whether it took the last connection or answered the last look.
    is_fit: AtomicBool,
    /// Raised when its connections were found dead: those made before are suspect.
    epoch: AtomicU64,
}

/// The nodes of one database.
pub(super) struct Nodes {
    nodes: Vec<Node>,
    current: AtomicUsize,
    /// Whether the cluster replicates by Galera (`wsrep_on`).
    is_galera: AtomicBool,
    /// Tells running statements that a node has failed.
    failures: watch::Sender<()>,
    /// Asks for a look at the nodes out of turn.
    doubted: Notify,
}

impl Nodes {
    /// The nodes at these addresses; the first is used.
    pub(super) fn new(hosts: Vec<MysqlHost>) -> Self {
        let node = |host| Node {
            host,
            is_fit: AtomicBool::new(true),
            epoch: AtomicU64::new(0),
        };
        Self {
            nodes: hosts.into_iter().map(node).collect(),
            current: AtomicUsize::new(0),
            is_galera: AtomicBool::new(false),
            failures: watch::Sender::new(()),
            doubted: Notify::new(),
        }
    }

    /// Whether there are several.
    pub(super) fn is_cluster(&self) -> bool {
        self.nodes.len() > 1
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The address of a node.
    pub(super) fn host(&self, node: usize) -> Option<&MysqlHost> {
        self.nodes.get(node).map(|node| &node.host)
    }

    /// The node in use.
    pub(super) fn current(&self) -> usize {
        self.current.load(Ordering::Acquire)
    }

    /// The age of connections to a node.
    pub(super) fn epoch(&self, node: usize) -> u64 {
        let node = self.nodes.get(node);
        node.map_or(0, |node| node.epoch.load(Ordering::Relaxed))
    }

    /// Whether a connection made to this node at that age may be used again.
    pub(super) fn is_usable(&self, node: usize, epoch: u64) -> bool {
        node == self.current() && epoch >= self.epoch(node)
    }

    /// The nodes in the order in which a connection is tried: the one in use, those that are fit, the others.
    pub(super) fn order(&self) -> Vec<usize> {
        let current = self.current();
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|node| (*node != current || !self.is_fit(*node), !self.is_fit(*node)));
        order
    }

    /// Whether a node was fit when it was last looked at.
    pub(super) fn is_fit(&self, node: usize) -> bool {
        let node = self.nodes.get(node);
        node.is_some_and(|node| node.is_fit.load(Ordering::Acquire))
    }

    /// Notes whether a node is fit. When the one in use is not, the first fit one is used from now on.
    pub(super) fn set_fit(&self, node: usize, is_fit: bool) {
        let Some(known) = self.nodes.get(node) else {
            return;
        };
        let was_fit = known.is_fit.swap(is_fit, Ordering::AcqRel);
        if is_fit || !self.is_cluster() {
            return;
        }
        let next = (0..self.nodes.len()).find(|other| self.is_fit(*other));
        if node == self.current()
            && let Some(next) = next
        {
            tracing::warn!(
                failed = ?known.host,
                next = ?self.host(next),
                "a node of the database does not serve: another one is used"
            );
            self.current.store(next, Ordering::Release);
        }
        if was_fit {
            known.epoch.fetch_add(1, Ordering::Relaxed);
            self.failures.send_replace(());
        }
    }

    /// From now on connections lead to this node. Statements that run at another one end there.
    pub(super) fn use_node(&self, node: usize) {
        self.set_fit(node, true);
        if self.current.swap(node, Ordering::AcqRel) != node {
            tracing::info!(node = ?self.host(node), "this node of the database is used");
        }
    }

    /// After a dead connection: the others of the node in use are probably dead, too.
    pub(super) fn invalidate_all(&self) {
        if let Some(node) = self.nodes.get(self.current()) {
            node.epoch.fetch_add(1, Ordering::Relaxed);
        }
        self.doubted.notify_one();
    }

    /// Returns when a node has failed; never without a cluster.
    pub(super) async fn failed(&self, node: usize) {
        if !self.is_cluster() {
            return std::future::pending().await;
        }
        let mut failures = self.failures.subscribe();
        while self.is_fit(node) {
            if failures.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Returns when somebody doubts that a node is fit.
    pub(super) async fn doubted(&self) {
        self.doubted.notified().await;
    }

    /// Whether the cluster replicates by Galera, as far as is known.
    pub(super) fn is_galera(&self) -> bool {
        self.is_galera.load(Ordering::Relaxed)
    }

    /// Notes how the cluster replicates.
    pub(super) fn set_galera(&self, is_galera: bool) {
        self.is_galera.store(is_galera, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Nodes {
        let host = |port| MysqlHost::Tcp("127.0.0.1".to_owned(), port);
        Nodes::new(vec![host(1), host(2), host(3)])
    }

    #[test]
    fn a_failed_node_gives_way_to_the_next_fit_one() {
        let nodes = three();
        nodes.set_fit(1, false);
        assert_eq!((nodes.current(), nodes.order()), (0, vec![0, 2, 1]));
        let old = nodes.epoch(0);
        nodes.set_fit(0, false);
        assert_eq!((nodes.current(), nodes.order()), (2, vec![2, 0, 1]));
        assert!(!nodes.is_usable(0, old) && nodes.is_usable(2, nodes.epoch(2)));
        nodes.use_node(0);
        assert!(!nodes.is_usable(0, old) && nodes.is_usable(0, nodes.epoch(0)));
    }

    #[tokio::test]
    async fn statements_at_a_failed_node_are_told() {
        let nodes = three();
        let told = tokio::join!(nodes.failed(0), async { nodes.set_fit(0, false) });
        assert_eq!(told, ((), ()));
        let alone = Nodes::new(vec![MysqlHost::Tcp("127.0.0.1".to_owned(), 1)]);
        alone.set_fit(0, false);
        let waiting = tokio::time::timeout(std::time::Duration::from_millis(20), alone.failed(0));
        assert!(waiting.await.is_err() && alone.current() == 0);
    }
}
