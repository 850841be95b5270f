//! What visitors see while the PHP server is away.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::Value;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::mock_server::{MockResponse, MockServer, Sent};

use super::{before, get, url_of};

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
