//! The column `moove_gdpr`: recordings and the contract's case table on both databases.
//!
//! Contract "cookie-consent", sections 2 to 6 and 13. Cases 35 to 47 run in a browser; 23 to 25, 29 to 32 and 39 are
//! also tables beside the code.

mod paid_part;

use compat::binds;
use compat::wordpress::db::tag::Tag;
use serde_json::Value;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::recording::{Request, load};
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::{expected, fixtures};

const AJAX: &str = "/wp-admin/admin-ajax.php";
const PAGE: &str = "/cookies/";
const FUNCTIONALITY: &str = "moove_gdpr_strictly_necessary_cookies_functionality";

/// The recorded site with its database in reach.
struct Stage {
    site: Site,
    server: Oxipress,
}

impl Stage {
    fn new(database: Database) -> Self {
        Self::with_settings(database, &[])
    }

    /// A site whose settings differ from the recorded ones.
    fn with_settings(database: Database, rows: &[(&'static str, &'static str)]) -> Self {
        let site = Site::recorded(database).expect("site");
        for (key, value) in rows {
            set(&site, key, value);
        }
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { site, server }
    }

    fn page(&self, path: &str, cookie: &str) -> String {
        let cookies = [("Cookie", cookie)];
        let headers: &[(&str, &str)] = if cookie.is_empty() { &[] } else { &cookies };
        get_with(self.server.addr, path, headers)
            .expect("page")
            .body
    }

    fn ajax(&self, body: &str, cookie: &str) -> ClientResponse {
        let mut headers = vec![("Content-Type", "application/x-www-form-urlencoded")];
        if !cookie.is_empty() {
            headers.push(("Cookie", cookie));
        }
        let request = Request {
            method: "POST".into(),
            path: AJAX.into(),
            headers: headers
                .iter()
                .map(|(k, v)| ((*k).into(), (*v).into()))
                .collect(),
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        send(self.server.addr, &request).expect("answer")
    }

    fn scripts(&self, flags: &str) -> ClientResponse {
        self.ajax(&format!("action=moove_gdpr_get_scripts&{flags}"), "")
    }

    fn option(&self, name: &'static str) -> Option<String> {
        const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
        let rows: Vec<(String,)> = self.site.load(SQL, binds![name]).expect("option");
        rows.into_iter().next().map(|(value,)| value)
    }
}

/// Stores a setting as the plugin does.
fn set(site: &Site, key: &'static str, value: &'static str) {
    const DROP: &str = "DELETE FROM {p}gdpr_cc_options WHERE option_key = ?";
    const ADD: &str =
        "INSERT INTO {p}gdpr_cc_options (option_key, option_value, site_id) VALUES (?, ?, 1)";
    site.execute(DROP, binds![key]).expect("setting");
    site.execute(ADD, binds![key, value]).expect("setting");
}

fn set_cookies(answer: &ClientResponse) -> Vec<&str> {
    let headers = answer.headers.iter();
    let lines = headers.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    lines.map(|(_, value)| value.as_str()).collect()
}

/// The object that the page's script reads.
fn object(page: &str) -> Value {
    let after = page
        .split_once("var moove_frontend_gdpr_scripts = ")
        .expect("the global")
        .1;
    let text = after.split_once(";\n").expect("its end").0;
    serde_json::from_str(text).expect("JSON")
}

/// The variables behind the script.
fn variable<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("var gdpr_consent__{name} = \"");
    let after = page.split_once(&start).expect("the variable").1;
    after.split_once('"').expect("its end").0
}

fn recordings(database: Database) {
    let server = Oxipress::start_recorded_site(database).expect("server");
    let dir = fixtures().join("recordings/moove-gdpr/moove");
    let found = replay(server.addr, &load(&dir).expect("recordings")).expect("replay");
    expected::check("moove-gdpr", &found).expect("no other differences");
}

/// The `Set-Cookie` lines of the recordings, to the letter and in their order.
fn cookies_are_expired_as_recorded(stage: &Stage) {
    let dir = fixtures().join("recordings/moove-gdpr/moove");
    let recordings = load(&dir).expect("recordings");
    let removals = recordings
        .iter()
        .filter(|r| r.name.contains("remove-cookies"));
    let mut count = 0;
    for recording in removals {
        let answer = send(stage.server.addr, &recording.request).expect("answer");
        let wanted = recording.response.headers.iter();
        let wanted = wanted.filter(|(name, _)| name == "Set-Cookie");
        let wanted: Vec<&str> = wanted.map(|(_, value)| value.as_str()).collect();
        assert_eq!(set_cookies(&answer), wanted, "{}", recording.name);
        assert_eq!(answer.body, recording.response.body, "{}", recording.name);
        count += 1;
    }
    assert_eq!(count, 3);
}

