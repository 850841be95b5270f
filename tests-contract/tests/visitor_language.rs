//! The language of a visitor: the site's own address, the cookies of both plugins, front pages under their own names, and
//! empty languages in switchers; on both databases.
//!
//! Contract "wordpress-core", section 19.

use compat::binds;
use compat::wordpress::php::{maybe_unserialize, serialize};
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const HOST: &str = "127.0.0.1:8081";
const HOME: &str = "http://127.0.0.1:8081";

struct Stage {
    server: Oxipress,
    site: Site,
}

impl Stage {
    /// A small site whose stored option has these values besides.
    fn new(database: Database, dump: &str, option: &'static str, more: &[(&str, i64)]) -> Self {
        const GET: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
        const SET: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
        let site = Site::of_cases(database, &["languages.sql", dump]).expect("site");
        let rows: Vec<(Vec<u8>,)> = site.load(GET, binds![option]).expect("option");
        let stored = maybe_unserialize(&rows.first().expect("option").0);
        let changed = more
            .iter()
            .fold(stored, |all, (key, value)| all.with(*key, *value));
        site.execute(SET, binds![serialize(&changed), option])
            .expect("option");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { server, site }
    }

    fn polylang(database: Database, more: &[(&str, i64)]) -> Self {
        Self::new(database, "polylang.sql", "polylang", more)
    }

    fn wpml(database: Database, more: &[(&str, i64)]) -> Self {
        Self::new(database, "wpml.sql", "icl_sitepress_settings", more)
    }

    fn ask(&self, path: &str, headers: &[(&str, &str)]) -> ClientResponse {
        let host = ("Host", HOST);
        let has_host = headers.iter().any(|(name, _)| *name == "Host");
        let all: Vec<(&str, &str)> = headers
            .iter()
            .copied()
            .chain((!has_host).then_some(host))
            .collect();
        get_with(self.server.addr, path, &all).expect("answer")
    }

    /// Where a request leads; the status where it is no redirect.
    fn leads(&self, path: &str, headers: &[(&str, &str)]) -> String {
        let answer = self.ask(path, headers);
        let location = answer.header("location").map(str::to_owned);
        location.unwrap_or_else(|| answer.status.to_string())
    }
}

fn cookie(answer: &ClientResponse) -> Option<&str> {
    let is_ours = |line: &&str| line.starts_with("pll_language=");
    let lines = answer
        .headers
        .iter()
        .filter(|(name, _)| name == "set-cookie");
    lines.map(|(_, value)| value.as_str()).find(is_ours)
}

/// All values of a header.
fn all(answer: &ClientResponse, name: &str) -> String {
    let values = answer.headers.iter().filter(|(n, _)| n == name);
    let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
    values.join(", ")
}

/// The browser's languages choose at the site's own address, unless a cookie does, or the visitor is there already.
fn browsers_choose(database: Database) {
    let stage = Stage::polylang(database, &[("browser", 1)]);
    let english = ("Accept-Language", "en-US,en;q=0.9,es;q=0.5");
    let en = format!("{HOME}/en/");
    let inside = format!("{HOME}/en/hello/");
    let table: &[(&[(&str, &str)], &str)] = &[
        (&[english], &en),
        (&[("Accept-Language", "ar")], &format!("{HOME}/ar/")),
        (&[("Accept-Language", "es-MX,en;q=0.1")], "200"),
        (&[("Accept-Language", "fr")], "200"),
        (&[], "200"),
        (&[english, ("Cookie", "pll_language=es")], "200"),
        (
            &[english, ("Cookie", "a=b; pll_language=ar")],
            &format!("{HOME}/ar/"),
        ),
        // A cookie with an unknown language counts as set.
        (&[english, ("Cookie", "pll_language=xx")], "200"),
        // A link of the site to its own address means the site's own language.
        (&[english, ("Referer", &inside)], "200"),
        (&[english, ("Referer", "http://search.example/")], &en),
        (&[english, ("Referer", &format!("{HOME}/"))], &en),
    ];
    // Twice: what one visitor got does not stay for another one.
    for _ in 0..2 {
        for (headers, wanted) in table {
            assert_eq!(stage.leads("/", headers), *wanted, "{headers:?}");
        }
    }
    let answer = stage.ask("/", &[english]);
    assert_eq!(answer.status, 302);
    assert_eq!(answer.header("x-redirect-by"), Some("Polylang"));
    assert_eq!(all(&answer, "vary"), "Accept-Language, Cookie, Referer");
    assert!(cookie(&answer).is_some_and(|line| line.starts_with("pll_language=en; ")));
    let own = stage.ask("/", &[]);
    assert!(own.body.contains("Portada de la loma"));
    let vary = all(&own, "vary");
    for name in ["Accept-Language", "Cookie", "Referer"] {
        assert!(vary.contains(name), "{vary}");
    }
    // Elsewhere the address decides.
    assert_eq!(stage.leads("/contacto/", &[english]), "200");
    assert_eq!(stage.leads("/?x=1", &[english]), "200");
    let vary = all(&stage.ask("/contacto/", &[english]), "vary");
    assert!(!vary.contains("Accept-Language"), "{vary}");
    // A language without a post is none that a browser can ask for.
    const NO_ARABIC: &str = "UPDATE {p}term_taxonomy SET count = 0 WHERE term_taxonomy_id = 108";
    stage.site.execute(NO_ARABIC, binds![]).expect("count");
    let server = Oxipress::serve_recorded_site(&stage.site.url, &[], &[]).expect("server");
    let headers = [("Host", HOST), ("Accept-Language", "ar")];
    assert_eq!(
        get_with(server.addr, "/", &headers).expect("home").status,
        200
    );
    // Switchers leave it out.
    let page = get_with(server.addr, "/hola/", &[("Host", HOST)]).expect("page");
    assert!(page.body.contains("lang-item-en"), "{}", page.body);
    assert!(!page.body.contains("lang-item-ar"), "{}", page.body);
}

