//! `make bench`: what a page costs, as ratios to programs that do nothing else, all in one run.
//!
//! wrk drives Oxipress, nginx (`gzip_static`, the same bytes) and a bare hyper program in turn, several rounds each;
//! the table shows the medians. Nothing here passes or fails: figures are for people.

use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tests_contract::client::{self, Answer};
use tests_contract::mariadb::free_port;
use tests_contract::recording::Request;
use tests_contract::server::NOW;

/// Rounds of each program.
const ROUNDS: usize = 3;
/// Seconds of a round.
const SECONDS: u32 = 4;
/// Connections of a round.
const CONNECTIONS: u32 = 32;

/// The recorded site's own address: another port would be led there.
const HOST: &str = "127.0.0.1:8081";

/// Asks for a page of the site; anything but the page is an error, so that no redirect is measured.
fn get(addr: SocketAddr, path: &str) -> Result<Answer> {
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

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let binary = sibling("oxipress")?;
    let database = import(&binary, dir.path(), "demo.sqlite")?;
    let mut table: Vec<[String; 3]> = Vec::new();
    throughput(&binary, &database, dir.path(), &mut table)?;
    single_requests(&binary, &database, &mut table)?;
    memory(
        &binary,
        &database,
        "memory after 10,000 requests over 200 pages",
        "<= 60 MB",
        &mut table,
    )?;
    let large = many_posts(&binary, dir.path())?;
    memory(
        &binary,
        &large,
        "the same with a site of 10,000 posts",
        "<= 100 MB",
        &mut table,
    )?;
    println!("\n| what | measured | wanted |\n|---|---|---|");
    for [what, measured, wanted] in table {
        println!("| {what} | {measured} | {wanted} |");
    }
    Ok(())
}

fn sibling(name: &str) -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let path = here.parent().context("target folder")?.join(name);
    if !path.exists() {
        bail!("{} is missing; `make bench` builds it", path.display());
    }
    Ok(path)
}

fn import(binary: &Path, dir: &Path, name: &str) -> Result<String> {
    let url = format!("sqlite:{}", dir.join(name).display());
    let dump = tests_contract::fixtures().join("casas-cueva/site.sql");
    let status = Command::new(binary)
        .arg("import")
        .arg(dump)
        .args(["--to", &url, "--quiet"])
        .status()?;
    if !status.success() {
        bail!("import failed");
    }
    Ok(url)
}

fn serve(binary: &Path, database: &str, is_cached: bool) -> Result<(Running, SocketAddr)> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let site = tests_contract::fixtures().join("casas-cueva");
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
        .arg(site.join("wp-root"))
        .arg("--config")
        .arg(site.join("oxipress.toml"))
        .env("OXIPRESS_NOW", NOW)
        .env("OXIPRESS_LOG", "error")
        .env(
            "OXIPRESS_CACHE_ENABLED",
            if is_cached { "true" } else { "false" },
        )
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

fn throughput(
    binary: &Path,
    database: &str,
    dir: &Path,
    table: &mut Vec<[String; 3]>,
) -> Result<()> {
    let (_oxipress, oxipress) = serve(binary, database, true)?;
    let (path, packed, size) = largest_page(oxipress)?;
    let (_nginx, nginx) = nginx(dir, &packed)?;
    let body = dir.join("body.gz");
    std::fs::write(&body, &packed)?;
    let bare_addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let bare = sibling("examples/bare")?;
    let _bare = Running(
        Command::new(bare)
            .arg(bare_addr.to_string())
            .arg(&body)
            .stdout(Stdio::null())
            .spawn()?,
    );
    wait(bare_addr)?;
    let (mut ours, mut theirs, mut least) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(wrk(&format!("http://{oxipress}{path}"))?);
        theirs.push(wrk(&format!("http://{nginx}/page.html"))?);
        least.push(wrk(&format!("http://{bare_addr}/"))?);
    }
    let (ours, theirs, least) = (median(ours), median(theirs), median(least));
    println!(
        "{path}: {size} bytes, {} packed; requests/s: oxipress {ours:.0}, nginx {theirs:.0}, bare hyper {least:.0}",
        packed.len()
    );
    table.push([
        "cached page against nginx gzip_static".into(),
        format!("{:.2}", ours / theirs),
        ">= 1.0".into(),
    ]);
    table.push([
        "cached page against a bare hyper program".into(),
        format!("{:.2}", ours / least),
        ">= 0.85".into(),
    ]);
    Ok(())
}

/// The recorded site's page with the most bytes, as it is sent with gzip.
fn largest_page(addr: SocketAddr) -> Result<(String, Vec<u8>, usize)> {
    let mut best = (String::new(), 0);
    for path in [
        "/",
        "/noticias/",
        "/contacto/",
        "/paseo-por-las-carcavas/",
        "/modulos/texto/",
        "/tienda/",
    ] {
        let size = get(addr, path)?.bytes.len();
        if size > best.1 {
            best = (path.to_owned(), size);
        }
    }
    let mut stream = TcpStream::connect(addr)?;
    write!(
        stream,
        "GET {} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n",
        best.0
    )?;
    let mut answer = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut answer)?;
    let at = answer
        .windows(4)
        .position(|w| w == b"\r\n\r\n")
        .context("no head")?;
    Ok((best.0, answer.split_off(at + 4), best.1))
}

