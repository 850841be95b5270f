//! Looks at the nodes of a cluster: which are fit, and when a preferred one is back.
//!
//! | node | fit when |
//! |---|---|
//! | Galera (`wsrep_on`) | `wsrep_ready` is ON, `wsrep_cluster_status` Primary, `wsrep_local_state` 4 (synced) or 2 (donor) |
//! | any | it answers within 750 ms, and `read_only` is off |

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use mysql_async::Conn;
use mysql_async::prelude::Queryable;

use super::mysql::open;
use super::nodes::Nodes;
use super::url::MysqlAddress;

/// How often nodes are looked at.
const INTERVAL: Duration = Duration::from_millis(250);
/// The longest time that a look may take.
const TIMEOUT: Duration = Duration::from_millis(750);
/// Looks in a row that a node must fail when it does not answer in time; a refusal counts at once.
const SLOW_LOOKS: u32 = 2;
/// Looks in a row that a preferred node must pass before it is used again.
const HEALED_LOOKS: u32 = 20;

/// What a look has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Fit { is_galera: bool },
    Unfit,
    Slow,
}

/// A node under watch.
#[derive(Default)]
struct Watched {
    conn: Option<Conn>,
    passed: u32,
    slow: u32,
}

/// Looks at the nodes until the pool is dropped.
pub(super) fn start(nodes: &Arc<Nodes>, address: &MysqlAddress) {
    let (nodes, address) = (Arc::downgrade(nodes), address.clone());
    tokio::spawn(async move {
        let mut watched: Vec<Watched> = Vec::new();
        while look(&nodes, &address, &mut watched).await {
            let Some(known) = nodes.upgrade() else { break };
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = known.doubted() => {}
            }
        }
    });
}

/// Looks at all nodes once; no when there is nobody left to look for.
async fn look(nodes: &Weak<Nodes>, address: &MysqlAddress, watched: &mut Vec<Watched>) -> bool {
    let Some(nodes) = nodes.upgrade() else {
        return false;
    };
    watched.resize_with(nodes.count(), Watched::default);
    let looks = watched.iter_mut().enumerate().map(|(node, watched)| {
        let mut address = address.clone();
        if let Some(host) = nodes.host(node) {
            address.host = host.clone();
        }
        async move { look_at(&address, watched).await }
    });
    for (node, found) in join_all(looks).await.into_iter().enumerate() {
        if let Some(watched) = watched.get_mut(node) {
            watched.settle(&nodes, node, found);
        }
    }
    let preferred = watched
        .iter()
        .position(|watched| watched.passed >= HEALED_LOOKS);
    match preferred {
        Some(node) if node < nodes.current() => nodes.use_node(node),
        _ => {}
    }
    true
}

impl Watched {
    fn settle(&mut self, nodes: &Nodes, node: usize, found: Look) {
        match found {
            Look::Fit { is_galera } => {
                self.passed = self.passed.saturating_add(1);
                self.slow = 0;
                nodes.set_galera(is_galera);
                nodes.set_fit(node, true);
            }
            Look::Slow if self.slow + 1 < SLOW_LOOKS => {
                self.slow += 1;
                self.passed = 0;
            }
            Look::Slow | Look::Unfit => {
                self.passed = 0;
                nodes.set_fit(node, false);
            }
        }
    }
}

async fn look_at(address: &MysqlAddress, watched: &mut Watched) -> Look {
    let conn = watched.conn.take();
    let looking = async {
        let mut conn = match conn {
            Some(conn) => conn,
            None => open(address).await.ok()?,
        };
        let found = ask(&mut conn).await.ok()?;
        Some((conn, found))
    };
    match tokio::time::timeout(TIMEOUT, looking).await {
        Ok(Some((conn, found))) => {
            watched.conn = Some(conn);
            found
        }
        Ok(None) => Look::Unfit,
        Err(_) => Look::Slow,
    }
}

async fn ask(conn: &mut Conn) -> Result<Look, mysql_async::Error> {
    const VARIABLES: &str =
        "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('wsrep_on', 'read_only')";
    const STATUS: &str = "SHOW GLOBAL STATUS WHERE Variable_name IN \
        ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')";
    let mut known: HashMap<String, String> = HashMap::new();
    for sql in [VARIABLES, STATUS] {
        let rows: Vec<(String, String)> = conn.query(sql).await?;
        known.extend(
            rows.into_iter()
                .map(|(name, value)| (name.to_lowercase(), value)),
        );
    }
    Ok(judge(|name| known.get(name).map_or("", String::as_str)))
}

/// What the variables of a server say.
fn judge<'a>(value: impl Fn(&str) -> &'a str) -> Look {
    let is_on = |name: &str| value(name).eq_ignore_ascii_case("ON");
    let is_galera = is_on("wsrep_on");
    let is_ready = !is_galera
        || is_on("wsrep_ready")
            && value("wsrep_cluster_status").eq_ignore_ascii_case("Primary")
            && matches!(value("wsrep_local_state"), "4" | "2");
    if is_ready && !is_on("read_only") {
        Look::Fit { is_galera }
    } else {
        Look::Unfit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_judged_by_their_variables() {
        let look = |known: &[(&str, &'static str)]| {
            judge(|name| {
                let found = known.iter().find(|(known, _)| *known == name);
                found.map_or("", |(_, value)| value)
            })
        };
        let galera = |status, state| {
            look(&[
                ("wsrep_on", "ON"),
                ("wsrep_ready", "ON"),
                ("wsrep_cluster_status", status),
                ("wsrep_local_state", state),
                ("read_only", "OFF"),
            ])
        };
        assert_eq!(galera("Primary", "4"), Look::Fit { is_galera: true });
        assert_eq!(galera("non-Primary", "4"), Look::Unfit);
        assert_eq!(galera("Primary", "1"), Look::Unfit);
        // A server without the plugin, as MySQL is, and one that follows another.
        assert_eq!(look(&[]), Look::Fit { is_galera: false });
        assert_eq!(
            look(&[("wsrep_ready", "OFF")]),
            Look::Fit { is_galera: false }
        );
        assert_eq!(look(&[("read_only", "ON")]), Look::Unfit);
    }
}
