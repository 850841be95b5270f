//! The demo site's database, read from its dump into an SQLite file (or, with `OXIPRESS_TEST_DEMO_MYSQL`, the MariaDB
//! database of that address, which must hold the dump).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::site::Site;
use diesel::Connection;
use diesel::connection::SimpleConnection;
use diesel::sqlite::SqliteConnection;
use tempfile::{NamedTempFile, TempDir};

/// The dump's statements as SQLite reads them.
fn sqlite_script(dump: &str) -> String {
    let mut script = String::from("BEGIN;\n");
    let mut lines = dump.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("CREATE TABLE ") {
            script.push_str(&format!("CREATE TABLE {name}\n"));
            let columns: Vec<String> = lines
                .by_ref()
                .take_while(|l| !l.starts_with(')'))
                .filter_map(column)
                .collect();
            script.push_str(&columns.join(",\n"));
            script.push_str(");\n");
        } else if line.starts_with("INSERT INTO ") {
            let mut statement = line.to_owned();
            while !statement.trim_end().ends_with(");") {
                let Some(next) = lines.next() else { break };
                statement.push('\n');
                statement.push_str(next);
            }
            push_insert(&mut script, &statement);
        }
    }
    script.push_str("CREATE INDEX posts_name ON wp_posts(post_name);\nCOMMIT;\n");
    script
}

fn column(line: &str) -> Option<String> {
    let line = line.trim();
    let rest = line.strip_prefix('`')?;
    let (name, kind) = rest.split_once("` ")?;
    let affinity = if kind.contains("int(") {
        "INTEGER"
    } else if kind.starts_with("decimal") || kind.starts_with("double") {
        "NUMERIC"
    } else {
        "TEXT"
    };
    Some(format!("`{name}` {affinity}"))
}

/// Copies an INSERT, with strings quoted as SQLite quotes them.
fn push_insert(script: &mut String, statement: &str) {
    let mut chars = statement.chars();
    let mut inside = false;
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                inside = !inside;
                script.push('\'');
            }
            '\\' if inside => match chars.next() {
                Some('n') => script.push('\n'),
                Some('r') => script.push('\r'),
                Some('\'') => script.push_str("''"),
                Some('0') | None => {}
                Some(other) => script.push(other),
            },
            other => script.push(other),
        }
    }
    script.push('\n');
}

/// The database and its snapshot.
pub struct Demo {
    pub db: Db,
    pub site: Site,
    pub runtime: tokio::runtime::Runtime,
}

impl Demo {
    /// Runs a future to its end.
    pub fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }
}

/// The demo site, opened once.
pub fn demo() -> &'static Demo {
    static DEMO: OnceLock<Demo> = OnceLock::new();
    DEMO.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let url = match std::env::var("OXIPRESS_TEST_DEMO_MYSQL") {
            Ok(url) => DatabaseUrl::parse(&url).unwrap(),
            Err(_) => DatabaseUrl::sqlite(sqlite_file()),
        };
        let (db, site) = runtime.block_on(async {
            let prefix = TablePrefix::new("wp_").unwrap();
            let db = Db::connect(&url, prefix, PoolOptions::default())
                .await
                .unwrap();
            let site = compat::wordpress::site_loader::load(&db, compat::columns::COLUMNS)
                .await
                .unwrap();
            (db, site)
        });
        Demo { db, site, runtime }
    })
}

/// A database of its own for a test that writes, always SQLite, and its folder, which goes with the guard.
pub fn scratch() -> (Db, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scratch.db");
    fill(&file, &script());
    let prefix = TablePrefix::new("wp_").unwrap();
    let url = DatabaseUrl::sqlite(file);
    let connected = Db::connect(&url, prefix, PoolOptions::default());
    (demo().block_on(connected).unwrap(), folder)
}

fn script() -> String {
    let dump = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/casas-cueva/site.sql"
    );
    sqlite_script(&std::fs::read_to_string(dump).unwrap())
}

fn fill(file: &Path, script: &str) {
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute(script).unwrap();
}

/// The file that all tests read: made once, and never replaced while one of them may have it open.
fn sqlite_file() -> PathBuf {
    let script = script();
    let mut key = DefaultHasher::new();
    script.hash(&mut key);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("rewrite-{:016x}.db", key.finish()));
    if !path.exists() {
        let fresh = NamedTempFile::new_in(folder).unwrap();
        fill(fresh.path(), &script);
        // Another process may have been faster.
        if let Err(error) = fresh.persist_noclobber(&path) {
            assert!(path.exists(), "{error}");
        }
    }
    path
}
