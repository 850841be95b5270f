//! The demo site's database, read from its dump into an SQLite file (or, with `OXIPRESS_TEST_DEMO_MYSQL`, the MariaDB
//! database of that address, which must hold the dump).

use std::sync::OnceLock;

use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::site::Site;
use diesel::Connection;
use diesel::connection::SimpleConnection;
use diesel::sqlite::SqliteConnection;

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

/// A database of its own for a test that writes; always SQLite.
pub fn scratch() -> Db {
    let url = DatabaseUrl::sqlite(new_file("scratch"));
    let prefix = TablePrefix::new("wp_").unwrap();
    demo()
        .block_on(Db::connect(&url, prefix, PoolOptions::default()))
        .unwrap()
}

fn new_file(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("rewrite-{name}-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let dump = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/casas-cueva/site.sql"
    );
    let dump = std::fs::read_to_string(dump).unwrap();
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute(&sqlite_script(&dump)).unwrap();
    file
}

fn sqlite_file() -> std::path::PathBuf {
    let fresh = new_file("demo");
    // Another process may be reading the last run's file: it keeps it.
    let path = fresh.with_file_name("rewrite.db");
    std::fs::rename(&fresh, &path).unwrap();
    path
}
