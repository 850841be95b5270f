//! A cache in front of the site: what it may keep, and that it is told of changes until it confirms.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use compat::binds;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::mock_server::{MockServer, Sent};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::{Visit, until};

const POST: &str = "/paseo-por-las-carcavas/";
const TITLE: &str = "UPDATE {p}posts SET post_title = ? WHERE ID = 27";

fn header(answer: &ClientResponse, name: &str) -> String {
    answer.header(name).unwrap_or_default().to_owned()
}

/// A cache that refuses the first calls.
fn cache(refusals: usize) -> MockServer {
    let seen = Arc::new(AtomicUsize::new(0));
    let answer = move |_: &Sent| {
        let status = if seen.fetch_add(1, Ordering::SeqCst) < refusals {
            503
        } else {
            200
        };
        (status, "{\"success\":true}".to_owned())
    };
    MockServer::start(answer).expect("cache")
}

fn serve(site: &Site, mode: &str, cache: &MockServer) -> Oxipress {
    let url = format!("http://{}", cache.addr);
    let environment = [
        ("OXIPRESS_CDN_MODE", mode),
        ("OXIPRESS_CDN_URLS", url.as_str()),
        ("OXIPRESS_CDN_SERVICE", "abc"),
        ("OXIPRESS_CDN_TOKEN", "s3cr3t"),
    ];
    Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server")
}

/// The keys of a call: those in a header, or in a JSON body.
fn keys(sent: &Sent) -> Vec<String> {
    let body: serde_json::Value = serde_json::from_str(&sent.body).unwrap_or_default();
    let tags = body["tags"].as_array().cloned().unwrap_or_default();
    let listed = format!("{} {}", sent.header("xkey"), sent.header("surrogate-key"));
    let words = listed.split_whitespace().map(str::to_owned);
    words
        .chain(
            tags.iter()
                .filter_map(|tag| tag.as_str().map(str::to_owned)),
        )
        .collect()
}

fn is_everything(sent: &Sent) -> bool {
    sent.url.ends_with("/purge_all")
        || sent.body.contains("purge_everything")
        || keys(sent) == ["site"]
}

fn a_change_is_told(mode: &str, key_header: &str) {
    let (site, cache) = (Site::recorded(Database::MariaDb).expect("site"), cache(2));
    let server = serve(&site, mode, &cache);
    // What was kept before the start may be of any time; two refusals come before.
    until(|| (cache.received_requests().len() >= 3).then_some(()));
    // What the server itself wrote at its start is told after them.
    let first = cache.received_requests();
    assert!(first.iter().take(3).all(is_everything));
    let page = get_with(server.addr, POST, &[]).expect("page");
    let shown: Vec<String> = header(&page, key_header)
        .split([' ', ','])
        .map(str::to_owned)
        .collect();
    assert!(
        shown.contains(&"p27".to_owned()) && shown.contains(&"site".to_owned()),
        "{shown:?}"
    );
    let control = header(&page, "cache-control");
    assert!(control.contains("s-maxage=3600"), "{control}");
    assert!(header(&page, "vary").contains("Cookie"));
    site.execute(TITLE, binds!["Camino de otro"])
        .expect("change");
    let told = until(|| {
        let sent = cache.received_requests().into_iter();
        sent.skip(3)
            .find(|sent| keys(sent).contains(&"p27".to_owned()))
    });
    assert!(!is_everything(&told));
    let [(path, secret)] = match mode {
        "varnish" => [("/", "")],
        "fastly" => [("/service/abc/purge", "s3cr3t")],
        _ => [("/zones/abc/purge_cache", "Bearer s3cr3t")],
    };
    assert!(told.url.ends_with(path), "{}", told.url);
    assert_eq!(
        [told.header("fastly-key"), told.header("authorization")].concat(),
        secret
    );
    let left = || {
        let rows: Vec<(i64,)> = site
            .load("SELECT COUNT(*) FROM {p}oxipress_purges", binds![])
            .expect("rows");
        rows[0].0
    };
    until(|| (left() == 0).then_some(()));
}

#[test]
fn varnish_is_told_of_changes() {
    a_change_is_told("varnish", "xkey");
}

#[test]
fn fastly_is_told_of_changes() {
    a_change_is_told("fastly", "surrogate-key");
}

#[test]
fn cloudflare_is_told_of_changes() {
    a_change_is_told("cloudflare", "cache-tag");
}

#[test]
fn only_answers_for_anybody_may_be_kept() {
    let (site, cache) = (Site::recorded(Database::Sqlite).expect("site"), cache(0));
    let server = serve(&site, "headers", &cache);
    let may_keep = |path: &str, cookies: &str| {
        let headers = [("Cookie", cookies)];
        let headers = if cookies.is_empty() {
            &[][..]
        } else {
            &headers[..]
        };
        let page = get_with(server.addr, path, headers).expect("page");
        header(&page, "cache-control").contains("s-maxage")
    };
    assert!(may_keep(POST, ""));
    assert!(may_keep("/wp-json/wp/v2/posts", "") || !may_keep("/wp-json/wp/v2/users/me", ""));
    let visit = Visit::sign_in(server.addr).expect("login");
    for path in [POST, "/", "/wp-json/wp/v2/posts"] {
        assert!(!may_keep(path, &visit.cookies), "{path}");
    }
    for path in ["/carrito/", "/wp-login.php", "/wp-admin/admin-ajax.php"] {
        assert!(!may_keep(path, ""), "{path}");
    }
    std::thread::sleep(Duration::from_secs(1));
    assert!(cache.received_requests().is_empty(), "nobody is called");
}
