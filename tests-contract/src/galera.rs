//! A Galera cluster of three MariaDB nodes on loopback, for tests: nodes are killed, frozen, isolated and started again.
//! Or each in a name space of the network, from which it is cut off.
//!
//! The first node is filled alone; the other two begin with copies of its folder, so that none waits for a full transfer.
//! A node that comes back gets what it missed from another's write-set cache (IST). As root the nodes run as `mysql`: the
//! script that joins a node calls rsync, which refuses to write as root.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::mariadb::{arguments, free_port, install, user};
use crate::name_spaces::NameSpaces;
use crate::shared_mariadb::{fast_folder, import};

/// Where Debian's package `galera-4` puts the library.
const LIBRARY: &str = "/usr/lib/galera/libgalera_smm.so";
/// Nodes of the cluster.
pub const NODES: usize = 3;
/// The longest time for a start, an end or a state.
const LONGEST: Duration = Duration::from_secs(60);

/// A node.
#[derive(Debug)]
struct Node {
    folder: PathBuf,
    process: Option<Child>,
    /// Where clients reach it, and where the other nodes do.
    addresses: [Ipv4Addr; 2],
    port: u16,
    /// Ports of the group's messages and of what a joining node receives.
    group_port: u16,
    receive_ports: [u16; 2],
}

/// A running cluster.
#[derive(Debug)]
pub struct Galera {
    nodes: Vec<Node>,
    database: &'static str,
    _folder: TempDir,
    name_spaces: Option<NameSpaces>,
}

impl Galera {
    /// Starts a cluster whose database has the rows of a dump.
    ///
    /// # Errors
    /// When the packages `mariadb-server` and `galera-4` are missing, or a node does not start.
    pub fn start(dump: &Path) -> Result<Self> {
        Self::start_on(dump, None)
    }

    /// The same with each node in a name space of the network.
    ///
    /// # Errors
    /// As [`start`](Self::start), and without root.
    pub fn start_in_name_spaces(dump: &Path) -> Result<Self> {
        Self::start_on(dump, Some(NameSpaces::new(NODES)?))
    }

    fn start_on(dump: &Path, name_spaces: Option<NameSpaces>) -> Result<Self> {
        ensure!(
            Path::new(LIBRARY).exists(),
            "{LIBRARY} is missing: install galera-4"
        );
        let folder = tempfile::tempdir_in(fast_folder())?;
        run(Command::new("chmod").arg("711").arg(folder.path()))?;
        let mut nodes = Vec::new();
        for number in 0..NODES {
            let folder = folder.path().join(number.to_string());
            fs::create_dir(&folder)?;
            nodes.push(Node {
                folder,
                process: None,
                addresses: match &name_spaces {
                    Some(own) => [own.client_address(number)?, own.group_address(number)?],
                    None => [Ipv4Addr::LOCALHOST; 2],
                },
                port: free_port()?,
                group_port: free_port()?,
                receive_ports: [free_port()?, free_port()?],
            });
        }
        let mut cluster = Self {
            nodes,
            database: "oxipress_test",
            _folder: folder,
            name_spaces,
        };
        cluster.fill(dump)?;
        cluster.spawn(0, &["--wsrep-new-cluster"])?;
        cluster.wait_synced(0)?;
        for node in 1..NODES {
            cluster.start_again(node)?;
        }
        Ok(cluster)
    }

