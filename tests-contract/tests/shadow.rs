//! Shadowing (`--shadow URL`): differences from another server are found and listed; a server that is dead, stalls or lies
//! changes nothing for visitors, and nothing that may write is ever repeated.

use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Value;
use tempfile::TempDir;
use tests_contract::client::{ClientResponse, get_with, head_with, send};
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;

const POST: &str = "/paseo-por-las-carcavas/";
const PAGE: &str = "/aviso-legal/";
const LIST: &str = "/wp-json/wp/v2/categories";

/// A GET at the stored address of the site.
fn get(addr: SocketAddr, path: &str) -> Result<ClientResponse> {
    get_with(addr, path, &[])
}

struct Stage {
    server: Oxipress,
    folder: TempDir,
    _site: Arc<Site>,
}

impl Stage {
    fn new(site: &Arc<Site>, url: &str, more: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().to_string_lossy().into_owned();
        let mut environment = vec![
            ("OXIPRESS_SHADOW_FOLDER", path.as_str()),
            ("OXIPRESS_SHADOW_PER_SECOND", "1000"),
        ];
        environment.extend(more);
        let flags = ["--shadow", url, "--shadow-rate", "1"];
        let server = Oxipress::serve_recorded_site(&site.url, &flags, &environment);
        Self {
            server: server.expect("server"),
            folder,
            _site: Arc::clone(site),
        }
    }

    fn count(&self, result: &str) -> u64 {
        let name = format!("oxipress_shadow_total{{result=\"{result}\"}}");
        self.server.metric(&name).expect("metric")
    }

