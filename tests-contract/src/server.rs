//! The real binary, started on a database of its own.

use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::mariadb::{MariaDb, free_port};

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
#[derive(Debug)]
pub struct Oxipress {
    process: Child,
    /// Where it listens.
    pub addr: SocketAddr,
    _dir: TempDir,
    _mariadb: Option<MariaDb>,
}

impl Oxipress {
    /// Imports `dump` into a new database and serves it; `arguments` are added to `oxipress serve`.
    pub fn start(database: Database, dump: &Path, arguments: &[&str]) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        let mariadb = if database == Database::MariaDb {
            Some(MariaDb::start()?)
        } else {
            None
        };
        let url = match &mariadb {
            Some(server) => server.database("oxipress_test")?,
            None => format!("sqlite:{}", dir.path().join("site.sqlite").display()),
        };
        let imported = Command::new(binary()?)
            .arg("import")
            .arg(dump)
            .args(["--to", &url])
            .stdout(Stdio::null())
            .status()?;
        if !imported.success() {
            bail!("oxipress import {} --to {url} failed", dump.display());
        }
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let process = Command::new(binary()?)
            .args(["serve", "--database", &url, "--listen", &addr.to_string()])
            .args(arguments)
            .env("OXIPRESS_NOW", NOW)
            .env("OXIPRESS_LOG", "warn")
            .spawn()?;
        let server = Self {
            process,
            addr,
            _dir: dir,
            _mariadb: mariadb,
        };
        server.wait()?;
        Ok(server)
    }

    /// The recorded site as its migrator would start it: the site's folder, its languages, its own scripts.
    pub fn start_recorded_site(database: Database) -> Result<Self> {
        let site = crate::fixtures().join("casas-cueva");
        let (root, config) = (site.join("wp-root"), site.join("oxipress.toml"));
        let (root, config) = (root.to_string_lossy(), config.to_string_lossy());
        let arguments = [
            "--wp-root",
            &root,
            "--config",
            &config,
            "--frontend",
            "legacy",
        ];
        Self::start(database, &site.join("site.sql"), &arguments)
    }

    fn wait(&self) -> Result<()> {
        let start = Instant::now();
        while TcpStream::connect(self.addr).is_err() {
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

/// The binary that cargo built next to this test.
pub fn binary() -> Result<PathBuf> {
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