/// Cases 1 to 8, 10 and 11.
fn scripts_for_consent(database: Database) {
    let stage = Stage::with_settings(
        database,
        &[(
            "moove_gdpr_third_party_header_scripts",
            "<script>a(\"ñ/\")</script>",
        )],
    );
    const EMPTY: &str = r#"{"cache":true,"header":"","body":"","footer":""}"#;
    let first = stage.scripts("strict=1&thirdparty=1");
    assert_eq!(first.status, 200);
    assert_eq!(
        first.header("content-type"),
        Some("text/html; charset=UTF-8")
    );
    let header = r#"{"cache":false,"header":"<script data-gdpr>a(\"\u00f1\/\")<\/script>","#;
    assert!(first.body.starts_with(header), "{}", first.body);
    assert_eq!(stage.scripts("strict=1&thirdparty=0").body, EMPTY);
    assert_eq!(stage.scripts("strict=true&thirdparty=1").body, EMPTY);
    let both = stage.scripts("strict=1abc&thirdparty=1&advanced=1").body;
    let (third, advanced) = (both.find("a(\\\""), both.find("casaAvanzadas"));
    assert!(third.is_some() && third < advanced, "{both}");
    let refused = stage.ajax(
        "action=moove_gdpr_get_scripts&strict=0&thirdparty=1",
        "_ga=1; x=2",
    );
    assert_eq!(refused.body, EMPTY);
    assert_eq!(set_cookies(&refused).len(), 4);
    let get = get_with(
        stage.server.addr,
        &format!("{AJAX}?action=moove_gdpr_get_scripts&strict=1&thirdparty=1"),
        &[("Cookie", "x=2")],
    )
    .expect("answer");
    assert_eq!((get.body.as_str(), set_cookies(&get).len()), (EMPTY, 2));
    // What the plugin would have stored stands in its place.
    let stored = stage
        .option("_transient_gdpr_cookie_cache5.0.12")
        .expect("transient");
    assert!(
        stored.contains("thirdparty")
            && stage
                .option("_transient_timeout_gdpr_cookie_cache5.0.12")
                .is_some()
    );
}

