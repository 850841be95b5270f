//! The MariaDB server that all tests share, servers of a test's own, and an empty database for each test.
//!
//! `OXIPRESS_TEST_MYSQL=mysql://user:password@host:port/any` uses a running server instead; its user must be allowed to
//! create databases.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use compat::wordpress::db::{DatabaseUrl, Db, MysqlAddress, MysqlHost, PoolOptions, TablePrefix};

pub struct Server {
    address: MysqlAddress,
    data: Option<PathBuf>,
    /// The shell that owns the server: it ends when this process does, however it ends.
    _owner: Option<Child>,
    restarted: Vec<Child>,
}

/// A user whose password needs care in a URL.
const USER: &str = "CREATE USER IF NOT EXISTS 'prueba'@'%' IDENTIFIED BY 'clave:rara@1'; \
    GRANT ALL ON *.* TO 'prueba'@'%'; DROP USER IF EXISTS ''@'localhost';";

/// The server that all tests share.
pub fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| match std::env::var("OXIPRESS_TEST_MYSQL") {
        Ok(url) => {
            let DatabaseUrl::Mysql(address) = DatabaseUrl::parse(&url).unwrap() else {
                panic!("OXIPRESS_TEST_MYSQL is not mysql://");
            };
            Server {
                address: *address,
                data: None,
                _owner: None,
                restarted: Vec::new(),
            }
        }
        Err(_) => Server::of_the_run(),
    })
}

impl Server {
    /// The one that the tests of all crates share.
    fn of_the_run() -> Self {
        let port = tests_contract::shared_mariadb::shared().unwrap().port();
        let login = |address| Self {
            address,
            data: None,
            _owner: None,
            restarted: Vec::new(),
        };
        let root = login(MysqlAddress {
            user: "root".to_owned(),
            ..root_address(port)
        });
        root.client("mysql", USER.as_bytes());
        login(MysqlAddress {
            password: "clave:rara@1".to_owned(),
            ..root_address(port)
        })
    }

    /// Starts a server in a temporary directory, with `options` more.
    pub fn start(options: &[&str]) -> Self {
        let data = tempfile::Builder::new()
            .prefix("oxipress-mariadb-")
            .tempdir()
            .unwrap()
            .keep();
        let made = Command::new("mariadb-install-db")
            .args([
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
            ])
            .arg(format!("--datadir={}", data.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect(
                "mariadb-install-db: install Debian's mariadb-server, or set OXIPRESS_TEST_MYSQL",
            );
        assert!(made.success());
        let port = tests_contract::mariadb::free_port().unwrap();
        let owner = run_server(&data, port, options);
        let server = Self {
            address: MysqlAddress {
                password: "clave:rara@1".to_owned(),
                ..root_address(port)
            },
            data: Some(data.clone()),
            _owner: Some(owner),
            restarted: Vec::new(),
        };
        wait_for_socket(&data);
        server.client("mysql", USER.as_bytes());
        server
    }

    /// Stops the server and starts it again on the same data.
    pub fn restart(&mut self) {
        let data = self.data.clone().expect("a server of our own");
        self.client("mysql", b"SHUTDOWN");
        let began = Instant::now();
        while data.join("pid").exists() {
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "mariadbd does not stop"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        let MysqlHost::Tcp(_, port) = self.address.host else {
            panic!("a server of our own has a port");
        };
        self.restarted.push(run_server(&data, port, &[]));
        wait_for_socket(&data);
    }

    /// Feeds SQL to Debian's own client, as another program that writes.
    pub fn client(&self, database: &str, sql: &[u8]) -> String {
        let mut command = Command::new("mariadb");
        command.args(["--no-defaults", "-N", "--default-character-set=utf8mb4"]);
        self.add_login(&mut command);
        let mut child = command
            .arg(database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(sql).unwrap();
        let mut out = Vec::new();
        child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
        assert!(child.wait().unwrap().success());
        String::from_utf8_lossy(&out).into_owned()
    }

    fn add_login(&self, command: &mut Command) {
        match &self.data {
            Some(data) => {
                command
                    .arg("-uroot")
                    .arg(format!("--socket={}/s", data.display()));
            }
            None => {
                let MysqlHost::Tcp(host, port) = &self.address.host else {
                    panic!("OXIPRESS_TEST_MYSQL needs host and port");
                };
                command
                    .arg(format!("-h{host}"))
                    .arg(format!("-P{port}"))
                    .arg(format!("-u{}", self.address.user))
                    .env("MYSQL_PWD", &self.address.password);
            }
        }
    }

    /// What Debian's mariadb-dump writes.
    pub fn dump(&self, database: &str, options: &[&str]) -> Vec<u8> {
        let mut command = Command::new("mariadb-dump");
        command.arg("--no-defaults");
        self.add_login(&mut command);
        let out = command.args(options).arg(database).output().unwrap();
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
        out.stdout
    }

    /// The address of a new, empty database.
    pub fn new_database(&self) -> MysqlAddress {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "oxipress_{}_{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let sql = format!(
            "CREATE OR REPLACE DATABASE {name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci"
        );
        self.client("mysql", sql.as_bytes());
        MysqlAddress {
            database: name,
            ..self.address.clone()
        }
    }
}

fn root_address(port: u16) -> MysqlAddress {
    match DatabaseUrl::parse(&format!("mysql://prueba@127.0.0.1:{port}/mysql")).unwrap() {
        DatabaseUrl::Mysql(address) => *address,
        DatabaseUrl::Sqlite(_) => unreachable!(),
    }
}

fn run_server(data: &Path, port: u16, options: &[&str]) -> Child {
    let script = r#"dir="$1"; shift; mariadbd --no-defaults --user="$(id -un)" --datadir="$dir" --socket="$dir/s" \
        --pid-file="$dir/pid" --bind-address=127.0.0.1 --innodb-buffer-pool-size=32M \
        --innodb-flush-log-at-trx-commit=0 --innodb-log-file-size=16M "$@" >"$dir/log" 2>&1 &
        pid=$!; cat >/dev/null; kill $pid 2>/dev/null; wait $pid; rm -rf "$dir""#;
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(data)
        .arg(format!("--port={port}"))
        .args(options)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_for_socket(data: &Path) {
    let began = Instant::now();
    while std::os::unix::net::UnixStream::connect(data.join("s")).is_err() {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "mariadbd does not start"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// An empty database for one test.
pub struct TestDb {
    pub db: Db,
    pub url: DatabaseUrl,
    _file: Option<tempfile::TempDir>,
}

pub const PREFIX: &str = "x7_";

pub async fn sqlite() -> TestDb {
    let dir = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::sqlite(dir.path().join("site.db"));
    connect(url, Some(dir)).await
}

pub async fn mariadb() -> TestDb {
    let address = tokio::task::spawn_blocking(|| shared().new_database())
        .await
        .unwrap();
    connect(DatabaseUrl::Mysql(Box::new(address)), None).await
}

async fn connect(url: DatabaseUrl, file: Option<tempfile::TempDir>) -> TestDb {
    let options = PoolOptions {
        create_if_missing: true,
        ..PoolOptions::default()
    };
    let db = Db::connect(&url, TablePrefix::new(PREFIX).unwrap(), options)
        .await
        .unwrap();
    TestDb {
        db,
        url,
        _file: file,
    }
}

/// Declares tests that run on both databases.
#[macro_export]
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name($crate::db::server::sqlite().await).await; })*
        }
        mod on_mariadb {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name($crate::db::server::mariadb().await).await; })*
        }
    };
}
