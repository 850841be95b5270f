//! The real binary, started on a database of its own.

use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::mariadb::free_port;
use crate::recorded_site::recorded_site;
use crate::site::Site;

/// The clock of the recordings.
pub const NOW: &str = "2026-11-21T01:22:50Z";

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// The embedded one.
    Sqlite,
    /// A MariaDB server started for the test.
    MariaDb,
}

/// A running Oxipress with the recorded site.
pub struct Oxipress {
    process: Child,
    /// Where it listens.
    pub addr: SocketAddr,
    /// The address of `/metrics`.
    pub admin: SocketAddr,
    /// The default folder for its mails.
    pub mail: TempDir,
    _site: Option<Site>,
}

impl Oxipress {
    /// Imports `dump` into a new database and serves it; `arguments` are added to `oxipress serve`.
    pub fn start(database: Database, dump: &Path, arguments: &[&str]) -> Result<Self> {
        let site = Site::import(database, dump)?;
        let mut server = Self::serve(&site.url, arguments, &[])?;
        server._site = Some(site);
        Ok(server)
    }

    /// The recorded site as its migrator would start it: the site's folder, its languages, its own scripts.
    pub fn start_recorded_site(database: Database) -> Result<Self> {
        let site = Site::recorded(database)?;
        let mut server = Self::serve_recorded_site(&site.url, &[], &[])?;
        server._site = Some(site);
        Ok(server)
    }

    /// Serves an existing database; the given variables override the recordings' clock.
    pub fn serve(
        database_url: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Result<Self> {
        Self::serve_by(
            Command::new(binary()?),
            database_url,
            arguments,
            environment,
        )
    }

    /// As [`serve`](Self::serve), started by a command that ends with the binary.
    pub fn serve_by(
        mut command: Command,
        database_url: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Result<Self> {
        command
            .args(["serve", "--database", database_url])
            .args(arguments)
            .env("OXIPRESS_NOW", NOW)
            .env("OXIPRESS_LOG", "warn")
            .envs(environment.iter().copied());
        Self::run(&mut command)
    }

    /// Runs an `oxipress serve` on free ports and waits until it takes connections.
    pub fn run(command: &mut Command) -> Result<Self> {
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let admin = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let mail = tempfile::tempdir()?;
        for (name, folder) in [
            ("OXIPRESS_MAIL_FOLDER", "mail"),
            ("OXIPRESS_MAIL_SPOOL", "spool"),
        ] {
            if !command.get_envs().any(|(given, _)| given == name) {
                command.env(name, mail.path().join(folder));
            }
        }
        let process = command
            .args(["--listen", &addr.to_string()])
            .args(["--admin-listen", &admin.to_string()])
            .spawn()?;
        let mut server = Self {
            process,
            addr,
            admin,
            mail,
            _site: None,
        };
        server.wait()?;
        Ok(server)
    }

    /// The recorded site's folder and languages with a database that holds its rows already.
    pub fn serve_recorded_site(
        database_url: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Result<Self> {
        let own = recorded_arguments();
        let own = own.iter().map(String::as_str);
        let all: Vec<_> = own.chain(arguments.iter().copied()).collect();
        Self::serve(database_url, &all, environment)
    }

    /// Kills it (`SIGKILL`) and waits for its end.
    pub fn kill(mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Ends it as `kill` does: it may finish what it has begun.
    pub fn terminate(mut self) -> Result<()> {
        self.signal("-TERM")?;
        let status = self.process.wait()?;
        anyhow::ensure!(status.success(), "oxipress serve ended with {status}");
        Ok(())
    }

    /// Sends it a signal, as `-STOP` and `-CONT`.
    pub fn signal(&self, signal: &str) -> Result<()> {
        let pid = self.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status()?;
        anyhow::ensure!(sent.success(), "kill {signal} {pid} failed");
        Ok(())
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The most memory that it has held so far, in megabytes.
    pub fn peak_memory(&self) -> Result<usize> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok(number.context("VmHWM")?.parse::<usize>()? / 1024)
    }

    /// A number of `/metrics` by its name and labels, as in `oxipress_cache_total{result="hit"}`.
    pub fn metric(&self, name: &str) -> Result<u64> {
        let text = crate::client::get(self.admin, "/metrics")?.body;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let number = line.with_context(|| format!("no metric {name}"))?;
        Ok(number.parse()?)
    }

    fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        // Both ports: one alone may belong to another process, to which this one lost it.
        while [self.admin, self.addr]
            .into_iter()
            .any(|port| TcpStream::connect(port).is_err())
        {
            if let Some(status) = self.process.try_wait()? {
                bail!("oxipress serve ended with {status}");
            }
            if start.elapsed() > Duration::from_secs(30) {
                bail!("oxipress serve does not answer on {}", self.addr);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Oxipress {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Flags for the recorded site's folder, languages and scripts.
pub fn recorded_arguments() -> Vec<String> {
    let site = recorded_site();
    let path = |name: &str| site.join(name).to_string_lossy().into_owned();
    vec![
        "--wp-root".to_owned(),
        path("wp-root"),
        "--config".to_owned(),
        path("oxipress.toml"),
        "--frontend".to_owned(),
        "legacy".to_owned(),
    ]
}

/// The binary that cargo built next to this test, or that the variable `TEST_BINARY` names: one of another commit.
pub fn binary() -> Result<PathBuf> {
    if let Some(other) = std::env::var_os("TEST_BINARY") {
        return Ok(other.into());
    }
    let test = std::env::current_exe()?;
    let dir = test
        .parent()
        .and_then(Path::parent)
        .context("target folder")?;
    let binary = dir.join("oxipress");
    if !binary.exists() {
        bail!(
            "{} is missing: run `cargo build` (same profile) first",
            binary.display()
        );
    }
    Ok(binary)
}
