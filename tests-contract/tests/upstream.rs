//! A site with its PHP server behind it (`--legacy-upstream`): what goes there and what stays, and what comes of a write.

mod away;
mod routes;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use compat::binds;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data; boundary=XX";
const JSON: &str = "application/json";

/// A form whose action PHP alone knows.
const FORM_BODY: &str = "--XX\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--XX\r\nContent-Disposition: form-data; name=\"action\"\r\n\r\nacme_up\r\n--XX--\r\n";
/// A batch with an entry that PHP alone knows.
const BATCH: &str =
    r#"{"requests":[{"path":"/wp/v2/posts"},{"path":"/acme/v1/x?a=1","method":"PUT"}]}"#;

/// Requests that nobody here answers: method, address, type, body.
const THEIRS: [(&str, &str, &str, &str); 21] = [
    ("GET", "/wp-admin/", "", ""),
    ("GET", "/wp-admin/load-scripts.php?c=1&load[]=a", "", ""),
    ("POST", "/wp-admin/post.php", FORM, "a=1"),
    ("GET", "/wp-admin/admin-ajax.php?action=acme", "", ""),
    ("POST", "/wp-admin/admin-ajax.php", FORM, "a=1&action=acme"),
    ("POST", "/wp-admin/admin-ajax.php", MULTIPART, FORM_BODY),
    ("GET", "/wp-json/acme/v1/things?a=b", "", ""),
    ("OPTIONS", "/wp-json/acme/v1/things", "", ""),
    ("POST", "/wp-json/acme/v1/things", JSON, "{\"a\":1}"),
    ("PUT", "/wp-json/acme/v1/things/3", JSON, "{}"),
    ("DELETE", "/wp-json/acme/v1/things/3", "", ""),
    ("POST", "/?rest_route=/acme/v1/things", MULTIPART, FORM_BODY),
    ("GET", "/wp-json/wp/v2/acme", "", ""),
    ("POST", "/wp-json/batch/v1", JSON, BATCH),
    ("GET", "/wp-json/", "", ""),
    ("POST", "/xmlrpc.php", "text/xml", "<methodCall/>"),
    ("GET", "/wp-content/plugins/acme/do.php?x=1", "", ""),
    ("GET", "/wp-content/plugins/acme/only-there.css", "", ""),
    ("GET", "/acme-page/", "", ""),
    ("GET", "/?preview=true&p=27", "", ""),
    ("POST", "/wp-cron.php?doing_wp_cron=1", "", ""),
];

/// A PHP server that says what it was asked.
fn php() -> MockServer {
    let answer = |sent: &Sent| MockResponse {
        status: 207,
        body: format!("php {} {}", sent.method, path_of(sent)),
        header: "X-Php: 1\r\nSet-Cookie: a=1; path=/\r\nSet-Cookie: b=2\r\n".to_owned(),
        is_silent: false,
    };
    MockServer::start(answer).expect("mock")
}

/// The path and query that were asked for.
fn path_of(sent: &Sent) -> &str {
    sent.url.strip_prefix("https:/").unwrap_or_default()
}

/// Our server on the recorded site with a PHP server behind it.
fn before(php: &str, environment: &[(&str, &str)]) -> (Oxipress, Site) {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let flags = ["--legacy-upstream", php];
    let server = Oxipress::serve_recorded_site(&site.url, &flags, environment).expect("server");
    (server, site)
}

/// A GET at the stored address of the site.
fn get(addr: SocketAddr, path: &str) -> Result<ClientResponse> {
    get_with(addr, path, &[])
}

fn url_of(php: &MockServer) -> String {
    format!("http://{}", php.addr)
}

fn ask(server: &Oxipress, method: &str, path: &str, kind: &str, body: &[u8]) -> ClientResponse {
    let mut headers = vec![
        ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
        ("Authorization".to_owned(), "Basic YTpi".to_owned()),
        (
            "Cookie".to_owned(),
            "wordpress_logged_in_x=y; z=1".to_owned(),
        ),
        ("X-WP-Nonce".to_owned(), "0123456789".to_owned()),
    ];
    if !kind.is_empty() {
        headers.push(("Content-Type".to_owned(), kind.to_owned()));
    }
    let request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers,
        body: body.to_vec(),
        source_address: None,
    };
    send(server.addr, &request).expect("answer")
}

fn part(name: &str, value: &str) -> String {
    format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
}

#[test]
fn what_nobody_here_answers_reaches_php_as_it_was_sent() {
    let php = php();
    let (server, _site) = before(&url_of(&php), &[]);
    for (number, (method, path, kind, body)) in THEIRS.into_iter().enumerate() {
        let response = ask(&server, method, path, kind, body.as_bytes());
        assert_eq!(
            response.body,
            format!("php {method} {path}"),
            "{method} {path}"
        );
        assert_eq!(
            (response.status, response.header("x-php")),
            (207, Some("1"))
        );
        let cookies = response
            .headers
            .iter()
            .filter(|(n, _)| n.eq_ignore_ascii_case("set-cookie"));
        assert_eq!(cookies.count(), 2, "{path}");
        let all = php.received_requests();
        assert_eq!(all.len(), number + 1, "{method} {path} was asked once");
        let sent = all.last().expect("request");
        assert_eq!(
            (sent.body.as_str(), sent.header("content-type")),
            (body, kind),
            "{path}"
        );
        for (name, value) in [
            ("authorization", "Basic YTpi"),
            ("cookie", "wordpress_logged_in_x=y; z=1"),
            ("x-wp-nonce", "0123456789"),
            ("host", "127.0.0.1:8081"),
        ] {
            assert_eq!(sent.header(name), value, "{path}");
        }
    }
    let answered = server.metric("oxipress_upstream_total{result=\"answered\"}");
    assert_eq!(answered.expect("metric"), 21);
}