    /// Waits until the results add up.
    fn wait(&self, results: &[&str], number: u64) {
        let start = Instant::now();
        while results.iter().map(|result| self.count(result)).sum::<u64>() < number {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "{results:?} never reach {number}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn report(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = Command::new(binary().expect("binary"))
            .args(["shadow", "report", "--folder"])
            .arg(self.folder.path())
            .args(arguments)
            .output()
            .expect("report");
        let text = String::from_utf8(output.stdout).expect("text");
        (text, output.status.code())
    }
}

fn site() -> Arc<Site> {
    Arc::new(Site::recorded(Database::Sqlite).expect("site"))
}

/// Another server with the same site, and changes; and the server that it asks.
fn changed(site: &Arc<Site>) -> (MockServer, Oxipress) {
    let other = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let addr = other.addr;
    let mock = MockServer::start(move |sent: &Sent| {
        let path = sent.url.strip_prefix("https:/").unwrap_or_default();
        let page = get(addr, path).expect("page");
        let kind = page.header("content-type").unwrap_or_default();
        MockResponse {
            status: page.status,
            header: format!("Content-Type: {kind}\r\n"),
            body: match path {
                POST => page
                    .body
                    .replacen("<body class=\"", "<body class=\"another ", 1),
                LIST => page.body.replacen("\"count\":", "\"count\":9", 1),
                _ => page.body,
            },
            is_silent: false,
        }
    });
    (mock.expect("mock"), other)
}

#[test]
fn differences_are_found_counted_and_listed() {
    let site = site();
    let (old, _other) = changed(&site);
    let stage = Stage::new(&site, &format!("http://{}", old.addr), &[]);
    let at = stage.server.addr;
    for path in [POST, LIST, PAGE, POST, PAGE] {
        assert_eq!(get(at, path).expect("page").status, 200);
    }
    // The same address is not compared again.
    stage.wait(&["same", "different"], 3);
    assert_eq!(stage.count("known"), 2);
    for path in [
        "/?add-to-cart=9",
        "/wp-login.php",
        "/wp-json/contact-form-7/v1",
        "/?unknown=1",
    ] {
        get(at, path).expect("page");
    }
    for cookie in ["wordpress_logged_in_a=b", "wp_x_session_1=1", "PHPSESSID=1"] {
        get_with(at, "/alrededores/", &[("Cookie", cookie)]).expect("page");
    }
    get_with(
        at,
        "/wp-json/wp/v2/tags",
        &[("Authorization", "Basic YTpi")],
    )
    .expect("page");
    let form = Request {
        method: "POST".to_owned(),
        path: PAGE.to_owned(),
        headers: vec![(
            "Content-Type".to_owned(),
            "application/x-www-form-urlencoded".to_owned(),
        )],
        body: b"a=1".to_vec(),
        source_address: None,
    };
    send(at, &form).expect("answer");
    head_with(at, "/contacto/", &[]).expect("page");
    stage.wait(&["same", "different", "failed"], 4);
    only_reading_requests_came(&old);
    let kind = |name: &str| {
        let name = format!("oxipress_shadow_differences_total{{cause=\"{name}\"}}");
        stage.server.metric(&name).expect("metric")
    };
    assert_eq!((kind("class"), kind("json_leaf")), (1, 1));
    is_reported(&stage);
}

/// Four requests were repeated, marked, and none that may write.
fn only_reading_requests_came(old: &MockServer) {
    std::thread::sleep(Duration::from_millis(300));
    let asked: Vec<_> = old
        .received_requests()
        .iter()
        .map(|s| (s.method.clone(), s.url.clone()))
        .collect();
    assert_eq!(asked.len(), 4, "{asked:?}");
    assert!(
        old.received_requests()
            .iter()
            .all(|sent| sent.header("x-oxipress-shadow") == "1")
    );
    assert!(
        old.received_requests()
            .iter()
            .all(|sent| matches!(sent.method.as_str(), "GET" | "HEAD"))
    );
}

/// What differs is in the report as JSON, text and page.
fn is_reported(stage: &Stage) {
    let start = Instant::now();
    let report = loop {
        let (text, _) = stage.report(&["--json"]);
        let report: Value = serde_json::from_str(&text).expect("json");
        if report["compared"] == 4 {
            break report;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{report}");
        std::thread::sleep(Duration::from_millis(100));
    };
    let causes = report["causes"].as_object().expect("causes");
    let of = |kind: &str| {
        causes
            .values()
            .find(|cause| cause["kind"] == kind)
            .expect("cause")
    };
    let class = of("class");
    assert!(
        class["examples"][0]["url"]
            .as_str()
            .expect("url")
            .ends_with(POST)
    );
    assert!(
        class["examples"][0]["want"].to_string().contains("another"),
        "{class}"
    );
    assert_eq!(of("JSON leaf")["count"], 1);
    let page = stage.folder.path().join("report.html");
    let (text, code) = stage.report(&["--html", &page.to_string_lossy()]);
    assert!(text.contains("class at") && code == Some(1), "{text}");
    let html = std::fs::read_to_string(page).expect("page");
    assert!(html.contains("<h1>") && html.contains("another"), "{html}");
}

fn closed_port() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("port");
    listener.local_addr().expect("port")
}

/// A server that takes requests and says nothing.
fn silent() -> MockServer {
    let answer = |_: &Sent| MockResponse {
        is_silent: true,
        ..MockResponse::default()
    };
    MockServer::start(answer).expect("mock")
}

/// A server whose answers are large and broken.
fn lying() -> MockServer {
    let answer = |_: &Sent| MockResponse {
        status: 200,
        body: "<div><p\0 <![CDATA[".repeat(400_000),
        header: "Content-Encoding: br\r\nLocation: http://[\r\nSet-Cookie: a=b\r\n".to_owned(),
        is_silent: false,
    };
    MockServer::start(answer).expect("mock")
}

/// Pages and how long they take while another server misbehaves: what visitors get is what they get without it.
#[test]
fn a_server_that_is_dead_stalls_or_lies_changes_nothing_for_visitors() {
    let site = site();
    let paths = [POST, PAGE, LIST, "/contacto/", "/no-hay-nada/", "/feed/"];
    let alone = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let wanted = paths.map(|path| get(alone.addr, path).expect("page"));
    let (gone, silent, lying) = (closed_port(), silent(), lying());
    let bounds = [
        ("OXIPRESS_SHADOW_TIMEOUT", "1"),
        ("OXIPRESS_SHADOW_QUEUE", "2"),
        ("OXIPRESS_SHADOW_AGAIN_AFTER", "0"),
    ];
    for (url, result) in [
        (format!("http://{gone}"), "failed"),
        (format!("http://{}", silent.addr), "timeout"),
        (format!("http://{}", lying.addr), "failed"),
    ] {
        let stage = Stage::new(&site, &url, &bounds);
        for round in 0..20 {
            for (path, want) in paths.iter().zip(&wanted) {
                let start = Instant::now();
                let page = get(stage.server.addr, path).expect("page");
                assert_eq!(
                    (page.status, &page.body),
                    (want.status, &want.body),
                    "{url} {path}"
                );
                assert!(
                    start.elapsed() < Duration::from_secs(5),
                    "{url} {path} in round {round}"
                );
            }
        }
        stage.wait(&[result], 2);
        let all = [
            "same",
            "different",
            "failed",
            "timeout",
            "queue_full",
            "memory_full",
        ];
        stage.wait(&all, 100);
        assert_eq!(stage.count("same") + stage.count("different"), 0, "{url}");
        if result == "timeout" {
            assert!(
                stage.count("queue_full") > 50,
                "what finds no place is left out"
            );
        }
    }
}
