//! Makes MySQL and MariaDB connections for the pool and decides which may be used again: those to the node in use.

use std::sync::{Arc, Once};
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use diesel_async::{AsyncMysqlConnection, SimpleAsyncConnection};

use super::error::{DbError, DbErrorKind};
use super::mysql::{MysqlConn, open_session};
use super::node_watch;
use super::nodes::Nodes;
use super::url::MysqlAddress;

/// An idle connection older than this is tested before use.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// How long a connection to one node of a cluster may take.
const NODE_TIMEOUT: Duration = Duration::from_secs(1);
/// Waits until the node has applied what the cluster had committed before.
const SYNC_WAIT: &str = "SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1";

/// Makes connections.
pub(super) struct MysqlManager {
    address: MysqlAddress,
    connect_timeout: Duration,
    pub(super) nodes: Arc<Nodes>,
    watching: Once,
}

impl MysqlManager {
    pub(super) fn new(address: MysqlAddress, connect_timeout: Duration) -> Self {
        Self {
            nodes: Arc::new(Nodes::new(address.nodes())),
            address,
            connect_timeout,
            watching: Once::new(),
        }
    }

    /// Opens a connection to a node. What the cluster committed before is seen on it.
    async fn open_at(&self, node: usize) -> Result<AsyncMysqlConnection, DbError> {
        let Some(host) = self.nodes.host(node) else {
            return Err(DbError::unavailable("no such node"));
        };
        let mut address = self.address.clone();
        address.host = host.clone();
        let mut inner = open_session(&address).await?;
        if self.nodes.is_galera() {
            inner.batch_execute(SYNC_WAIT).await?;
        }
        Ok(inner)
    }

    /// The first node that takes a connection.
    async fn open_any(&self) -> Result<(usize, u64, AsyncMysqlConnection), DbError> {
        let timeout = match self.nodes.is_cluster() {
            true => NODE_TIMEOUT.min(self.connect_timeout),
            false => self.connect_timeout,
        };
        let mut failure = None;
        for node in self.nodes.order() {
            let epoch = self.nodes.epoch(node);
            let opened = match tokio::time::timeout(timeout, self.open_at(node)).await {
                Ok(Ok(inner)) => {
                    if !self.nodes.is_fit(self.nodes.current()) {
                        self.nodes.use_node(node);
                    }
                    return Ok((node, epoch, inner));
                }
                Ok(Err(error)) => error,
                Err(_) => DbError::without_connection(""),
            };
            if opened.kind() == DbErrorKind::Configuration {
                return Err(opened);
            }
            self.nodes.set_fit(node, false);
            failure = Some(opened);
        }
        Err(failure.unwrap_or_else(|| DbError::unavailable("no node")))
    }
}

impl Manager for MysqlManager {
    type Type = MysqlConn;
    type Error = DbError;

    async fn create(&self) -> Result<MysqlConn, DbError> {
        if self.nodes.is_cluster() {
            self.watching
                .call_once(|| node_watch::start(&self.nodes, &self.address));
        }
        let (node, epoch, inner) = self.open_any().await?;
        Ok(MysqlConn {
            inner,
            busy: false,
            in_transaction: false,
            nodes: Arc::clone(&self.nodes),
            node,
            epoch,
        })
    }

    async fn recycle(&self, conn: &mut MysqlConn, metrics: &Metrics) -> RecycleResult<DbError> {
        if conn.busy || conn.in_transaction || !self.nodes.is_usable(conn.node, conn.epoch) {
            return Err(RecycleError::message("connection not usable again"));
        }
        if metrics.last_used() > TRUSTED_FOR {
            let answer = conn.ping(self.connect_timeout).await;
            answer.map_err(|error| {
                // The others are not waited for one by one.
                self.nodes.invalidate_all();
                RecycleError::Backend(error)
            })?;
        }
        Ok(())
    }
}

impl MysqlConn {
    /// Waits until the node has applied what the cluster had committed before.
    pub(super) async fn sync_wait(&mut self) -> Result<(), DbError> {
        self.batch(SYNC_WAIT).await
    }
}
