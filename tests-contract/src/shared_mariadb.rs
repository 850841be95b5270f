//! One MariaDB for all tests of a run, whatever process they are in, and databases in it that are copies of a template.
//!
//! The server's folder is `oxipress-tests-N` in memory (`/dev/shm`), else in the folder of temporary files; N stands for the
//! folder of the test binaries.
//!
//! | file | meaning |
//! |---|---|
//! | `lock` | locked while the server is looked for, started or stopped |
//! | `users` | locked, shared, by each process that uses the server, until the process ends |
//! | `port` | the port of the server while it runs |
//! | `mariadb/` | its data, its log, and the templates: one dump a site |
//!
//! A shell owns the server. It stops it, and removes its data, as soon as `users` has not been locked for 20 seconds.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, anyhow, ensure};

use crate::mariadb::{self, free_port, user, wait_for};
use crate::server::binary;

/// Starts the server with the options given and stops it when nobody uses it. `$1` is the folder.
const OWNER: &str = r#"dir=$1; shift
mariadbd "$@" >"$dir/mariadb/log" 2>&1 &
server=$!; idle=0
while :; do
    sleep 1
    exec 8>>"$dir/lock"; flock 8
    kill -0 $server 2>/dev/null || break
    if flock -n -x "$dir/users" true; then idle=$((idle + 1)); else idle=0; fi
    [ $idle -lt 20 ] || break
    exec 8>&-
done
rm -f "$dir/port"; kill $server 2>/dev/null; wait $server; rm -rf "$dir/mariadb""#;

/// The server of the run.
#[derive(Debug)]
pub struct SharedMariaDb {
    port: u16,
    folder: PathBuf,
    /// Holds the lock on `users`.
    _users: File,
}

/// A database of one test, removed when dropped.
#[derive(Debug)]
pub struct OwnDatabase {
    /// Its address.
    pub url: String,
    name: String,
    server: &'static SharedMariaDb,
}

/// The server that all tests share.
///
/// # Errors
/// When MariaDB is not installed or does not start.
pub fn shared() -> Result<&'static SharedMariaDb> {
    static SERVER: OnceLock<Result<SharedMariaDb, String>> = OnceLock::new();
    let server = SERVER.get_or_init(|| SharedMariaDb::attach().map_err(|e| format!("{e:#}")));
    server.as_ref().map_err(|e| anyhow!("{e}"))
}

/// Memory, when a gigabyte of it is free for files; else the folder of temporary files.
#[must_use]
pub fn fast_folder() -> PathBuf {
    const MEMORY: &str = "/dev/shm";
    let free = Command::new("df")
        .args(["--output=avail", "-BM", MEMORY])
        .stderr(Stdio::null())
        .output()
        .ok()
        .and_then(|out| {
            let text = String::from_utf8(out.stdout).ok()?;
            let number = text.lines().nth(1)?.trim().trim_end_matches('M');
            number.parse::<u64>().ok()
        });
    if free.is_some_and(|megabytes| megabytes >= 1024) {
        PathBuf::from(MEMORY)
    } else {
        std::env::temp_dir()
    }
}

impl SharedMariaDb {
    /// Finds the running server or starts one.
    fn attach() -> Result<Self> {
        let mut place = DefaultHasher::new();
        std::env::current_exe()?.parent().hash(&mut place);
        let folder = fast_folder().join(format!("oxipress-tests-{:x}", place.finish()));
        fs::create_dir_all(&folder)?;
        let lock = open(&folder.join("lock"))?;
        lock.lock()?;
        let users = open(&folder.join("users"))?;
        users.lock_shared()?;
        let port = match running(&folder) {
            Some(port) => port,
            None => start(&folder)?,
        };
        Ok(Self {
            port,
            folder,
            _users: users,
        })
    }

