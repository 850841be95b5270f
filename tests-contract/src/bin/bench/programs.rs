//! The programs that are measured, each on a free port: Oxipress, nginx, a bare hyper program; and wrk, which drives them.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use tests_contract::client::{self, ClientResponse};
use tests_contract::mariadb::free_port;
use tests_contract::recording::Request;
use tests_contract::server::NOW;

/// Seconds of a round.
const SECONDS: u32 = 2;
/// Connections of a round.
pub const CONNECTIONS: u32 = 32;

/// The recorded site's own address: another port would be led there.
pub const HOST: &str = "127.0.0.1:8081";

/// Asks for a page of the site; anything but the page is an error, so that no redirect is measured.
pub fn get(addr: SocketAddr, path: &str) -> Result<ClientResponse> {
    let headers = vec![("Host".to_owned(), HOST.to_owned())];
    let request = Request {
        method: "GET".into(),
        path: path.into(),
        headers,
        body: Vec::new(),
        source_address: None,
    };
    let answer = client::send(addr, &request)?;
    if answer.status != 200 {
        bail!("{path} answers {}", answer.status);
    }
    Ok(answer)
}

/// The milliseconds from the beginning of a connection to the last byte of a page. What is read is looked at no further
/// than its status, so that the reader's own work is not measured.
pub fn milliseconds(addr: SocketAddr, path: &str) -> Result<f64> {
    let mut buffer = vec![1; 1 << 18];
    let start = Instant::now();
    let mut stream = TcpStream::connect(addr)?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n"
    )?;
    let first = stream.read(&mut buffer)?;
    let is_page = buffer
        .get(..first)
        .is_some_and(|head| head.starts_with(b"HTTP/1.1 200 "));
    if !is_page {
        bail!("{path} is no page");
    }
    while stream.read(&mut buffer)? > 0 {}
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

/// A program that ends with the value.
pub struct Running(Child);

impl Running {
    /// Its number for the system.
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Asked to end, nginx ends its workers too; killed, it would leave them.
        let _ = Command::new("kill").arg(self.id().to_string()).status();
        let asked = Instant::now();
        while matches!(self.0.try_wait(), Ok(None)) && asked.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Seconds of processor that a process has used (`utime` and `stime`, proc(5)).
pub fn seconds_of(process: u32) -> Result<f64> {
    /// Linux tells all programs hundredths of seconds.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in parentheses, may have blanks.
    let (_, fields) = text.rsplit_once(')').context("stat")?;
    let times = fields.split_whitespace().skip(11).take(2);
    let times: Result<Vec<f64>> = times.map(|text| Ok(text.parse()?)).collect();
    Ok(times?.iter().sum::<f64>() / TICKS)
}

/// A program beside this one.
pub fn sibling(name: &str) -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let path = here.parent().context("target folder")?.join(name);
    if !path.exists() {
        bail!("{} is missing; `make bench` builds it", path.display());
    }
    Ok(path)
}

/// The demo site's database, with some statements more.
pub fn import(binary: &Path, dir: &Path, name: &str, more: &str) -> Result<String> {
    let url = format!("sqlite:{}", dir.join(name).display());
    import_dump(binary, &dump(dir, name, more)?, &url)?;
    Ok(url)
}

/// A file with the demo site's rows and some statements more.
pub fn dump(dir: &Path, name: &str, more: &str) -> Result<PathBuf> {
    let dump = dir.join(name).with_extension("sql");
    let demo = std::fs::read_to_string(tests_contract::fixtures().join("casas-cueva/site.sql"))?;
    std::fs::write(&dump, demo + "\n" + more)?;
    Ok(dump)
}

/// The demo site's rows in a database that is there.
pub fn import_into(binary: &Path, url: &str) -> Result<()> {
    let dump = tests_contract::fixtures().join("casas-cueva/site.sql");
    import_dump(binary, &dump, url)
}

/// The rows of a file in a database.
pub fn import_dump(binary: &Path, dump: &Path, url: &str) -> Result<()> {
    let status = Command::new(binary)
        .arg("import")
        .arg(dump)
        .args(["--to", url, "--quiet"])
        .status()?;
    if !status.success() {
        bail!("import into {url} failed");
    }
    Ok(())
}

/// The numbers that queries find.
pub fn counts<const N: usize>(database: &str, queries: [&'static str; N]) -> Result<[u64; N]> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let address = DatabaseUrl::parse(database)?;
        let db = Db::connect(&address, TablePrefix::new("wp_")?, PoolOptions::default()).await?;
        let mut numbers = [0; N];
        for (number, sql) in numbers.iter_mut().zip(queries) {
            let rows: Vec<(i64,)> = db.load(sql, Vec::new()).await?;
            *number = u64::try_from(rows.first().context("count")?.0)?;
        }
        Ok(numbers)
    })
}

/// The recorded site, with or without its cache of pages.
pub fn serve(binary: &Path, database: &str, is_cached: bool) -> Result<(Running, SocketAddr)> {
    let is_cached = if is_cached { "true" } else { "false" };
    serve_with(binary, database, &[("OXIPRESS_CACHE_ENABLED", is_cached)])
}

/// The recorded site with variables of its own.
pub fn serve_with(
    binary: &Path,
    database: &str,
    environment: &[(&str, &str)],
) -> Result<(Running, SocketAddr)> {
    serve_at(binary, database, None, environment)
}