#[test]
fn what_is_answered_here_does_not_reach_php() {
    let php = php();
    let (server, _site) = before(&url_of(&php), &[]);
    let own = r#"{"requests":[{"path":"/wp/v2/posts"}]}"#;
    for (method, path, kind, body, status) in [
        ("GET", "/", "", "", 200),
        ("GET", "/paseo-por-las-carcavas/", "", "", 200),
        ("GET", "/wp-json/wp/v2", "", "", 200),
        ("OPTIONS", "/wp-json/wp/v2/posts", "", "", 200),
        ("POST", "/wp-json/batch/v1", JSON, own, 207),
        (
            "POST",
            "/wp-admin/admin-ajax.php",
            FORM,
            "action=moove_gdpr_get_scripts",
            200,
        ),
        ("POST", "/wp-admin/admin-ajax.php", FORM, "a=1", 400),
        ("GET", "/robots.txt", "", "", 200),
        ("GET", "/wp-sitemap.xml", "", "", 200),
    ] {
        let request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: vec![("Content-Type".to_owned(), kind.to_owned())],
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        let response = send(server.addr, &request).expect("answer");
        assert_eq!(response.status, status, "{method} {path} {}", response.body);
    }
    assert_eq!(php.received_requests(), Vec::new());
}

#[test]
fn uploads_of_any_size_reach_php() {
    let php = php();
    let (server, _site) = before(&url_of(&php), &[]);
    // More than a form that is read here, and more than any body that is.
    for (path, action, length) in [
        ("/wp-admin/admin-ajax.php", "acme_import", 12 << 20),
        ("/wp-admin/async-upload.php", "upload-attachment", 65 << 20),
        ("/wp-json/acme/v1/import", "x", 65 << 20),
    ] {
        let file = "x".repeat(length);
        let body = part("action", action) + &part("file", &file) + "--XX--\r\n";
        let response = ask(&server, "POST", path, MULTIPART, body.as_bytes());
        assert_eq!(response.body, format!("php POST {path}"));
        let sent = php.received_requests().pop().expect("request");
        assert!(
            sent.body == body,
            "{path}: {} of {} bytes",
            sent.body.len(),
            body.len()
        );
    }
}

/// PHP writes while it answers: who reads after it has the new page, long before the next poll.
fn a_write_of_php_renews_pages(database: Database) {
    const RENAME: &str = "UPDATE {p}posts SET post_title = ? WHERE ID = 27";
    const PAGE: &str = "/paseo-por-las-carcavas/";
    let site = Arc::new(Site::recorded(database).expect("site"));
    let writer = Arc::clone(&site);
    let php = MockServer::start(move |sent: &Sent| {
        let title = path_of(sent)
            .rsplit('=')
            .next()
            .unwrap_or_default()
            .to_owned();
        if path_of(sent).contains("title=") {
            writer.execute(RENAME, binds![title]).expect("write");
        }
        (200, "{}".to_owned())
    });
    let php = php.expect("mock");
    let flags = ["--legacy-upstream", &url_of(&php)];
    let slow = [("OXIPRESS_DATABASE_POLL_INTERVAL_MS", "600000")];
    let server = Oxipress::serve_recorded_site(&site.url, &flags, &slow).expect("server");
    // The first poll is over once pages stay in the cache.
    let start = Instant::now();
    let hits = || {
        server
            .metric("oxipress_cache_total{result=\"hit\"}")
            .expect("metric")
    };
    while hits() == 0 {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the page is never kept"
        );
        get(server.addr, PAGE).expect("page");
    }
    for (number, (method, path)) in [
        ("POST", "/wp-json/acme/v1/rename"),
        ("PUT", "/wp-json/acme/v1/rename"),
        ("DELETE", "/wp-json/acme/v1/rename"),
        ("GET", "/wp-admin/edit.php"),
        ("POST", "/wp-admin/admin-ajax.php"),
        ("GET", "/wp-admin/admin-ajax.php"),
    ]
    .into_iter()
    .enumerate()
    {
        let (before, title) = (hits(), format!("Titulo{number}"));
        get(server.addr, PAGE).expect("page");
        get(server.addr, PAGE).expect("page");
        assert!(hits() > before, "the page was kept");
        let path = format!("{path}?action=acme&title={title}");
        assert_eq!(ask(&server, method, &path, "", b"").status, 200);
        let page = get(server.addr, PAGE).expect("page").body;
        assert!(page.contains(&title), "{database:?}: {method} {path}");
    }
}

#[test]
fn a_write_of_php_renews_pages_on_sqlite() {
    a_write_of_php_renews_pages(Database::Sqlite);
}

#[test]
fn a_write_of_php_renews_pages_on_mariadb() {
    a_write_of_php_renews_pages(Database::MariaDb);
}
