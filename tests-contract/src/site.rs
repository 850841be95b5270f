//! The recorded site in a database of its own, which other people than the server may change.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use compat::wordpress::db::{Bind, DatabaseUrl, Db, FromRow, PoolOptions, TablePrefix};
use tempfile::TempDir;

use crate::mariadb::MariaDb;
use crate::server::{Database, binary};
use crate::shared_mariadb::{OwnDatabase, fast_folder, import, shared, template_key};
use crate::visitors::locked;

/// A database with a site. Its own connections simulate other writers: PHP, another instance, a database client.
pub struct Site {
    /// Its address, as `--database` takes it.
    pub url: String,
    runtime: tokio::runtime::Runtime,
    db: Db,
    _dir: TempDir,
    source: Mutex<Source>,
}

/// Where the database is.
enum Source {
    File,
    Shared(OwnDatabase),
    Own(MariaDb),
    Elsewhere,
}

const SQLITE_FILE: &str = "site.sqlite";

impl Site {
    /// A new database with the rows of `dump`: a copy of the one into which it was imported first.
    pub fn import(database: Database, dump: &Path) -> Result<Self> {
        if database == Database::MariaDb {
            let own = shared()?.database_of(dump)?;
            return Self::open(own.url.clone(), tempfile::tempdir()?, Source::Shared(own));
        }
        // In memory where there is room: each write waits until the file is stored.
        let dir = tempfile::tempdir_in(fast_folder())?;
        std::fs::copy(sqlite_template(dump)?, dir.path().join(SQLITE_FILE))?;
        Self::open(sqlite_in(dir.path()), dir, Source::File)
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
        std::fs::copy(sqlite_template(&dump)?, folder.join(SQLITE_FILE))?;
        Self::open(sqlite_in(folder), tempfile::tempdir()?, Source::File)
    }

    /// The recorded site in a MariaDB whose files are in a folder.
    pub fn recorded_in_mariadb_of(folder: &Path) -> Result<Self> {
        let dump = crate::fixtures().join("casas-cueva/site.sql");
        let server = MariaDb::start_in(folder, &[])?;
        let url = server.database("oxipress_test")?;
        import(&dump, &url)?;
        Self::open(url, tempfile::tempdir()?, Source::Own(server))
    }

    /// The recorded site in a MariaDB of its own, which the test may restart.
    pub fn recorded_in_own_mariadb() -> Result<Self> {
        let dump = crate::fixtures().join("casas-cueva/site.sql");
        let server = MariaDb::start()?;
        let url = server.database("oxipress_test")?;
        import(&dump, &url)?;
        Self::open(url, tempfile::tempdir()?, Source::Own(server))
    }

    /// As [`recorded_in_own_mariadb`](Self::recorded_in_own_mariadb), with the rows of a file of `fixtures/cases`.
    pub fn recorded_in_own_mariadb_with(more: &str) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        let file = dump_with(dir.path(), more)?;
        let server = MariaDb::start()?;
        let url = server.database("oxipress_test")?;
        import(&file, &url)?;
        Self::open(url, dir, Source::Own(server))
    }

    /// The site in a database that somebody else owns.
    pub fn at(url: &str) -> Result<Self> {
        Self::open(url.to_owned(), tempfile::tempdir()?, Source::Elsewhere)
    }

    fn open(url: String, dir: TempDir, source: Source) -> Result<Self> {
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
            source: Mutex::new(source),
        })
    }

    /// The recorded site.
    pub fn recorded(database: Database) -> Result<Self> {
        Self::import(database, &crate::fixtures().join("casas-cueva/site.sql"))
    }

    /// The recorded site with the rows of a file of `fixtures/cases`.
    pub fn recorded_with(database: Database, more: &str) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        Self::import(database, &dump_with(dir.path(), more)?)
    }

    /// Changes rows without the server under test; returns the number of rows.
    pub fn execute(&self, sql: &'static str, binds: Vec<Bind>) -> Result<u64> {
        Ok(self.runtime.block_on(self.db.execute(sql, binds))?)
    }

    /// Reads rows without the server under test.
    pub fn load<R: FromRow>(&self, sql: &'static str, binds: Vec<Bind>) -> Result<Vec<R>> {
        Ok(self.runtime.block_on(self.db.load(sql, binds))?)
    }

    /// The port of the database server, for a proxy; none for a file.
    pub fn port(&self) -> Option<u16> {
        match &*locked(&self.source) {
            Source::File | Source::Elsewhere => None,
            Source::Shared(own) => Some(own.port()),
            Source::Own(server) => Some(server.port()),
        }
    }

    /// Ends the database server as `kill -9` does, leaves it ended for a while, and starts it again on its data.
    pub fn restart_database(&self, away: Duration) -> Result<()> {
        let mut source = locked(&self.source);
        let server = source.own()?;
        server.kill()?;
        std::thread::sleep(away);
        server.start_again()
    }

    /// Starts the database server again if it gave up; whether it had.
    pub fn revive_database(&self) -> Result<bool> {
        let mut source = locked(&self.source);
        let server = source.own()?;
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

impl Source {
    fn own(&mut self) -> Result<&mut MariaDb> {
        match self {
            Self::Own(server) => Ok(server),
            _ => bail!("only a server of the test's own is restarted"),
        }
    }
}

/// The dump of the recorded site with the rows of a file of `fixtures/cases`, written into a folder.
fn dump_with(folder: &Path, more: &str) -> Result<PathBuf> {
    let mut dump = std::fs::read(crate::fixtures().join("casas-cueva/site.sql"))?;
    dump.push(b'\n');
    dump.extend(std::fs::read(crate::fixtures().join("cases").join(more))?);
    let file = folder.join("site.sql");
    std::fs::write(&file, dump)?;
    Ok(file)
}

fn sqlite_in(folder: &Path) -> String {
    format!("sqlite:{}", folder.join(SQLITE_FILE).display())
}

/// The file into which `dump` was imported: made once for each dump and build, next to the binary.
fn sqlite_template(dump: &Path) -> Result<PathBuf> {
    let folder = binary()?.with_file_name("test-sites");
    let template = folder.join(format!("{}.sqlite", template_key(dump)?));
    if !template.exists() {
        std::fs::create_dir_all(&folder)?;
        let own = tempfile::tempdir_in(&folder)?;
        import(dump, &sqlite_in(own.path()))?;
        let made = own.path().join(SQLITE_FILE);
        let log = own.path().join(format!("{SQLITE_FILE}-wal"));
        ensure!(!log.exists(), "the import left {}", log.display());
        std::fs::rename(made, &template)?;
    }
    Ok(template)
}