    /// Fills the first node alone and copies its folder.
    fn fill(&mut self, dump: &Path) -> Result<()> {
        let first = self.nodes[0].folder.clone();
        install(&first)?;
        own(&first)?;
        self.spawn(0, &["--wsrep-new-cluster"])?;
        self.wait_synced(0)?;
        let create = format!(
            "CREATE DATABASE {} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci",
            self.database
        );
        self.sql(0, &create)?;
        if self.name_spaces.is_some() {
            // The server's own users come from its own name space only.
            let user = "CREATE USER root@'%'; GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION";
            self.sql(0, user)?;
        }
        import(dump, &self.url_of(0))?;
        self.stop(0)?;
        let data = first.join("data");
        fs::remove_file(data.join("galera.cache"))?;
        for node in &self.nodes[1..] {
            let copy = node.folder.join("data");
            run(Command::new("cp").arg("-a").arg(&data).arg(&copy))?;
            let state = copy.join("grastate.dat");
            let text = fs::read_to_string(&state)?;
            fs::write(
                &state,
                text.replace("safe_to_bootstrap: 1", "safe_to_bootstrap: 0"),
            )?;
            own(&node.folder)?;
        }
        Ok(())
    }

    /// The URL of the database, with the nodes in order from this one on.
    #[must_use]
    pub fn url_from(&self, first: usize) -> String {
        let nodes = (0..NODES).map(|step| &self.nodes[(first + step) % NODES]);
        let hosts: Vec<_> = nodes
            .map(|node| format!("{}:{}", node.addresses[0], node.port))
            .collect();
        format!("mysql://root@{}/{}", hosts.join(","), self.database)
    }

    /// The URL of one node.
    #[must_use]
    pub fn url_of(&self, node: usize) -> String {
        let Node {
            addresses, port, ..
        } = &self.nodes[node];
        format!("mysql://root@{}:{port}/{}", addresses[0], self.database)
    }

    /// Kills a node (`SIGKILL`).
    ///
    /// # Errors
    /// When it does not run.
    pub fn kill(&mut self, node: usize) -> Result<()> {
        let mut process = self.nodes[node].process.take().context("it does not run")?;
        process.kill()?;
        process.wait()?;
        Ok(())
    }

