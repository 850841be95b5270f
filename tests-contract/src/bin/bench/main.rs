//! `make bench`: what a page costs, as ratios to programs that do nothing else, all in one run.
//!
//! wrk drives Oxipress, nginx (`gzip_static`) and a bare hyper program in turn; all three send the same bytes, head and
//! body. Each round compares neighbours in time, so that a busy moment of the machine hits all; the table shows the median
//! of the rounds. Nothing here passes or fails: figures are for people.

mod feedback;
mod posts;
mod split_test;

use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use posts::{LONG_PAGE, insert_post, long_page, many_posts};
use tests_contract::builder_page;
use tests_contract::client::{self, Answer};
use tests_contract::mariadb::free_port;
use tests_contract::recording::Request;
use tests_contract::server::NOW;

/// Rounds of each program.
const ROUNDS: usize = 9;
/// Seconds of a round.
const SECONDS: u32 = 2;
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
    let mut table: Vec<[String; 3]> = Vec::new();
    // `bench pages`, `bench builder` and so on measure only these.
    let only = std::env::args().nth(1);
    let is_wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    if is_wanted("pages") {
        pages(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("consent") {
        consent_scripts(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("builder") {
        builder_pages(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("feedback") {
        feedback::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("split_test") {
        split_test::measure(&binary, dir.path(), &mut table)?;
    }
    println!("\n| what | measured | wanted |\n|---|---|---|");
    for [what, measured, wanted] in table {
        println!("| {what} | {measured} | {wanted} |");
    }
    Ok(())
}

fn pages(binary: &Path, dir: &Path, table: &mut Vec<[String; 3]>) -> Result<()> {
    let database = import(binary, dir, "demo.sqlite", "")?;
    throughput(binary, dir, table)?;
    single_requests(binary, &database, table)?;
    memory(
        binary,
        &database,
        "memory after 10,000 requests over 200 pages",
        "<= 60 MB",
        table,
    )?;
    let large = import(binary, dir, "large.sqlite", &many_posts())?;
    memory(
        binary,
        &large,
        "the same with a site of 10,000 posts",
        "<= 100 MB",
        table,
    )
}

fn sibling(name: &str) -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let path = here.parent().context("target folder")?.join(name);
    if !path.exists() {
        bail!("{} is missing; `make bench` builds it", path.display());
    }
    Ok(path)
}

/// The demo site's database, with some statements more.
fn import(binary: &Path, dir: &Path, name: &str, more: &str) -> Result<String> {
    let url = format!("sqlite:{}", dir.join(name).display());
    let dump = dir.join(name).with_extension("sql");
    let demo = std::fs::read_to_string(tests_contract::fixtures().join("casas-cueva/site.sql"))?;
    std::fs::write(&dump, demo + more)?;
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
    let is_cached = if is_cached { "true" } else { "false" };
    serve_with(binary, database, &[("OXIPRESS_CACHE_ENABLED", is_cached)])
}

/// The recorded site with variables of its own.
fn serve_with(
    binary: &Path,
    database: &str,
    environment: &[(&str, &str)],
) -> Result<(Running, SocketAddr)> {
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

fn throughput(binary: &Path, dir: &Path, table: &mut Vec<[String; 3]>) -> Result<()> {
    let database = import(binary, dir, "long.sqlite", &long_page())?;
    let (_oxipress, oxipress) = serve(binary, &database, true)?;
    let size = get(oxipress, LONG_PAGE)?.bytes.len();
    let (head, packed) = packed_page(oxipress, LONG_PAGE)?;
    let (_nginx, nginx) = nginx(dir, &head, &packed)?;
    let (_bare, bare) = bare(dir, &head, &packed)?;
    let (mut rates, mut to_nginx, mut to_bare) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let ours = wrk(&format!("http://{oxipress}{LONG_PAGE}"))?;
        to_nginx.push(ours / wrk(&format!("http://{nginx}/page.html"))?);
        to_bare.push(ours / wrk(&format!("http://{bare}/"))?);
        rates.push(ours);
    }
    println!(
        "{LONG_PAGE}: {size} bytes, {} packed; {:.0} requests/s",
        packed.len(),
        median(rates)
    );
    for (what, ratios, wanted) in [
        ("cached page against nginx gzip_static", to_nginx, ">= 1.0"),
        (
            "cached page against a bare hyper program",
            to_bare,
            ">= 0.85",
        ),
    ] {
        table.push([what.into(), format!("{:.2}", median(ratios)), wanted.into()]);
    }
    Ok(())
}

/// Lines of a head that a server does not write by itself.
type Head = Vec<(String, String)>;

/// A page as it is sent with gzip: its head and its body.
fn packed_page(addr: SocketAddr, path: &str) -> Result<(Head, Vec<u8>)> {
    let mut stream = TcpStream::connect(addr)?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut answer)?;
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
fn bare(dir: &Path, head: &Head, packed: &[u8]) -> Result<(Running, SocketAddr)> {
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

fn nginx(dir: &Path, head: &Head, packed: &[u8]) -> Result<(Running, SocketAddr)> {
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
fn wrk(url: &str) -> Result<f64> {
    wrk_with(&[], url)
}

fn wrk_with(arguments: &[&str], url: &str) -> Result<f64> {
    let out = Command::new("wrk")
        .args(arguments)
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

/// Answers to `moove_gdpr_get_scripts` for a visitor who accepted everything.
fn consent_scripts(binary: &Path, dir: &Path, table: &mut Vec<[String; 3]>) -> Result<()> {
    const FORM: &str = "action=moove_gdpr_get_scripts&strict=1&thirdparty=1&advanced=1&performance=1&preference=1&wp_lang=";
    let script = dir.join("consent.lua");
    let lua = format!(
        "wrk.method = \"POST\"\nwrk.body = \"{FORM}\"\n\
         wrk.headers[\"Content-Type\"] = \"application/x-www-form-urlencoded; charset=UTF-8\"\n"
    );
    std::fs::write(&script, lua)?;
    let database = import(binary, dir, "consent.sqlite", "")?;
    let (_running, addr) = serve(binary, &database, true)?;
    let request = Request {
        method: "POST".into(),
        path: "/wp-admin/admin-ajax.php".into(),
        headers: vec![
            ("Host".into(), HOST.into()),
            (
                "Content-Type".into(),
                "application/x-www-form-urlencoded".into(),
            ),
        ],
        body: FORM.as_bytes().to_vec(),
        source_address: None,
    };
    let answer = client::send(addr, &request)?;
    if !answer.body.contains("<script data-gdpr") {
        bail!("no scripts for consent: {} {}", answer.status, answer.body);
    }
    let url = format!("http://{addr}/wp-admin/admin-ajax.php");
    let script = script.display().to_string();
    let rates: Result<Vec<f64>> = (0..5).map(|_| wrk_with(&["-s", &script], &url)).collect();
    table.push([
        "moove_gdpr_get_scripts, 32 connections".into(),
        format!("{:.0} requests/s", median(rates?)),
        ">= 10,000".into(),
    ]);
    Ok(())
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

/// What drawing a builder page costs, by its number of modules.
fn builder_pages(binary: &Path, dir: &Path, table: &mut Vec<[String; 3]>) -> Result<()> {
    let sizes: [(u32, usize); 3] = [(99_001, 50), (99_002, 400), (99_003, 3_000)];
    let slug = |modules: usize| format!("modulos-{modules}");
    let statements: String = sizes
        .iter()
        .map(|(id, modules)| {
            let content = builder_page::content(*modules);
            let post = insert_post(*id, "2020-01-01", &content, &slug(*modules));
            format!(
                "{post}INSERT INTO `wp_postmeta` (`post_id`,`meta_key`,`meta_value`) \
                 VALUES ({id},'_et_pb_use_builder','on');\n"
            )
        })
        .collect();
    let database = import(binary, dir, "builder.sqlite", &statements)?;
    let (_running, addr) = serve(binary, &database, false)?;
    for (_, modules) in sizes {
        let path = format!("/{}/", slug(modules));
        let rounds = (120_000 / modules).clamp(20, 300);
        let mut times = Vec::new();
        for _ in 0..rounds {
            let start = Instant::now();
            get(addr, &path)?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        let wanted = match modules {
            400 => "<= 5 ms",
            _ => "linear",
        };
        table.push([
            format!("uncached builder page of {modules} modules on SQLite, median"),
            format!("{:.2} ms", median(times)),
            wanted.into(),
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
