//! A MariaDB server of one test, for tests that stop it: own data directory, free loopback port, stopped when dropped.
//! Other tests use [`crate::shared_mariadb`].

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::shared_mariadb::fast_folder;

/// A running server.
#[derive(Debug)]
pub struct MariaDb {
    process: Child,
    port: u16,
    folder: PathBuf,
    /// The data directory; removed on drop unless the caller owns it.
    _own: Option<TempDir>,
    options: Vec<String>,
}

impl MariaDb {
    /// Installs the system tables into a new folder and starts a server on them.
    pub fn start() -> Result<Self> {
        Self::start_below(&fast_folder(), &[])
    }

    /// As [`start`](Self::start), on the disk, with options that win over those that make tests quick.
    pub fn start_with(options: &[&str]) -> Result<Self> {
        Self::start_below(&std::env::temp_dir(), options)
    }

    fn start_below(folder: &Path, options: &[&str]) -> Result<Self> {
        let own = tempfile::tempdir_in(folder)?;
        let mut server = Self::start_in(own.path(), options)?;
        server._own = Some(own);
        Ok(server)
    }

    /// As [`start_with`](Self::start_with), in a folder that stays.
    pub fn start_in(folder: &Path, options: &[&str]) -> Result<Self> {
        install(folder)?;
        let port = free_port()?;
        let options: Vec<String> = options.iter().map(|o| (*o).to_owned()).collect();
        let server = Self {
            process: spawn(folder, port, &options)?,
            port,
            folder: folder.to_owned(),
            _own: None,
            options,
        };
        wait_for(port)?;
        Ok(server)
    }

    /// Kills it (`SIGKILL`) and waits for its end.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Whether it gave up.
    pub fn has_ended(&mut self) -> Result<bool> {
        Ok(self.process.try_wait()?.is_some())
    }

    /// Starts it again on its data and its port, and waits until it answers.
    pub fn start_again(&mut self) -> Result<()> {
        self.process = spawn(&self.folder, self.port, &self.options)?;
        wait_for(self.port)
    }

    /// A database of its own: its URL.
    pub fn database(&self, name: &str) -> Result<String> {
        let made = Command::new("mariadb")
            .args(["--no-defaults", "-h127.0.0.1", "-uroot", "-e"])
            .arg(format!(
                "CREATE DATABASE `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci"
            ))
            .arg(format!("-P{}", self.port))
            .status()?;
        if !made.success() {
            bail!("CREATE DATABASE {name} failed");
        }
        Ok(format!("mysql://root@127.0.0.1:{}/{name}", self.port))
    }

    /// Runs SQL as root.
    pub fn execute(&self, sql: &str) -> Result<()> {
        let done = Command::new("mariadb")
            .args(["--no-defaults", "-h127.0.0.1", "-uroot"])
            .arg(format!("-P{}", self.port))
            .args(["-e", sql])
            .status()?;
        if !done.success() {
            bail!("{sql:?} failed");
        }
        Ok(())
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for MariaDb {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(folder: &Path, port: u16, options: &[String]) -> Result<Child> {
    let process = Command::new("mariadbd")
        .args(arguments(folder, port))
        .args(options)
        .args(user())
        .stderr(Stdio::null())
        .spawn()?;
    Ok(process)
}

/// Installs the system tables into `data` of a folder.
pub(crate) fn install(folder: &Path) -> Result<()> {
    let dir = folder.join("data");
    let installed = Command::new("mariadb-install-db")
        .args([
            "--no-defaults",
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
        ])
        .arg(format!("--datadir={}", dir.display()))
        // Servers that start at the same time need temporary folders of their own.
        .arg(format!("--tmpdir={}", folder.display()))
        .args(user())
        .stdout(Stdio::null())
        .status()
        .context("mariadb-install-db; `make test` installs the package mariadb-server")?;
    if !installed.success() {
        bail!("mariadb-install-db failed in {}", dir.display());
    }
    Ok(())
}

/// What `mariadbd` is started with on the data of a folder.
pub(crate) fn arguments(folder: &Path, port: u16) -> Vec<String> {
    let mut all = vec![
        "--no-defaults".to_owned(),
        "--bind-address=127.0.0.1".to_owned(),
        "--innodb-flush-log-at-trx-commit=2".to_owned(),
        "--innodb-log-file-size=16M".to_owned(),
    ];
    let path = |name: &str| folder.join(name).display().to_string();
    all.push(format!("--datadir={}", path("data")));
    all.push(format!("--tmpdir={}", folder.display()));
    all.push(format!("--socket={}", path("s")));
    all.push(format!("--pid-file={}", path("pid")));
    all.push(format!("--port={port}"));
    all
}

/// Waits until a server takes connections on a port.
pub(crate) fn wait_for(port: u16) -> Result<()> {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if start.elapsed() > Duration::from_secs(60) {
            bail!("mariadbd does not answer on port {port}");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// mariadbd refuses to run as root without `--user=root`.
pub(crate) fn user() -> Option<&'static str> {
    (std::env::var("USER").as_deref() == Ok("root")
        || std::env::var("HOME").as_deref() == Ok("/root"))
    .then_some("--user=root")
}

/// A port that nobody listens on, below those that the system gives to connections: none of them takes it before it is
/// used. Tests that run side by side look among different ones, by the slot that nextest gives each of them.
pub fn free_port() -> Result<u16> {
    const FIRST: u32 = 10_000;
    const SLOTS: u32 = 11;
    const PORTS: u32 = 2_000;
    static ASKED: AtomicU32 = AtomicU32::new(0);
    // Once a process: two starts could meet, and two of its servers would be given one port.
    static START: OnceLock<u32> = OnceLock::new();
    let process = std::process::id();
    let slot = std::env::var("NEXTEST_TEST_GLOBAL_SLOT").ok();
    let slot = slot.and_then(|slot| slot.parse().ok()).unwrap_or(process);
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH)?.subsec_nanos();
    let start = START.get_or_init(|| process.wrapping_mul(7_919) ^ nanoseconds);
    for _ in 0..PORTS {
        let step = ASKED.fetch_add(1, Ordering::Relaxed);
        let port = slot % SLOTS * PORTS + start.wrapping_add(step) % PORTS;
        let port = u16::try_from(FIRST + port)?;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("every port of slot {} is taken", slot % SLOTS)
}