/// Where every language has a directory the cookie counts also when the browser is not asked.
fn cookies_choose(database: Database) {
    let stage = Stage::polylang(database, &[("hide_default", 0)]);
    let english = ("Accept-Language", "en");
    let es = format!("{HOME}/es/");
    assert_eq!(stage.leads("/", &[english]), es);
    assert_eq!(
        stage.leads("/", &[("Cookie", "pll_language=en")]),
        format!("{HOME}/en/")
    );
    let inside = ("Referer", "http://127.0.0.1:8081/en/hello/");
    let cookie = ("Cookie", "pll_language=en");
    assert_eq!(stage.leads("/", &[cookie, inside]), format!("{HOME}/en/"));
}

/// Each page sets the cookie of its language for a year; who has it does not get it again, kept page or not.
fn pages_set_the_cookie(database: Database) {
    let stage = Stage::polylang(database, &[]);
    for (path, code) in [
        ("/contacto/", "es"),
        ("/en/contacto/", "en"),
        ("/en/feed/", "en"),
    ] {
        for _ in 0..2 {
            let answer = stage.ask(path, &[]);
            let line = cookie(&answer).unwrap_or_default();
            let (value, rest) = line.split_once("; expires=").expect("a date");
            let (date, rest) = rest.split_once(';').expect("its end");
            assert_eq!(value, format!("pll_language={code}"));
            assert!(date.ends_with(" GMT"), "{line}");
            assert_eq!(rest, " Max-Age=31536000; path=/; SameSite=Lax");
            let known = format!("x=y; pll_language={code}");
            assert_eq!(cookie(&stage.ask(path, &[("Cookie", &known)])), None);
            let other = stage.ask(path, &[("Cookie", "pll_language=ar")]);
            assert!(cookie(&other).is_some(), "{path}");
        }
    }
    // Redirects set it, too; what is not found and the API do not.
    assert!(cookie(&stage.ask("/en/contacto", &[])).is_some());
    for path in ["/en/no-existe/", "/wp-json/", "/wp-login.php"] {
        assert_eq!(cookie(&stage.ask(path, &[])), None, "{path}");
    }
    // On hosts that are subdomains they share it; on hosts of their own none is set.
    let below = Stage::polylang(database, &[("force_lang", 2)]);
    let answer = below.ask("/contacto/", &[("Host", "en.127.0.0.1:8081")]);
    let line = cookie(&answer).unwrap_or_default();
    assert!(line.starts_with("pll_language=en; "), "{line}");
    assert!(
        line.ends_with("; path=/; domain=127.0.0.1; SameSite=Lax"),
        "{line}"
    );
    let hosts = Stage::polylang(database, &[("force_lang", 3), ("browser", 1)]);
    let answer = hosts.ask("/", &[("Accept-Language", "en")]);
    assert_eq!((answer.status, cookie(&answer)), (200, None));
}

