//! A site with its PHP server behind it (`--legacy-upstream`): what goes there and what stays, what comes of a write, and
//! what visitors see while it is away.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use compat::binds;
use serde_json::Value;
use tests_contract::client::{ClientResponse, get, get_with, send};
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data; boundary=XX";
const JSON: &str = "application/json";

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
    let form = part("x", "1") + &part("action", "acme_up") + "--XX--\r\n";
    let batch =
        r#"{"requests":[{"path":"/wp/v2/posts"},{"path":"/acme/v1/x?a=1","method":"PUT"}]}"#;
    let theirs = [
        ("GET", "/wp-admin/", "", ""),
        ("GET", "/wp-admin/load-scripts.php?c=1&load[]=a", "", ""),
        ("POST", "/wp-admin/post.php", FORM, "a=1"),
        ("GET", "/wp-admin/admin-ajax.php?action=acme", "", ""),
        ("POST", "/wp-admin/admin-ajax.php", FORM, "a=1&action=acme"),
        ("POST", "/wp-admin/admin-ajax.php", MULTIPART, &form),
        ("GET", "/wp-json/acme/v1/things?a=b", "", ""),
        ("OPTIONS", "/wp-json/acme/v1/things", "", ""),
        ("POST", "/wp-json/acme/v1/things", JSON, "{\"a\":1}"),
        ("PUT", "/wp-json/acme/v1/things/3", JSON, "{}"),
        ("DELETE", "/wp-json/acme/v1/things/3", "", ""),
        ("POST", "/?rest_route=/acme/v1/things", MULTIPART, &form),
        ("GET", "/wp-json/wp/v2/acme", "", ""),
        ("POST", "/wp-json/batch/v1", JSON, batch),
        ("GET", "/wp-json/", "", ""),
        ("POST", "/xmlrpc.php", "text/xml", "<methodCall/>"),
        ("GET", "/wp-content/plugins/acme/do.php?x=1", "", ""),
        ("GET", "/wp-content/plugins/acme/only-there.css", "", ""),
        ("GET", "/acme-page/", "", ""),
        ("GET", "/?preview=true&p=27", "", ""),
        ("POST", "/wp-cron.php?doing_wp_cron=1", "", ""),
    ];
    for (number, (method, path, kind, body)) in theirs.into_iter().enumerate() {
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
    let before = php.received_requests().len();
    let own = r#"{"requests":[{"path":"/wp/v2/posts"}]}"#;
    for (method, path, kind, body, status) in [
        ("GET", "/", "", "", 200),
        ("GET", "/paseo-por-las-carcavas/", "", "", 200),
        ("GET", "/wp-json/wp/v2", "", "", 403),
        ("OPTIONS", "/wp-json/wp/v2/posts", "", "", 200),
        ("POST", "/wp-json/batch/v1", JSON, own, 403),
        (
            "POST",
            "/wp-admin/admin-ajax.php",
            FORM,
            "action=moove_gdpr_get_scripts",
            200,
        ),
        ("POST", "/wp-admin/admin-ajax.php", FORM, "a=1", 400),
        ("GET", "/robots.txt", "", "", 200),
    ] {
        let response = ask(&server, method, path, kind, body.as_bytes());
        assert_eq!(response.status, status, "{method} {path} {}", response.body);
    }
    assert_eq!(
        php.received_requests().len(),
        before,
        "{:?}",
        php.received_requests().get(before..)
    );
    assert_eq!(
        server
            .metric("oxipress_upstream_total{result=\"answered\"}")
            .expect("metric"),
        21
    );
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

fn code(response: &ClientResponse) -> String {
    let body: Value = serde_json::from_str(&response.body).unwrap_or_default();
    body["code"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn while_php_is_away_what_is_native_goes_on() {
    let gone = TcpListener::bind("127.0.0.1:0")
        .expect("port")
        .local_addr()
        .expect("port");
    let silent = MockServer::start(|_: &Sent| MockResponse {
        is_silent: true,
        ..MockResponse::default()
    });
    let silent = silent.expect("mock");
    for (php, status) in [(format!("http://{gone}"), 502), (url_of(&silent), 504)] {
        let (server, _site) = before(&php, &[("OXIPRESS_ROUTES_TIMEOUT", "1")]);
        let html = [("Accept", "text/html,*/*")];
        let away = get_with(server.addr, "/wp-admin/", &html).expect("answer");
        assert_eq!(
            (away.status, away.header("retry-after")),
            (status, Some("10"))
        );
        assert!(
            away.body.contains("<h1>Not available now</h1>"),
            "{}",
            away.body
        );
        assert!(
            away.header("cache-control")
                .is_some_and(|v| v.contains("no-cache"))
        );
        let rest = get(server.addr, "/wp-json/acme/v1/x").expect("answer");
        assert_eq!(
            (rest.status, code(&rest).as_str()),
            (status, "legacy_upstream_away")
        );
        assert_eq!(rest.header("retry-after"), Some("10"));
        let action = get(server.addr, "/wp-admin/admin-ajax.php?action=acme").expect("answer");
        assert_eq!(action.status, status);
        // What is here as well is answered here.
        for (path, status) in [
            ("/", 200),
            ("/wp-json/", 200),
            ("/wp-json/wp/v2/posts", 200),
            ("/no-hay-nada/", 404),
            ("/feed/", 200),
        ] {
            assert_eq!(
                get(server.addr, path).expect("answer").status,
                status,
                "{path}"
            );
        }
    }
}

/// As many requests as are allowed wait for a server that says nothing; the others are told so, and pages go on.
#[test]
fn a_server_that_stalls_takes_no_place_from_pages() {
    let silent = MockServer::start(|_: &Sent| MockResponse {
        is_silent: true,
        ..MockResponse::default()
    });
    let silent = silent.expect("mock");
    let bounds = [
        ("OXIPRESS_ROUTES_MAX_REQUESTS", "2"),
        ("OXIPRESS_ROUTES_TIMEOUT", "5"),
    ];
    let (server, _site) = before(&url_of(&silent), &bounds);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| get(server.addr, "/wp-admin/").expect("answer").status))
            .collect();
        let start = Instant::now();
        assert_eq!(get(server.addr, "/").expect("page").status, 200);
        assert!(start.elapsed() < Duration::from_secs(2));
        asked
            .into_iter()
            .map(|one| one.join().expect("thread"))
            .collect()
    });
    let count = |status| statuses.iter().filter(|s| **s == status).count();
    assert_eq!((count(504), count(503)), (2, 4), "{statuses:?}");
}