    /// Its port on 127.0.0.1; `root` has no password.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// An empty database.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn database(&'static self) -> Result<OwnDatabase> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // Letters only: tests replace the port in the address.
        let number = format!("{}x{count}", std::process::id());
        let letter = |c: char| c.to_digit(10).map_or('_', |d| char::from(b'a' + d as u8));
        let name: String = number.chars().map(letter).collect();
        let name = format!("oxipress_test_{name}");
        let sql = format!(
            "CREATE OR REPLACE DATABASE `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci"
        );
        self.run(&["-e", &sql], Stdio::null())?;
        Ok(OwnDatabase {
            url: format!("mysql://root@127.0.0.1:{}/{name}", self.port),
            name,
            server: self,
        })
    }

    /// A database with the rows of a dump, as `oxipress import` reads it: imported once, then copied.
    ///
    /// # Errors
    /// When the dump cannot be imported.
    pub fn database_of(&'static self, dump: &Path) -> Result<OwnDatabase> {
        let folder = self.folder.join("mariadb/templates");
        let template = folder.join(format!("{}.sql", template_key(dump)?));
        if !template.exists() {
            fs::create_dir_all(&folder)?;
            let lock = open(&folder.join("lock"))?;
            lock.lock()?;
            if !template.exists() {
                self.make_template(dump, &template)?;
            }
        }
        let own = self.database()?;
        self.run(&[&own.name], File::open(&template)?.into())?;
        Ok(own)
    }

    fn make_template(&'static self, dump: &Path, template: &Path) -> Result<()> {
        let made = self.database()?;
        import(dump, &made.url)?;
        let part = template.with_extension("part");
        let mut dumping = Command::new("mariadb-dump");
        dumping
            .args(["--no-defaults", "-h127.0.0.1", "-uroot", "--hex-blob"])
            .args(["--skip-add-locks", "--skip-disable-keys", "--skip-comments"])
            .arg(format!("-P{}", self.port))
            .arg(&made.name)
            .stdout(File::create(&part)?);
        ensure!(dumping.status()?.success(), "mariadb-dump failed");
        Ok(fs::rename(part, template)?)
    }

    fn run(&self, arguments: &[&str], input: Stdio) -> Result<()> {
        let status = Command::new("mariadb")
            .args(["--no-defaults", "-h127.0.0.1", "-uroot"])
            .args(["--default-character-set=utf8mb4"])
            .arg(format!("-P{}", self.port))
            .args(arguments)
            .stdin(input)
            .status()
            .context("mariadb")?;
        ensure!(status.success(), "mariadb {arguments:?} failed");
        Ok(())
    }
}

impl OwnDatabase {
    /// The port of its server.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.server.port
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for OwnDatabase {
    fn drop(&mut self) {
        let sql = format!(
            "SET lock_wait_timeout = 5; DROP DATABASE IF EXISTS `{}`",
            self.name
        );
        let _ = self.server.run(&["-e", &sql], Stdio::null());
    }
}

/// Imports a dump with the binary of this build.
///
/// # Errors
/// When there is no binary, or it does not import the dump.
pub fn import(dump: &Path, url: &str) -> Result<()> {
    let imported = Command::new(binary()?)
        .arg("import")
        .arg(dump)
        .args(["--to", url])
        .stdout(Stdio::null())
        .status()?;
    ensure!(
        imported.success(),
        "oxipress import {} --to {url} failed",
        dump.display()
    );
    Ok(())
}

/// Changes with the dump and with the binary that imports it.
///
/// # Errors
/// When one of the two cannot be read.
pub fn template_key(dump: &Path) -> Result<String> {
    let mut key = DefaultHasher::new();
    fs::read(dump)
        .with_context(|| dump.display().to_string())?
        .hash(&mut key);
    fs::metadata(binary()?)?.modified()?.hash(&mut key);
    Ok(format!("{:016x}", key.finish()))
}

fn open(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    options
        .open(path)
        .with_context(|| path.display().to_string())
}

fn running(folder: &Path) -> Option<u16> {
    let port = fs::read_to_string(folder.join("port")).ok()?.parse().ok()?;
    TcpStream::connect(("127.0.0.1", port)).ok()?;
    Some(port)
}

fn start(folder: &Path) -> Result<u16> {
    let data = folder.join("mariadb");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    mariadb::install(&data)?;
    let port = free_port()?;
    Command::new("sh")
        .args(["-c", OWNER, "sh"])
        .arg(folder)
        .args(mariadb::arguments(&data, port))
        // Nothing of it outlives the folder, so nothing of it has to reach the disk.
        .args(["--innodb-flush-method=nosync", "--skip-innodb-doublewrite"])
        .args(user())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    wait_for(port)?;
    fs::write(folder.join("port"), port.to_string())?;
    Ok(port)
}