    /// Ends a node as a restart does.
    ///
    /// # Errors
    /// When it does not end.
    pub fn stop(&mut self, node: usize) -> Result<()> {
        self.signal(node, "-TERM")?;
        let mut process = self.nodes[node].process.take().context("it does not run")?;
        let began = Instant::now();
        while process.try_wait()?.is_none() {
            if began.elapsed() > LONGEST {
                process.kill()?;
                bail!("node {node} does not end");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Sends a signal, as `-STOP` and `-CONT`.
    ///
    /// # Errors
    /// When it does not run.
    pub fn signal(&self, node: usize, signal: &str) -> Result<()> {
        let process = self.nodes[node]
            .process
            .as_ref()
            .context("it does not run")?;
        run(Command::new("kill")
            .arg(signal)
            .arg(process.id().to_string()))
    }

    /// Starts a node that ended, and waits until it has what it missed.
    ///
    /// # Errors
    /// When it does not join.
    pub fn start_again(&mut self, node: usize) -> Result<()> {
        self.spawn(node, &[])?;
        self.wait_synced(node)
    }

    /// Cuts a running node off from the others, or joins it again: it runs, and clients reach it.
    ///
    /// # Errors
    /// When it refuses.
    pub fn isolate(&self, node: usize, is_cut: bool) -> Result<()> {
        let value = u8::from(is_cut);
        self.sql(
            node,
            &format!("SET GLOBAL wsrep_provider_options = 'gmcast.isolate={value}'"),
        )
        .map(drop)
    }

    /// The name spaces of the nodes, to cut them off.
    ///
    /// # Errors
    /// When the nodes are on loopback.
    pub fn network(&self) -> Result<&NameSpaces> {
        self.name_spaces.as_ref().context("no name spaces")
    }

    /// A program that will run where a node does.
    fn command(&self, node: usize, program: &str) -> Command {
        match &self.name_spaces {
            Some(own) => own.command(node, program),
            None => Command::new(program),
        }
    }

    /// Waits until a node is a synced member.
    ///
    /// # Errors
    /// When it ends, or takes too long.
    pub fn wait_synced(&mut self, node: usize) -> Result<()> {
        let began = Instant::now();
        loop {
            let state = self.sql(node, "SHOW STATUS LIKE 'wsrep_local_state'");
            if state.is_ok_and(|text| text.split_whitespace().nth(1) == Some("4")) {
                return Ok(());
            }
            let log = self.nodes[node].folder.join("log");
            let ended = match &mut self.nodes[node].process {
                Some(process) => process.try_wait()?.is_some(),
                None => true,
            };
            if ended || began.elapsed() > LONGEST {
                let log = fs::read_to_string(log).unwrap_or_default();
                let errors: Vec<_> = log.lines().filter(|line| line.contains("ERROR")).collect();
                bail!("node {node} does not join:\n{}", errors.join("\n"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Runs SQL at a node; what it prints, columns separated by tabs.
    ///
    /// # Errors
    /// When the node does not answer or refuses it.
    pub fn sql(&self, node: usize, sql: &str) -> Result<String> {
        let out = self
            .command(node, "mariadb")
            .args([
                "--no-defaults",
                "-h127.0.0.1",
                "-uroot",
                "-N",
                "--connect-timeout=2",
            ])
            .arg(format!("-P{}", self.nodes[node].port))
            .args(["-e", sql])
            .stderr(Stdio::null())
            .output()?;
        ensure!(out.status.success(), "node {node} does not take {sql:?}");
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    }

    fn spawn(&mut self, number: usize, more: &[&str]) -> Result<()> {
        let group: Vec<_> = self
            .nodes
            .iter()
            .map(|node| format!("{}:{}", node.addresses[1], node.group_port))
            .collect();
        let mut command = self.command(number, "mariadbd");
        let is_apart = self.name_spaces.is_some();
        let node = &mut self.nodes[number];
        let address = node.addresses[1];
        let [receive, incremental] = node.receive_ports;
        let port = node.group_port;
        // Members are suspected after a second, so that tests need not wait for the usual five.
        let provider = format!(
            "base_port={port};gmcast.listen_addr=tcp://{address}:{port};ist.recv_addr={address}:{incremental};\
             gcache.size=32M;evs.keepalive_period=PT0.3S;evs.suspect_timeout=PT1S;evs.inactive_timeout=PT2S;\
             evs.inactive_check_period=PT0.3S;evs.install_timeout=PT2S;gmcast.peer_timeout=PT1S"
        );
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(node.folder.join("log"))?;
        let process = command
            .args(arguments(&node.folder, node.port))
            .args(is_apart.then_some("--bind-address=0.0.0.0"))
            .args([
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2",
                "--wsrep-on=ON",
            ])
            .args(["--innodb-buffer-pool-size=32M", "--performance-schema=OFF"])
            .args([
                "--wsrep-cluster-name=oxipress-tests",
                "--wsrep-sst-method=rsync",
            ])
            .arg(format!("--wsrep-provider={LIBRARY}"))
            .arg(format!("--wsrep-node-name=node{number}"))
            .arg(format!("--wsrep-node-address={address}:{port}"))
            .arg(format!("--wsrep-sst-receive-address={address}:{receive}"))
            .arg(format!("--wsrep-provider-options={provider}"))
            .arg(format!(
                "--wsrep-cluster-address=gcomm://{}",
                group.join(",")
            ))
            .args(more)
            .args(user().map(|_| "--user=mysql"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()?;
        node.process = Some(process);
        Ok(())
    }
}

impl Drop for Galera {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            if let Some(process) = &mut node.process {
                let _ = process.kill();
                let _ = process.wait();
            }
        }
    }
}

/// As root gives a node's folder to the user that it runs as.
fn own(folder: &Path) -> Result<()> {
    if user().is_none() {
        return Ok(());
    }
    run(Command::new("chown").args(["-R", "mysql"]).arg(folder))
}

fn run(command: &mut Command) -> Result<()> {
    ensure!(command.status()?.success(), "{command:?} failed");
    Ok(())
}
