//! The recorded site in a database of its own, which other people than the server may change.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use compat::wordpress::db::{Bind, DatabaseUrl, Db, FromRow, PoolOptions, TablePrefix};
use tempfile::TempDir;

use crate::mariadb::MariaDb;
use crate::server::{Database, binary};
use crate::visitors::locked;

/// A database that holds a site. Its own connections stand for PHP, for another instance, for a person with a client.
pub struct Site {
    /// Its address, as `--database` takes it.
    pub url: String,
    runtime: tokio::runtime::Runtime,
    db: Db,
    _dir: TempDir,
    mariadb: Mutex<Option<MariaDb>>,
}

impl Site {
    /// A new database with the rows of `dump`.
    pub fn import(database: Database, dump: &Path) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        let mariadb = match database {
            Database::MariaDb => Some(MariaDb::start()?),
            Database::Sqlite => None,
        };
        let url = match &mariadb {
            Some(server) => server.database("oxipress_test")?,
            None => sqlite_in(dir.path()),
        };
        Self::fill(url, dump, dir, mariadb)
    }

    /// WordPress's own tables, filled by files of `fixtures/cases`, one after the other.
    pub fn of_cases(database: Database, names: &[&str]) -> Result<Self> {
        const CORE_TABLES: &str =
            include_str!("../../compat/src/wordpress/db/schema/core_tables.sql");
        let mut text = CORE_TABLES
            .replace("IF NOT EXISTS ", "")
            .replace("{p}", "wp_");
        for name in names {
            let rows = crate::fixtures().join("cases").join(name);
            text.push('\n');
            text.push_str(&std::fs::read_to_string(rows)?);
        }
        let dir = tempfile::tempdir()?;
        let dump = dir.path().join("site.sql");
        std::fs::write(&dump, text)?;
        Self::import(database, &dump)
    }

    /// The recorded site in an SQLite file in a folder.
    pub fn recorded_in(folder: &Path) -> Result<Self> {
        let dump = crate::fixtures().join("casas-cueva/site.sql");
        Self::fill(sqlite_in(folder), &dump, tempfile::tempdir()?, None)
    }

    /// The recorded site in a MariaDB whose files are in a folder.
    pub fn recorded_in_mariadb_of(folder: &Path) -> Result<Self> {
        let dump = crate::fixtures().join("casas-cueva/site.sql");
        let server = MariaDb::start_in(folder, &[])?;
        let url = server.database("oxipress_test")?;
        Self::fill(url, &dump, tempfile::tempdir()?, Some(server))
    }

    fn fill(url: String, dump: &Path, dir: TempDir, mariadb: Option<MariaDb>) -> Result<Self> {
        let imported = Command::new(binary()?)
            .arg("import")
            .arg(dump)
            .args(["--to", &url])
            .stdout(Stdio::null())
            .status()?;
        if !imported.success() {
            bail!("oxipress import {} --to {url} failed", dump.display());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let address = DatabaseUrl::parse(&url)?;
        let connecting = Db::connect(&address, TablePrefix::new("wp_")?, PoolOptions::default());
        let db = runtime.block_on(connecting).context("second connection")?;
        Ok(Self {
            url,
            runtime,
            db,
            _dir: dir,
            mariadb: Mutex::new(mariadb),
        })
    }

    /// The recorded site.
    pub fn recorded(database: Database) -> Result<Self> {
        Self::import(database, &crate::fixtures().join("casas-cueva/site.sql"))
    }

    /// Changes rows behind the server's back; the number of rows.
    pub fn execute(&self, sql: &'static str, binds: Vec<Bind>) -> Result<u64> {
        Ok(self.runtime.block_on(self.db.execute(sql, binds))?)
    }

    /// Reads rows behind the server's back.
    pub fn load<R: FromRow>(&self, sql: &'static str, binds: Vec<Bind>) -> Result<Vec<R>> {
        Ok(self.runtime.block_on(self.db.load(sql, binds))?)
    }

    /// The port of the database server, for a proxy; none for a file.
    pub fn port(&self) -> Option<u16> {
        locked(&self.mariadb).as_ref().map(MariaDb::port)
    }

    /// Ends the database server as `kill -9` does, leaves it ended for a while, and starts it again on its data.
    pub fn restart_database(&self, away: Duration) -> Result<()> {
        let mut mariadb = locked(&self.mariadb);
        let server = mariadb.as_mut().context("a file is not restarted")?;
        server.kill()?;
        std::thread::sleep(away);
        server.start_again()
    }

    /// Starts the database server again if it gave up; whether it had.
    pub fn revive_database(&self) -> Result<bool> {
        let mut mariadb = locked(&self.mariadb);
        let server = mariadb.as_mut().context("a file does not give up")?;
        let has_ended = server.has_ended()?;
        if has_ended {
            server.start_again()?;
        }
        Ok(has_ended)
    }

    /// Keeps everybody else from writing to the SQLite file for so long.
    pub fn write_for(&self, time: Duration) -> Result<()> {
        let writing = self.db.transaction(async move |_| {
            tokio::time::sleep(time).await;
            Ok(())
        });
        Ok(self.runtime.block_on(writing)?)
    }
}

fn sqlite_in(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("site.sqlite").display())
}