/// Without `redirect_lang` the front page of a language stands under the page's own name.
fn front_pages_with_names(database: Database) {
    let stage = Stage::polylang(database, &[("redirect_lang", 0)]);
    assert_eq!(stage.leads("/", &[]), "200");
    assert_eq!(stage.leads("/en/", &[]), format!("{HOME}/en/home/"));
    assert_eq!(stage.leads("/en/home/", &[]), "200");
    assert_eq!(stage.leads("/inicio/", &[]), format!("{HOME}/"));
    let page = stage.ask("/en/home/", &[]).body;
    for text in [
        "Front page of the hill".to_owned(),
        format!("<link rel=\"canonical\" href=\"{HOME}/en/home/\" />"),
        format!("href=\"{HOME}/\" hreflang=\"es\""),
        format!("href=\"{HOME}/en/home/\" hreflang=\"en\""),
        format!("hreflang=\"ar\" href=\"{HOME}/ar/raisiya/\">"),
    ] {
        assert!(page.contains(&text), "{text}\n{page}");
    }
    // Under its code alone, where the site says so.
    let stage = Stage::polylang(database, &[("redirect_lang", 1)]);
    assert_eq!(stage.leads("/en/", &[]), "200");
    assert_eq!(stage.leads("/en/home/", &[]), format!("{HOME}/en/"));
    // Every language under its page's name; the site's own address leads there.
    let stage = Stage::polylang(database, &[("redirect_lang", 0), ("hide_default", 0)]);
    assert_eq!(stage.leads("/", &[]), format!("{HOME}/es/inicio/"));
    assert_eq!(stage.leads("/es/inicio/", &[]), "200");
    // Where the content says the language.
    let stage = Stage::polylang(database, &[("redirect_lang", 0), ("force_lang", 0)]);
    assert_eq!(stage.leads("/en/", &[]), format!("{HOME}/home/"));
    assert_eq!(stage.leads("/home/", &[]), "200");
    assert_eq!(stage.leads("/", &[]), "200");
}

/// WPML leaves both to scripts, where the site wants them.
fn scripts_of_wpml(database: Database) {
    let plain = Stage::wpml(database, &[]).ask("/en/contacto/", &[]).body;
    assert!(!plain.contains("wpml_cookies") && !plain.contains("wpml_browser_redirect"));
    let more = [("store_frontend_cookie", 1), ("automatic_redirect", 1)];
    let stage = Stage::wpml(database, &more);
    let page = stage.ask("/en/contacto/", &[]).body;
    let cookies = r#"var wpml_cookies = {"wp-wpml_current_language":{"value":"en","expires":1,"path":"\/"}};"#;
    assert!(page.contains(cookies), "{page}");
    let home = HOME.replace('/', "\\/");
    let redirect = format!(
        "var wpml_browser_redirect_params = {{\"pageLanguage\":\"en\",\"languageUrls\":{{\
         \"es_es\":\"{home}\\/contacto\\/\",\"es\":\"{home}\\/contacto\\/\""
    );
    assert!(page.contains(&redirect), "{page}");
    let cookie = r#""cookie":{"name":"_icl_visitor_lang_js","domain":"127.0.0.1:8081","path":"\/","expiration":24}"#;
    assert!(page.contains(cookie), "{page}");
    // Only where there is a translation, or to the front page as well.
    let alone = stage.ask("/solo/", &[]).body;
    let urls = |page: &str| {
        let rest = page.split_once("\"languageUrls\":{").expect("urls").1;
        rest.split('}').next().unwrap_or_default().to_owned()
    };
    assert!(!urls(&alone).contains("\"en\""), "{}", urls(&alone));
    let always = Stage::wpml(database, &[("automatic_redirect", 2)]);
    let alone = always.ask("/solo/", &[]).body;
    assert!(
        urls(&alone).contains(&format!("\"en\":\"{home}\\/en\\/\"")),
        "{}",
        urls(&alone)
    );
    // The page itself is never another one: the address decides.
    assert_eq!(always.leads("/", &[("Accept-Language", "en")]), "200");
}

fn every(database: Database) {
    browsers_choose(database);
    cookies_choose(database);
    pages_set_the_cookie(database);
    front_pages_with_names(database);
    scripts_of_wpml(database);
}

#[test]
fn visitors_on_sqlite() {
    every(Database::Sqlite);
}

#[test]
fn visitors_on_mariadb() {
    every(Database::MariaDb);
}