#[test]
fn a_site_moves_page_by_page() {
    let php = php();
    let url = url_of(&php);
    let at = |server: &Oxipress, host: &str, path: &str| {
        let response = get_with(server.addr, path, &[("Host", host)]).expect("answer");
        response.body.starts_with("php GET")
    };
    let (server, _site) = before(
        &url,
        &[
            (
                "OXIPRESS_ROUTES_LEGACY",
                "/paseo-por-las-carcavas/,tienda.example",
            ),
            (
                "OXIPRESS_SITE_LEGACY_ROUTES",
                "!rest:acme/v1,rest:wp/v2/tags,ajax:moove_*,!/viejo*",
            ),
        ],
    );
    let own = "127.0.0.1:8081";
    for (host, path, is_php) in [
        (own, "/", false),
        (own, "/paseo-por-las-carcavas/", true),
        (own, "/paseo-por-las-carcavas", true),
        ("tienda.example", "/", true),
        (
            "TIENDA.example:8080",
            "/wp-content/themes/Divi/style.css",
            true,
        ),
        (own, "/wp-json/acme/v1/x", false),
        (own, "/wp-json/wp/v2/tags", true),
        (own, "/wp-json/wp/v2/categories", false),
        (
            own,
            "/wp-admin/admin-ajax.php?action=moove_gdpr_get_scripts",
            true,
        ),
        (own, "/viejo-no-hay/", false),
        (own, "/nuevo-no-hay/", true),
    ] {
        assert_eq!(at(&server, host, path), is_php, "{host}{path}");
        // Neither is kept in place of the other.
        assert_eq!(at(&server, host, path), is_php, "{host}{path}");
    }
    drop(server);
    let native = [(
        "OXIPRESS_ROUTES_NATIVE",
        "/aviso-legal/,rest:contact-form-7/v1,/wp-login.php",
    )];
    let (server, _site) = before(&url, &native);
    for (path, is_php) in [
        ("/", true),
        ("/aviso-legal/", false),
        ("/wp-login.php", false),
        ("/wp-json/wp/v2/posts", true),
        ("/wp-json/contact-form-7/v1/contact-forms/1/refill", false),
        ("/wp-content/themes/Divi/style.css", false),
        (
            "/wp-admin/admin-ajax.php?action=moove_gdpr_get_scripts",
            true,
        ),
        ("/robots.txt", true),
    ] {
        assert_eq!(at(&server, own, path), is_php, "{path}");
    }
    drop(server);
    let (server, _site) = before(&url, &[("OXIPRESS_ROUTES_NOT_FOUND", "here")]);
    assert!(!at(&server, own, "/nuevo-no-hay/"));
    for (name, value) in [
        ("OXIPRESS_ROUTES_LEGACY", "a b"),
        ("OXIPRESS_SITE_LEGACY_ROUTES", "rest:"),
    ] {
        let site = Site::recorded(Database::Sqlite).expect("site");
        assert!(
            Oxipress::serve(&site.url, &[], &[(name, value)]).is_err(),
            "{name}"
        );
    }
}
