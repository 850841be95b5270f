//! `oxipress record` and `oxipress replay` through the binary: what is recorded of a server is found again at the same one,
//! and each change is named.

mod har;
mod hostile;
mod visit;

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use compat::binds;
use serde_json::Value;
use tests_contract::client::get_with;
use tests_contract::mariadb::free_port;
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;

/// The address of the recorded site.
const HOST: &str = "127.0.0.1:8081";

fn oxipress(arguments: &[&str]) -> Output {
    let mut command = Command::new(binary().expect("binary"));
    command.args(arguments).output().expect("oxipress")
}

fn text(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

/// A replay: its exit status and what it printed; `--json` goes to a file of the folder and is read.
fn replay(folder: &Path, against: SocketAddr, more: &[&str]) -> (i32, String, Value) {
    let report = folder.with_extension("report.json");
    let (url, json) = (format!("http://{against}"), report.to_string_lossy());
    let folder = folder.to_string_lossy();
    let mut arguments = vec!["replay", &folder, "--against", &url, "--json", &json];
    arguments.extend(more);
    let output = oxipress(&arguments);
    let found = fs::read_to_string(&report).unwrap_or_default();
    let found = serde_json::from_str(&found).unwrap_or_default();
    (output.status.code().unwrap_or(-1), text(&output), found)
}

/// The kinds of the differences of a report.
fn kinds(report: &Value) -> Vec<&str> {
    let causes = report["causes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut kinds: Vec<_> = causes.iter().filter_map(|c| c["kind"].as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The recorded site without the pages that are drawn by lot: a quiz and a split test.
fn site() -> Site {
    let site = Site::recorded(Database::Sqlite).expect("site");
    const DRAFT: &str = "UPDATE {p}posts SET post_status = 'draft' \
         WHERE post_name LIKE 'prueba-ab%' OR post_name = 'formulario-completo'";
    site.execute(DRAFT, binds![]).expect("posts");
    site
}

/// A running server with a site of its own.
struct Fresh {
    addr: SocketAddr,
    _server: Oxipress,
    _site: Site,
}

fn fresh() -> Fresh {
    let site = site();
    let server = serve(&site);
    Fresh {
        addr: server.addr,
        _server: server,
        _site: site,
    }
}

fn serve(site: &Site) -> Oxipress {
    Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server")
}

/// Crawls a site; the summary that was printed.
fn crawl(server: SocketAddr, folder: &Path, pages: &str) -> String {
    let (url, folder) = (format!("http://{server}/"), folder.to_string_lossy());
    let output = oxipress(&[
        "record",
        "--upstream",
        &url,
        "--host",
        HOST,
        "--crawl",
        "--pause",
        "0",
        "--pages",
        pages,
        "--out",
        &folder,
    ]);
    assert!(output.status.success(), "{}", text(&output));
    text(&output)
}

/// A recording proxy, which is told to stop.
struct Proxy {
    process: Child,
    addr: SocketAddr,
}

impl Proxy {
    fn start(upstream: SocketAddr, folder: &Path, more: &[&str]) -> Self {
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port().expect("port")));
        let mut process = Command::new(binary().expect("binary"))
            .args(["record", "--upstream", &format!("http://{upstream}")])
            .args(["--listen", &addr.to_string(), "--keep-host", "--out"])
            .arg(folder)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("oxipress");
        let start = Instant::now();
        while TcpStream::connect(addr).is_err() {
            assert!(process.try_wait().expect("process").is_none());
            assert!(start.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { process, addr }
    }

    /// Stops it; what it told of the recordings.
    fn stop(self) -> String {
        let pid = self.process.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.expect("kill").success());
        let output = self.process.wait_with_output().expect("process");
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    }
}

fn recordings_in(folder: &Path) -> usize {
    let files = fs::read_dir(folder).expect("folder").flatten();
    files
        .filter(|file| file.path().extension().is_some_and(|e| e == "json"))
        .count()
}

/// A crawl goes on where it was stopped; its replay against the same server finds nothing, against a changed one each
/// change, and accepted differences are none.
#[test]
fn a_crawled_site_is_found_again_and_changes_are_named() {
    let site = site();
    let old = serve(&site);
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    let first = crawl(old.addr, &folder, "30");
    assert!(first.contains("30 pages asked for"), "{first}");
    assert_eq!(recordings_in(&folder), 30);
    let rest = crawl(old.addr, &folder, "400");
    assert!(rest.contains(", 0 left"), "{rest}");
    let all = recordings_in(&folder);
    assert!(all > 150, "{rest}");
    // Personal data is on no disk; the site's own telephone number is somebody's.
    for file in fs::read_dir(&folder).expect("folder").flatten() {
        let text = fs::read_to_string(file.path()).expect("file");
        assert!(
            !text.contains("958000123") && !text.contains("958 000 123"),
            "{:?}",
            file.path()
        );
    }
    let (status, said, report) = replay(&folder, old.addr, &[]);
    assert_eq!(
        (status, &report["different"]),
        (0, &Value::from(0)),
        "{said}"
    );
    assert_eq!(report["exchanges"], all);

    for sql in [
        "UPDATE {p}posts SET post_status = 'draft' WHERE post_name = 'aviso-legal'",
        "UPDATE {p}posts SET post_title = 'Otro paseo' WHERE post_name = 'paseo-por-las-carcavas'",
        "UPDATE {p}options SET option_value = 'de_DE' WHERE option_name = 'WPLANG'",
    ] {
        site.execute(sql, binds![]).expect("change");
    }
    let new = serve(&site);
    let page = base.path().join("report.html").display().to_string();
    let (status, said, report) = replay(&folder, new.addr, &["--report", &page]);
    assert_eq!(status, 3, "{said}");
    let found = kinds(&report);
    for kind in ["missing page", "text"] {
        assert!(found.contains(&kind), "{kind}: {found:?}");
    }
    assert!(
        said.contains("missing page: ") && said.contains("/aviso-legal/"),
        "{said}"
    );
    assert!(said.contains("Otro paseo"), "{said}");
    let html = fs::read_to_string(&page).expect("page");
    assert!(html.contains("<h1>") && html.contains("Otro paseo") && !html.contains("<script"));
    the_list_of_accepted_differences_shrinks(&folder, &report, (new.addr, old.addr));
}

fn the_list_of_accepted_differences_shrinks(
    folder: &Path,
    report: &Value,
    (new, old): (SocketAddr, SocketAddr),
) {
    let file = folder.with_extension("expected.json");
    let expected = file.display().to_string();
    fs::write(&file, report["differences"].to_string()).expect("file");
    let (status, said, report) = replay(folder, new, &["--expected", &expected]);
    assert_eq!(
        (status, &report["different"]),
        (0, &Value::from(0)),
        "{said}"
    );
    // The PHP server again, whose pages are no longer as they were: PHP and we share a database.
    site_is_as_it_was(folder, old, &expected);
}

/// A list that names what does not occur is an error, until it is taken out.
fn site_is_as_it_was(folder: &Path, server: SocketAddr, expected: &str) {
    let mut list: Value =
        serde_json::from_str(&fs::read_to_string(expected).expect("list")).expect("JSON");
    list["recorded/9999-never"] = serde_json::json!(["text at nowhere: wanted a, got b"]);
    fs::write(expected, list.to_string()).expect("file");
    let (status, said, _) = replay(folder, server, &["--expected", expected]);
    assert_eq!(status, 3, "{said}");
    assert!(
        said.contains("recorded/9999-never: accepted, but does not occur any more"),
        "{said}"
    );
    let (status, said, _) = replay(folder, server, &["--expected", expected, "--shrink"]);
    assert_eq!(status, 0, "{said}");
    assert!(
        !fs::read_to_string(expected)
            .expect("list")
            .contains("9999-never")
    );
}

/// A server whose pages say a text, and a number that is another one each time.
fn numbered(text: &'static str) -> MockServer {
    let count = AtomicUsize::new(0);
    MockServer::start(move |_: &Sent| MockResponse {
        status: 200,
        body: format!(
            "<html><body><h1>{text}</h1><p class=\"drawn\">{}</p><p>stays</p></body></html>",
            count.fetch_add(7, Ordering::Relaxed)
        ),
        header: "Content-Type: text/html\r\n".to_owned(),
        is_silent: false,
    })
    .expect("mock")
}

/// What the PHP server itself answers differently each time is named, and is no difference.
#[test]
fn a_baseline_tells_what_changes_by_itself() {
    let (old, new, same) = (numbered("Casa"), numbered("House"), numbered("Casa"));
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    let proxy = Proxy::start(old.addr, &folder, &[]);
    for path in ["/", "/b/"] {
        assert_eq!(get_with(proxy.addr, path, &[]).expect("page").status, 200);
    }
    let said = proxy.stop();
    assert!(said.contains("2 exchanges recorded"), "{said}");
    let baseline = format!("http://{}", old.addr);
    let (status, said, report) = replay(&folder, same.addr, &["--baseline", &baseline]);
    assert_eq!(
        (status, &report["different"]),
        (0, &Value::from(0)),
        "{said}"
    );
    assert_eq!(report["volatile"][0]["exchanges"], 2, "{report}");
    assert!(
        report["volatile"][0]["place"]
            .as_str()
            .expect("place")
            .contains("p.drawn")
    );
    let (status, said, report) = replay(&folder, new.addr, &["--baseline", &baseline]);
    assert_eq!((status, kinds(&report)), (3, vec!["text"]), "{said}");
    assert_eq!(report["causes"][0]["exchanges"], 2, "{report}");
    assert_eq!(report["causes"][0]["examples"][0]["got"], "House");
}

/// Pages that differ are shown as both servers have them, with the pixels that differ, where Chromium is installed.
#[test]
fn pictures_of_pages_are_in_the_report() {
    let (old, new) = (numbered("Casa"), numbered("House"));
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    let proxy = Proxy::start(old.addr, &folder, &[]);
    get_with(proxy.addr, "/", &[]).expect("page");
    proxy.stop();
    let page = base.path().join("report.html").display().to_string();
    let baseline = format!("http://{}", old.addr);
    let more = ["--baseline", &baseline, "--report", &page, "--screenshots"];
    let (status, said, _) = replay(&folder, new.addr, &more);
    if said.contains("no Chromium for --screenshots") {
        eprintln!("NOT TESTED: no Chromium is installed (apt-get install chromium-headless-shell)");
        return;
    }
    assert_eq!(status, 3, "{said}");
    let html = fs::read_to_string(&page).expect("page");
    assert_eq!(html.matches("src=\"data:image/png;base64,").count(), 3);
    assert!(html.contains("% of the pixels differ") && !html.contains("0.00 % of"));
}

/// Nobody there, an empty folder, wrong arguments.
#[test]
fn what_cannot_be_replayed_is_an_error() {
    let base = tempfile::tempdir().expect("folder");
    let (status, said, _) = replay(base.path(), ([127, 0, 0, 1], 9).into(), &[]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("no recording in"), "{said}");
    let file = r#"{"name":"a","area":"b","request":{"method":"GET","path":"/","headers":[]},"response":{"status":200,"headers":[],"body":""}}"#;
    fs::write(base.path().join("a.json"), file).expect("file");
    let (status, said, _) = replay(base.path(), ([127, 0, 0, 1], 9).into(), &[]);
    assert_eq!(status, 1, "{said}");
    assert!(
        said.contains("no answer at all: no connection to 127.0.0.1:9"),
        "{said}"
    );
    assert_eq!(oxipress(&["replay"]).status.code(), Some(2));
    let no_target = oxipress(&[
        "replay",
        &base.path().to_string_lossy(),
        "--against",
        "ftp://a",
    ]);
    assert_eq!(no_target.status.code(), Some(1));
}