/// Likewise, as a site on the owner's own machine, where application passwords need no TLS; with a copy of its folder
/// when files are written.
pub fn serve_owner(
    binary: &Path,
    database: &str,
    root: Option<&Path>,
    environment: &[(&str, &str)],
) -> Result<(Running, SocketAddr)> {
    let local = [("WP_ENVIRONMENT_TYPE", "local")];
    serve_at(binary, database, root, &[&local, environment].concat())
}

fn serve_at(
    binary: &Path,
    database: &str,
    root: Option<&Path>,
    environment: &[(&str, &str)],
) -> Result<(Running, SocketAddr)> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let site = tests_contract::recorded_site::recorded_site();
    let root = root.map_or_else(|| site.join("wp-root"), Path::to_owned);
    let child = Command::new(binary)
        .args([
            "serve",
            "--frontend",
            "legacy",
            "--database",
            database,
            "--listen",
            &addr.to_string(),
        ])
        .arg("--wp-root")
        .arg(root)
        .arg("--config")
        .arg(site.join("oxipress.toml"))
        .env("OXIPRESS_NOW", NOW)
        .env("OXIPRESS_LOG", "error")
        .envs(environment.iter().copied())
        .stdout(Stdio::null())
        .spawn()?;
    let running = Running(child);
    wait(addr)?;
    Ok((running, addr))
}

fn wait(addr: SocketAddr) -> Result<()> {
    let start = Instant::now();
    while TcpStream::connect(addr).is_err() {
        if start.elapsed() > Duration::from_secs(20) {
            bail!("nobody answers on {addr}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// Lines of a head that a server does not write by itself.
pub type Head = Vec<(String, String)>;

/// A page as it is sent with gzip: its head and its body.
pub fn packed_page(addr: SocketAddr, path: &str) -> Result<(Head, Vec<u8>)> {
    let mut stream = TcpStream::connect(addr)?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let at = answer
        .windows(4)
        .position(|w| w == b"\r\n\r\n")
        .context("no head")?;
    let body = answer.split_off(at + 4);
    let text = String::from_utf8(answer)?;
    let lines = text.lines().skip(1).filter_map(|l| l.split_once(": "));
    let own = ["content-length", "date", "connection"];
    let head = lines
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .filter(|(name, _)| !own.contains(&name.as_str()))
        .collect();
    Ok((head, body))
}

/// The bare program, sending these bytes.
pub fn bare(dir: &Path, head: &Head, packed: &[u8]) -> Result<(Running, SocketAddr)> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let (head_file, body_file) = (dir.join("head.txt"), dir.join("body.gz"));
    let lines: Vec<String> = head.iter().map(|(n, v)| format!("{n}: {v}")).collect();
    std::fs::write(&head_file, lines.join("\n"))?;
    std::fs::write(&body_file, packed)?;
    let child = Command::new(sibling("examples/bare")?)
        .arg(addr.to_string())
        .args([head_file, body_file])
        .stdout(Stdio::null())
        .spawn()?;
    let running = Running(child);
    wait(addr)?;
    Ok((running, addr))
}

/// nginx, with these bytes as files.
pub fn nginx(dir: &Path, head: &Head, packed: &[u8]) -> Result<(Running, SocketAddr)> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let root = dir.join("nginx");
    std::fs::create_dir_all(&root)?;
    std::fs::write(root.join("page.html.gz"), packed)?;
    std::fs::write(root.join("page.html"), b"")?;
    // The rest nginx says in its own words: type, encoding, tag.
    let added: String = head
        .iter()
        .filter(|(name, _)| matches!(name.as_str(), "link" | "vary"))
        .map(|(name, value)| format!("add_header {name} '{value}'; "))
        .collect();
    let config = format!(
        "daemon off; worker_processes 2; pid {0}/pid; error_log {0}/error.log;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; types {{ text/html html; }}\n\
         client_body_temp_path {0}/b; proxy_temp_path {0}/p; fastcgi_temp_path {0}/f; uwsgi_temp_path {0}/u; scgi_temp_path {0}/s;\n\
         server {{ listen {addr}; root {0}; gzip_static on; keepalive_requests 1000000; {added}}} }}\n",
        root.display()
    );
    let file = root.join("nginx.conf");
    std::fs::write(&file, config)?;
    let child = Command::new("nginx")
        .arg("-c")
        .arg(&file)
        .arg("-p")
        .arg(&root)
        .stderr(Stdio::null())
        .spawn()?;
    let running = Running(child);
    wait(addr)?;
    Ok((running, addr))
}

/// Requests a second.
pub fn wrk(url: &str) -> Result<f64> {
    wrk_with(&[], url)
}

/// Likewise, with arguments of wrk's own.
pub fn wrk_with(arguments: &[&str], url: &str) -> Result<f64> {
    let text = wrk_text(arguments, url)?;
    let line = text
        .lines()
        .find(|l| l.contains("Requests/sec"))
        .with_context(|| text.clone())?;
    line.split_whitespace()
        .last()
        .context("figure")?
        .parse()
        .context("figure")
}

/// What wrk prints.
pub fn wrk_text(arguments: &[&str], url: &str) -> Result<String> {
    let out = Command::new("wrk")
        .args([
            "-t1",
            &format!("-c{CONNECTIONS}"),
            &format!("-d{SECONDS}s"),
            "-H",
            "Accept-Encoding: gzip",
            "-H",
            &format!("Host: {HOST}"),
        ])
        .args(arguments)
        .arg(url)
        .output()
        .context("wrk")?;
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}
