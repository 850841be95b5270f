//! A MariaDB server for tests: own data directory, free loopback port, stopped when dropped.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

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
        Self::start_with(&[])
    }

    /// As [`start`](Self::start), with options that win over those that make tests quick.
    pub fn start_with(options: &[&str]) -> Result<Self> {
        let own = tempfile::tempdir()?;
        let mut server = Self::start_in(own.path(), options)?;
        server._own = Some(own);
        Ok(server)
    }

    /// As [`start_with`](Self::start_with), in a folder that stays.
    pub fn start_in(folder: &Path, options: &[&str]) -> Result<Self> {
        let dir = folder.join("data");
        let installed = Command::new("mariadb-install-db")
            .args([
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
            ])
            .arg(format!("--datadir={}", dir.display()))
            // Servers that start at the same time do not meet in the machine's own folder.
            .arg(format!("--tmpdir={}", folder.display()))
            .args(user())
            .stdout(Stdio::null())
            .status()
            .context("mariadb-install-db; `make test` installs the package mariadb-server")?;
        if !installed.success() {
            bail!("mariadb-install-db failed in {}", dir.display());
        }
        let port = free_port()?;
        let options: Vec<String> = options.iter().map(|o| (*o).to_owned()).collect();
        let server = Self {
            process: spawn(folder, port, &options)?,
            port,
            folder: folder.to_owned(),
            _own: None,
            options,
        };
        server.wait()?;
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
        self.wait()
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

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn wait(&self) -> Result<()> {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if start.elapsed() > Duration::from_secs(60) {
                bail!("mariadbd does not answer on port {}", self.port);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for MariaDb {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(data: &Path, port: u16, options: &[String]) -> Result<Child> {
    let process = Command::new("mariadbd")
        .args([
            "--no-defaults",
            "--bind-address=127.0.0.1",
            "--innodb-flush-log-at-trx-commit=2",
        ])
        .arg(format!("--datadir={}", data.join("data").display()))
        .arg(format!("--tmpdir={}", data.display()))
        .arg(format!("--socket={}", data.join("s").display()))
        .arg(format!("--pid-file={}", data.join("pid").display()))
        .arg(format!("--port={port}"))
        .args(options)
        .args(user())
        .stderr(Stdio::null())
        .spawn()?;
    Ok(process)
}

/// mariadbd refuses to run as root without `--user=root`.
fn user() -> Option<&'static str> {
    (std::env::var("USER").as_deref() == Ok("root")
        || std::env::var("HOME").as_deref() == Ok("/root"))
    .then_some("--user=root")
}

/// A free port.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