fn nginx(dir: &Path, packed: &[u8]) -> Result<(Running, SocketAddr)> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let root = dir.join("nginx");
    std::fs::create_dir_all(&root)?;
    std::fs::write(root.join("page.html.gz"), packed)?;
    std::fs::write(root.join("page.html"), b"")?;
    let config = format!(
        "daemon off; worker_processes 2; pid {0}/pid; error_log {0}/error.log;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; types {{ text/html html; }}\n\
         client_body_temp_path {0}/b; proxy_temp_path {0}/p; fastcgi_temp_path {0}/f; uwsgi_temp_path {0}/u; scgi_temp_path {0}/s;\n\
         server {{ listen {addr}; root {0}; gzip_static on; keepalive_requests 1000000; }} }}\n",
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
fn wrk(url: &str) -> Result<f64> {
    let out = Command::new("wrk")
        .args([
            "-t1",
            &format!("-c{CONNECTIONS}"),
            &format!("-d{SECONDS}s"),
            "-H",
            "Accept-Encoding: gzip",
            "-H",
            &format!("Host: {HOST}"),
            url,
        ])
        .output()
        .context("wrk")?;
    let text = String::from_utf8_lossy(&out.stdout);
    let line = text
        .lines()
        .find(|l| l.contains("Requests/sec"))
        .with_context(|| text.to_string())?;
    line.split_whitespace()
        .last()
        .context("figure")?
        .parse()
        .context("figure")
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

fn single_requests(binary: &Path, database: &str, table: &mut Vec<[String; 3]>) -> Result<()> {
    let mut first = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let (_running, addr) = serve(binary, database, true)?;
        get(addr, "/aviso-legal/")?;
        first.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    table.push([
        "first page after start".into(),
        format!("{:.0} ms", median(first)),
        "<= 100 ms".into(),
    ]);
    let (_running, addr) = serve(binary, database, false)?;
    for path in [
        "/paseo-por-las-carcavas/",
        "/noticias/",
        "/aviso-legal/",
        "/?s=la",
    ] {
        let mut times = Vec::new();
        for _ in 0..300 {
            let start = Instant::now();
            get(addr, path)?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        table.push([
            format!("uncached {path} on SQLite, median"),
            format!("{:.2} ms", median(times)),
            "<= 3 ms".into(),
        ]);
    }
    Ok(())
}

fn memory(
    binary: &Path,
    database: &str,
    what: &str,
    wanted: &str,
    table: &mut Vec<[String; 3]>,
) -> Result<()> {
    let (running, addr) = serve(binary, database, true)?;
    let pages = [
        "/",
        "/noticias/",
        "/aviso-legal/",
        "/paseo-por-las-carcavas/",
    ];
    for i in 0..10_000usize {
        let page = pages.get(i % pages.len()).copied().unwrap_or("/");
        let path = format!("{page}?v={}", i / pages.len() % 50);
        let headers = vec![("Host".to_owned(), HOST.to_owned())];
        client::send(
            addr,
            &Request {
                method: "GET".into(),
                path,
                headers,
                body: Vec::new(),
                source_address: None,
            },
        )?;
    }
    table.push([
        what.to_owned(),
        format!("{:.0} MB", resident(running.0.id())?),
        wanted.to_owned(),
    ]);
    Ok(())
}

/// Megabytes that a process holds in memory.
fn resident(process: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status
        .lines()
        .find(|l| l.starts_with("VmRSS"))
        .context("VmRSS")?;
    let kilobytes: f64 = line.split_whitespace().nth(1).context("figure")?.parse()?;
    Ok(kilobytes / 1024.0)
}

/// A site with 10,000 posts: the demo's dump with more rows.
fn many_posts(binary: &Path, dir: &Path) -> Result<String> {
    let dump = std::fs::read_to_string(tests_contract::fixtures().join("casas-cueva/site.sql"))?;
    let path = dir.join("large.sql");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
    file.write_all(dump.as_bytes())?;
    for i in 0..10_000u32 {
        let (id, month, day) = (100_000 + i, 1 + i % 12, 1 + i % 28);
        writeln!(
            file,
            "INSERT INTO `wp_posts` (`ID`,`post_author`,`post_date`,`post_date_gmt`,`post_content`,`post_title`,`post_excerpt`,\
             `post_status`,`post_name`,`to_ping`,`pinged`,`post_modified`,`post_modified_gmt`,`post_content_filtered`,`post_type`) \
             VALUES ({id},1,'2020-{month:02}-{day:02} 10:00:00','2020-{month:02}-{day:02} 09:00:00','{}','Apunte {i}','','publish',\
             'apunte-{i}','','','2020-01-01 10:00:00','2020-01-01 09:00:00','','post');",
            "<p>Un apunte de la libreta de la loma, escrito despacio.</p>".repeat(20)
        )?;
    }
    file.flush()?;
    let url = format!("sqlite:{}", dir.join("large.sqlite").display());
    let status = Command::new(binary)
        .arg("import")
        .arg(&path)
        .args(["--to", &url, "--quiet"])
        .status()?;
    if !status.success() {
        bail!("import of the large site failed");
    }
    Ok(url)
}