/// Case 4, case 9, and the transient that PHP beside us keeps.
fn the_cache_is_the_plugins(database: Database) {
    const OFF: (&str, &str) = ("moove_gdpr_third_party_cookies_enable", "0");
    const DROP: &str = "DELETE FROM {p}options WHERE option_name LIKE '%gdpr_cookie_cache%'";
    let stage = Stage::new(database);
    let with = "strict=1&thirdparty=1";
    assert!(stage.scripts(with).body.contains(r#""cache":false"#));
    let kept = stage.scripts(with).body;
    assert!(kept.contains(r#""cache":true"#) && kept.contains("casaTerceros"));
    // Another server on the same database finds the kept scripts, also when the settings were changed by hand.
    set(&stage.site, OFF.0, OFF.1);
    let another = Oxipress::serve_recorded_site(&stage.site.url, &[], &[]).expect("server");
    let by_hand = Stage {
        site: stage.site,
        server: another,
    };
    assert_eq!(by_hand.scripts(with).body, kept);
    // The plugin drops them when settings are saved.
    by_hand.site.execute(DROP, binds![]).expect("transient");
    let another = Oxipress::serve_recorded_site(&by_hand.site.url, &[], &[]).expect("server");
    let saved = Stage {
        site: by_hand.site,
        server: another,
    };
    assert_eq!(
        saved.scripts(with).body,
        r#"{"cache":false,"header":"","body":"","footer":""}"#
    );
    // A page that carries the scripts fills the cache of its language.
    saved.site.execute(DROP, binds![]).expect("transient");
    let another = Oxipress::serve_recorded_site(&saved.site.url, &[], &[]).expect("server");
    let paged = Stage {
        site: saved.site,
        server: another,
    };
    paged.page(PAGE, "");
    assert!(paged.scripts(with).body.contains(r#""cache":true"#));
}

/// Cases 12 to 19.
fn cookies_and_other_actions(stage: &Stage) {
    let page = stage.page(PAGE, "");
    let nonce = object(&page)["gdpr_nonce"]
        .as_str()
        .expect("nonce")
        .to_owned();
    let remove = |cookie: &str| {
        stage.ajax(
            &format!("action=moove_gdpr_remove_php_cookies&security={nonce}"),
            cookie,
        )
    };
    let answer = remove("_ga=1; foo=2; moove_gdpr_popup=x");
    assert_eq!(answer.body, r#"{"_ga":".127.0.0.1","foo":"127.0.0.1"}0"#);
    assert!(
        set_cookies(&answer)
            .iter()
            .all(|line| !line.starts_with("moove_gdpr_popup"))
    );
    for kept in [
        "wc_cart=1",
        "woocommerce_x=1",
        "wordpress_logged_in_x=1",
        "wordpress_test_cookie=1",
    ] {
        assert_eq!(remove(kept).body, "[]0", "{kept}");
    }
    let language = remove("language=es");
    assert!(
        set_cookies(&language)
            .iter()
            .any(|line| line.ends_with("path=/; domain=www.127.0.0.1"))
    );
    let bad = stage.ajax("action=moove_gdpr_remove_php_cookies&security=bad", "_ga=1");
    assert_eq!(
        (bad.status, bad.body.as_str(), set_cookies(&bad).len()),
        (200, "[]0", 0)
    );
    let path = format!("{AJAX}?action=moove_gdpr_remove_php_cookies&security={nonce}");
    let query = get_with(stage.server.addr, &path, &[("Cookie", "_ga=1")]).expect("answer");
    assert_eq!(query.body, r#"{"_ga":".127.0.0.1"}0"#);
    assert_eq!(
        stage.ajax("action=moove_gdpr_localize_scripts", "").body,
        "[]"
    );
    for unknown in [
        "moove_gdpr_x",
        "moove_hide_language_notice",
        "gdpr_msba_bulk_activate",
    ] {
        let answer = stage.ajax(&format!("action={unknown}"), "");
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (400, "0"),
            "{unknown}"
        );
    }
    // A hostile number of cookies gives a bounded answer.
    let many: Vec<String> = (0..900).map(|n| format!("c{n}=1")).collect();
    assert!(set_cookies(&remove(&many.join("; "))).len() < 800);
}

/// Cases 29 to 31: pages say what the visitor accepted, also when they are kept.
fn pages_follow_the_cookie(stage: &Stage) {
    let cookies = [
        ("", ""),
        (
            "moove_gdpr_popup=%7B%22strict%22%3A%221%22%2C%22thirdparty%22%3A%221%22%7D",
            "strict|thirdparty",
        ),
        (
            "moove_gdpr_popup=%7B%22strict%22%3A1%2C%22advanced%22%3A1%7D",
            "strict|advanced",
        ),
        ("moove_gdpr_popup=x", ""),
    ];
    for round in 0..2 {
        for (cookie, accepted) in cookies {
            let page = stage.page(PAGE, cookie);
            assert_eq!(variable(&page, "cookies"), accepted, "{cookie} {round}");
            let strict = if accepted.is_empty() { "false" } else { "true" };
            assert_eq!(variable(&page, "strict"), strict, "{cookie} {round}");
        }
    }
    // On a busy machine the server may be late to know that nothing changed: then it draws a page again.
    let is_kept = |_| {
        stage.page(PAGE, "");
        let hits = "oxipress_cache_total{result=\"hit\"}";
        stage.server.metric(hits).expect("metric") >= 4
    };
    assert!((0..100).any(is_kept), "pages are kept");
    other_cookies_share_a_page(stage, cookies);
}

/// What a page prints hangs on what the cookie accepts, on nothing else: neither on other cookies nor on how the same
/// consent is spelled, so that none of these draws the page again. What the server writes by itself may throw kept pages
/// away meanwhile: then all is asked again, with other cookies.
fn other_cookies_share_a_page(stage: &Stage, cookies: [(&str, &str); 4]) {
    let metric = |name: &str| stage.server.metric(name).expect("metric");
    // Each change counts every page, whether it is thrown away or stays.
    let touched = || {
        let invalidated = Tag::KINDS.map(|kind| {
            metric(&format!(
                "oxipress_cache_invalidated_total{{reason=\"{kind}\"}}"
            ))
        });
        invalidated.iter().sum::<u64>() + metric("oxipress_cache_retained_total")
    };
    let is_undisturbed = |round: usize| {
        let before = touched();
        for (cookie, _) in cookies {
            stage.page(PAGE, cookie);
        }
        let drawn = metric("oxipress_cache_total{result=\"miss\"}");
        for (cookie, accepted) in cookies {
            for others in ["_ga=GA1.1; _fbp", "a", "theme=dark; moove"] {
                let others = format!("{others}={round}; b{round}=1");
                let page = stage.page(PAGE, &format!("{others}; {cookie}"));
                assert_eq!(variable(&page, "cookies"), accepted, "{others}; {cookie}");
                let page = stage.page(PAGE, &format!("{cookie}; {others}"));
                assert_eq!(variable(&page, "cookies"), accepted, "{cookie}; {others}");
            }
        }
        let spelled = format!(
            "moove_gdpr_popup=%7B%22thirdparty%22%3A1%2C%22advanced%22%3A%220%22%2C%22version%22%3A%22{round}%22%2C%22strict%22%3A1%7D"
        );
        assert_eq!(
            variable(&stage.page(PAGE, &spelled), "cookies"),
            "strict|thirdparty"
        );
        let drawn_meanwhile = metric("oxipress_cache_total{result=\"miss\"}") - drawn;
        let is_undisturbed = touched() == before;
        assert!(
            !is_undisturbed || drawn_meanwhile == 0,
            "each consent has one page: {drawn_meanwhile} more in round {round}"
        );
        is_undisturbed
    };
    assert!((0..20).any(is_undisturbed), "the site never rests");
}

fn tag<'a>(page: &'a str, start: &str) -> &'a str {
    assert!(page.contains(start), "{start}");
    let after = page.split_once(start).expect("the tag").1;
    after.split_once('>').expect("its end").0
}

/// Cases 20, 21, 23, 32, 33 and 34.
fn other_settings(database: Database) {
    let stage = Stage::with_settings(
        database,
        &[
            ("moove_gdpr_plugin_layout", "v2"),
            ("moove_gdpr_colour_scheme", "2"),
            ("moove_gdpr_infobar_position", "top"),
            (FUNCTIONALITY, "2"),
            ("moove_gdpr_consent_expiration", "0"),
            ("script_insertion_method", "0"),
            ("gdpr_accesibility", "1"),
            ("moove_gdpr_third_party_cookies_enable_first_visit", "1"),
        ],
    );
    let page = stage.page(PAGE, "");
    assert!(page.contains("moove_gdpr_modal_theme_v2") && !page.contains("style=\"display:none\""));
    let bar = tag(&page, "<aside id=\"moove_gdpr_cookie_info_bar\"");
    assert!(
        bar.contains("moove-gdpr-light-scheme gdpr_infobar_postion_top"),
        "{bar}"
    );
    assert!(page.contains("moove-gdpr-status-bar gdpr-checkbox-disabled checkbox-selected"));
    let strict = tag(&page, "<input type=\"checkbox\" aria-label=\"Necesarias\"");
    assert!(strict.contains("disabled checked=\"checked\""), "{strict}");
    let third = tag(&page, "<input type=\"checkbox\" aria-label=\"De terceros\"");
    assert!(!third.contains("disabled"), "{third}");
    let object = object(&page);
    assert_eq!(object["cookie_expiration"], "0");
    assert_eq!(object["enabled_default"]["strict"], 2);
    assert!(object.get("scripts_defined").is_none());
    assert_eq!(variable(&page, "cookies"), "strict|thirdparty");
    assert!(
        tag(
            &page,
            "<button class=\"mgbutton moove-gdpr-infobar-allow-all"
        )
        .contains("tabindex=\"1\"")
    );
}

/// Cases 22, 25, 28 and a version of the text.
fn a_hidden_banner(database: Database) {
    let stage = Stage::with_settings(
        database,
        &[
            ("moove_gdpr_infobar_visibility", "hidden"),
            ("gdpr_consent_version", "2"),
        ],
    );
    let page = stage.page(PAGE, "");
    assert!(!page.contains("<aside id=\"moove_gdpr"));
    assert!(
        tag(&page, "id=\"moove_gdpr_save_popup_settings_button\"")
            .contains("class=\"button-visible\"")
    );
    assert_eq!(object(&page)["gdpr_consent_version"], "2");
    let old = "moove_gdpr_popup=%7B%22strict%22%3A%221%22%2C%22version%22%3A%221%22%7D";
    assert_eq!(variable(&stage.page(PAGE, old), "cookies"), "");
    let current = "moove_gdpr_popup=%7B%22strict%22%3A%221%22%2C%22version%22%3A%222%22%7D";
    assert_eq!(variable(&stage.page(PAGE, current), "cookies"), "strict");
    let text = stage.page("/cookies/?justtext=1", "");
    for id in [
        "moove_gdpr_cookie_info_bar\"",
        "moove_gdpr_save_popup_settings_button\"",
        "<dialog",
        "moove_gdpr_frontend-inline-css",
    ] {
        assert!(!text.contains(id), "{id}");
    }
}

/// Cases 25 and 27, consent mode, and texts with entities.
fn an_old_site(database: Database) {
    const OLD: &str =
        "UPDATE {p}options SET option_value = ? WHERE option_name = 'moove_gdpr_plugin_settings'";
    let site = Site::recorded(database).expect("site");
    let settings = [
        ("gdpr_bs_buttons_order", r#"["reject","accept"]"#),
        ("moove_gdpr_reject_button_enable", "1"),
        ("moove_gdpr_settings_button_enable", "1"),
        ("moove_gdpr_third_party_cookies_enable", "1"),
        (
            "moove_gdpr_third_party_header_scripts",
            "<script src=\"/a?b&amp;c=&quot;\"></script>",
        ),
        ("gdin_values", r#"{"gtmc2":"2","gtmc2_id":"GTM-CASA"}"#),
    ];
    let map: String = settings
        .iter()
        .map(|(k, v)| format!("s:{}:\"{k}\";s:{}:\"{v}\";", k.len(), v.len()))
        .collect();
    let value = format!("a:{}:{{{map}}}", settings.len());
    site.execute(OLD, binds![value]).expect("option");
    site.execute("DELETE FROM {p}gdpr_cc_options", binds![])
        .expect("table");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let stage = Stage { site, server };
    let page = stage.page(PAGE, "");
    for class in [
        "moove-gdpr-infobar-reject-btn gdpr-fbo-0",
        "moove-gdpr-infobar-allow-all gdpr-fbo-1",
        "change-settings-button gdpr-fbo-auto",
    ] {
        assert!(page.contains(class), "{class}");
    }
    let defined = object(&page)["scripts_defined"]
        .as_str()
        .expect("text")
        .to_owned();
    let defined: Value = serde_json::from_str(&defined).expect("JSON in a text");
    let header = defined["thirdparty"]["header"].as_str().expect("header");
    assert!(
        header.contains("b&amp;c=&quot;") && header.contains("cookie_consent_update"),
        "{header}"
    );
    assert!(
        page.contains("'analytics_storage':'denied'") && page.contains("'wait_for_update':2000")
    );
    let chosen = stage.page(
        PAGE,
        "moove_gdpr_popup=%7B%22strict%22%3A%221%22%2C%22thirdparty%22%3A%221%22%7D",
    );
    assert!(
        chosen.contains("'analytics_storage':'granted'")
            && chosen.contains("'ad_storage':'denied'")
    );
    assert!(!chosen.contains("wait_for_update"));
}

fn case_table(database: Database) {
    recordings(database);
    scripts_for_consent(database);
    the_cache_is_the_plugins(database);
    let stage = Stage::new(database);
    cookies_are_expired_as_recorded(&stage);
    cookies_and_other_actions(&stage);
    pages_follow_the_cookie(&stage);
}

fn settings_table(database: Database) {
    other_settings(database);
    a_hidden_banner(database);
    an_old_site(database);
    paid_part::the_paid_part(database);
}

#[test]
fn case_table_on_sqlite() {
    case_table(Database::Sqlite);
}

#[test]
fn case_table_on_mariadb() {
    case_table(Database::MariaDb);
}

#[test]
fn settings_on_sqlite() {
    settings_table(Database::Sqlite);
}

#[test]
fn settings_on_mariadb() {
    settings_table(Database::MariaDb);
}
