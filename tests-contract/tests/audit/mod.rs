//! `oxipress audit` on the recorded site, on a site with plugins that nobody knows, and on a hostile one.

#![expect(clippy::panic, reason = "helpers of tests")]

mod by_hand;
mod option_names;
mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};

use by_hand::{MODULES, MORE_MODULES, SHORTCODES, SOFTWARE};
use compat::binds;
use serde_json::Value;
use tests_contract::client::get_with;
use tests_contract::server::{Database, NOW, Oxipress, binary, recorded_arguments};
use tests_contract::site::Site;

struct Audited {
    output: Output,
    report: Value,
    page: String,
}

impl Audited {
    fn of_kind(&self, kind: &str) -> BTreeMap<&str, (u64, &str)> {
        let all = self.report["elements"].as_array().expect("elements").iter();
        let of_kind = all.filter(|element| element["kind"] == kind);
        let told = of_kind.map(|e| {
            let count = e["count"].as_u64().expect("count");
            (text(&e["name"]), (count, text(&e["support"])))
        });
        told.collect()
    }

    fn address(&self, end: &str) -> &Value {
        let mut all = self.report["addresses"]
            .as_array()
            .expect("addresses")
            .iter();
        let found = all.find(|address| text(&address["url"]).ends_with(end));
        found.unwrap_or_else(|| panic!("{end} is not in the report"))
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn schema_of_reports() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/audit.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("schema")).expect("JSON")
}

/// Audits a site; its report fits the schema.
fn audit(url: &str, arguments: &[String]) -> Audited {
    let folder = tempfile::tempdir().expect("folder");
    let (json, html) = (folder.path().join("a.json"), folder.path().join("a.html"));
    let output = Command::new(binary().expect("binary"))
        .args(["audit", "--database", url, "--json"])
        .arg(&json)
        .arg("--html")
        .arg(&html)
        .args(arguments)
        .env("OXIPRESS_NOW", NOW)
        .output()
        .expect("audit");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = std::fs::read_to_string(&json).unwrap_or_else(|e| panic!("{e}: {told}"));
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let errors = schema::errors(&schema_of_reports(), &report);
    assert!(errors.is_empty(), "{errors:#?}");
    Audited {
        page: std::fs::read_to_string(&html).expect("page"),
        output,
        report,
    }
}

/// The flags of the recorded site that an audit takes.
fn site_arguments() -> Vec<String> {
    let mut arguments = recorded_arguments();
    let at = arguments
        .iter()
        .position(|a| a == "--frontend")
        .expect("flag");
    arguments.drain(at..at + 2);
    arguments
}

fn names_everything(database: Database) {
    let site = Site::recorded(database).expect("site");
    let audited = audit(&site.url, &site_arguments());
    let by_hand = MODULES.iter().chain(&MORE_MODULES);
    let by_hand: BTreeMap<_, _> = by_hand.map(|(n, c)| (*n, (*c, "native"))).collect();
    assert_eq!(audited.of_kind("module"), by_hand);
    let by_hand: BTreeMap<_, _> = SHORTCODES
        .iter()
        .map(|(n, c)| (*n, (*c, "native")))
        .collect();
    assert_eq!(audited.of_kind("shortcode"), by_hand);
    let software = audited.report["software"]
        .as_array()
        .expect("software")
        .iter();
    let software: Vec<_> = software
        .map(|s| {
            (
                text(&s["file"]),
                text(&s["name"]),
                s["version"].as_str(),
                text(&s["state"]),
            )
        })
        .collect();
    assert_eq!(software, SOFTWARE);
    let items = audited.report["inventory"].as_array().expect("inventory");
    let count = |group: &str| items.iter().filter(|item| item["group"] == group).count();
    // 11 forms of the plugin and 6 of the builder; the configuration's languages; both split tests.
    let groups = ["forms", "languages", "split tests", "products", "reviews"].map(count);
    assert_eq!(groups, [17, 4, 2, 3, 1], "{items:#?}");
    names_what_nobody_reads(&audited);
}

fn names_what_nobody_reads(audited: &Audited) {
    let unread = audited.report["options"]["unread"]
        .as_array()
        .expect("options");
    let names = unread
        .iter()
        .flat_map(|o| o["names"].as_array().expect("names"))
        .map(text);
    let names: BTreeSet<_> = names.collect();
    for name in [
        "woocommerce_demo_store",
        "et_pb_builder_options",
        "wpa_installed_date",
    ] {
        assert!(names.contains(name), "{name} is read by nobody");
    }
    for name in [
        "woocommerce_currency",
        "et_divi",
        "blogname",
        "wpcf7",
        "mailserver_pass",
    ] {
        assert!(!names.contains(name), "{name} is read, or WordPress's own");
    }
    // The shop's placeholder picture is in the database, but not among the recorded files.
    let missing = audited.report["files"]["missing"]
        .as_array()
        .expect("files");
    let missing: Vec<_> = missing.iter().map(|file| text(&file["file"])).collect();
    assert_eq!(missing, ["woocommerce-placeholder.webp"]);
}

#[test]
fn each_module_shortcode_and_plugin_is_named() {
    names_everything(Database::Sqlite);
}

#[test]
fn each_module_shortcode_and_plugin_is_named_on_mariadb() {
    names_everything(Database::MariaDb);
}

/// Asks the server for each address and compares; how many are served by whom.
fn ask_each<'a>(server: &Oxipress, addresses: &'a [Value]) -> BTreeMap<&'a str, usize> {
    let mut asked = BTreeMap::new();
    for address in addresses {
        let url = text(&address["url"]);
        let (_, rest) = url.split_once("://").expect("address");
        let (host, path) = rest.split_at(rest.find('/').expect("path"));
        let answer = get_with(server.addr, path, &[("Host", host)]).expect("answer");
        let served_by = text(&address["served_by"]);
        *asked.entry(served_by).or_insert(0) += 1;
        match served_by {
            "native" => assert_eq!(answer.status, 200, "{url}"),
            "redirect" => {
                assert_eq!(
                    u64::from(answer.status),
                    address["status"].as_u64().expect("status"),
                    "{url}"
                );
                let location = answer.header("location").expect("location");
                assert!(
                    text(&address["why"]).ends_with(location),
                    "{url}: {location}"
                );
            }
            other => panic!(
                "{url} of the recorded site is served by {other}: {}",
                address["why"]
            ),
        }
    }
    asked
}

/// What an audit says about an address is what the running server answers; and it writes nothing.
#[test]
fn each_address_is_served_as_the_audit_says() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let rows = || -> Vec<(i64, i64, i64)> {
        const SQL: &str = "SELECT (SELECT COUNT(*) FROM {p}options), (SELECT COUNT(*) FROM {p}posts), \
            (SELECT COUNT(*) FROM {p}et_divi_ab_testing_stats)";
        site.load(SQL, binds![]).expect("rows")
    };
    let before = rows();
    let audited = audit(&site.url, &site_arguments());
    assert_eq!(rows(), before, "an audit writes nothing");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let addresses = audited.report["addresses"].as_array().expect("addresses");
    assert_eq!(addresses.len(), 147);
    let asked = ask_each(&server, addresses);
    println!("addresses asked: {asked:?}");
    // The checkout with an empty cart leads to the cart.
    assert_eq!(
        audited.address("/finalizar-compra/")["served_by"],
        "redirect"
    );
    assert_eq!(audited.output.status.code(), Some(0));
    assert_eq!(audited.report["readiness"]["percent"], 100.0);
    let broken = audited.report["links"]["broken"].as_array().expect("links");
    for link in broken {
        let answer = get_with(
            server.addr,
            text(&link["target"]),
            &[("Host", "127.0.0.1:8081")],
        );
        let status = answer.expect("answer").status;
        assert!(
            status >= 400,
            "{} is answered with {status}",
            link["target"]
        );
    }
}

/// The recorded site with posts, options and rules of a plugin that nobody knows.
fn unknown_site() -> Site {
    const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type, post_parent) VALUES (?, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', ?, \
        ?, '', 'publish', ?, '', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', ?, ?)";
    let site = Site::recorded(Database::Sqlite).expect("site");
    let page = "[et_pb_section][et_pb_row][et_pb_column type=\"4_4\"][et_pb_telepathy_card x=\"1\"]a[/et_pb_telepathy_card]\
        [/et_pb_column][/et_pb_row][/et_pb_section]";
    let post = "<!-- wp:acme/rooms /--><p>[acme_rooms size=\"2\"] [1] [nota]</p><a href=\"/no-hay-nada/\">x</a>\
        <img src=\"/wp-content/uploads/falta.jpg\"><a href=\"/contacto/\">y</a><script>alert(1)</script>";
    let rows = [
        (
            9001,
            page,
            "Telepatía <script>alert(2)</script>",
            "telepatia",
            "page",
            0,
        ),
        (9002, post, "Habitaciones", "habitaciones", "post", 0),
        (9003, "Una fiesta", "Fiesta", "fiesta", "acme_event", 0),
        // Pages that are each other's parent.
        (9004, "a", "Una", "una", "page", 9005),
        (9005, "b", "Otra", "otra", "page", 9004),
    ];
    for (id, content, title, name, kind, parent) in rows {
        let values = binds![id, content, title, name, kind, parent];
        site.execute(POST, values).expect("post");
    }
    let (rule, query) = (
        "agenda/([^/]+)(?:/([0-9]+))?/?$",
        "index.php?acme_event=$matches[1]&page=$matches[2]",
    );
    let lengths = (rule.len(), query.len());
    let rules = format!(
        "a:1:{{s:{}:\"{rule}\";s:{}:\"{query}\";}}",
        lengths.0, lengths.1
    );
    for (name, value) in [
        ("rewrite_rules", rules.as_str()),
        ("acme_rooms_settings", "1"),
    ] {
        const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";
        const INSERT: &str =
            "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'on')";
        site.execute(DELETE, binds![name]).expect("option");
        site.execute(INSERT, binds![name, value]).expect("option");
    }
    site
}

/// A site with a plugin that nobody knows: its posts, shortcodes, modules, blocks and options are named, with the pages.
#[test]
fn what_nobody_knows_is_named_with_its_pages() {
    let site = unknown_site();
    let audited = audit(&site.url, &site_arguments());
    assert_eq!(audited.output.status.code(), Some(1));
    let unknown = |kind: &str, name: &str| audited.of_kind(kind).get(name).copied();
    assert_eq!(
        unknown("module", "et_pb_telepathy_card"),
        Some((1, "unknown"))
    );
    assert_eq!(unknown("shortcode", "acme_rooms"), Some((1, "unknown")));
    assert_eq!(unknown("block", "acme/rooms"), Some((1, "unknown")));
    assert_eq!(
        (unknown("shortcode", "nota"), unknown("shortcode", "1")),
        (None, None)
    );
    assert_eq!(audited.address("/telepatia/")["served_by"], "incomplete");
    assert_eq!(audited.address("/habitaciones/")["served_by"], "incomplete");
    let event = audited.address("/agenda/fiesta/");
    assert_eq!(event["served_by"], "nobody", "{event}");
    assert!(text(&event["why"]).contains("acme_event"), "{event}");
    let broken = audited.report["links"]["broken"].as_array().expect("links");
    let targets: BTreeSet<_> = broken.iter().map(|link| text(&link["target"])).collect();
    assert!(targets.contains("/no-hay-nada/") && targets.contains("/wp-content/uploads/falta.jpg"));
    assert!(!targets.contains("/contacto/"), "{targets:?}");
    let owners = audited.report["options"]["unread"]
        .as_array()
        .expect("options");
    assert!(
        owners
            .iter()
            .any(|o| o["owner"] == "acme" && o["column"].is_null())
    );
    // Nothing of the site becomes markup of the report.
    assert!(
        audited.page.contains("&lt;script&gt;alert(2)"),
        "the title is escaped"
    );
    assert!(!audited.page.contains("<script"), "the page has no script");
}

/// Contents that are no text, huge, or nested without end.
#[test]
fn a_hostile_site_is_audited_in_bounded_time() {
    const POST: &str = "INSERT INTO {p}posts (post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type, post_parent) VALUES (1, '0000-00-00 00:00:00', '0000-00-00 00:00:00', ?, ?, \
        '', 'publish', ?, '', '', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '', 'page', 0)";
    let site = Site::recorded(Database::Sqlite).expect("site");
    let huge = "[a_b x=\"".repeat(1_200_000);
    let deep = "[et_pb_section][et_pb_row]".repeat(40_000);
    let blocks = "<!-- wp:x/y {\"a\":1} -->".repeat(40_000);
    let brackets = format!("{}{}", "[".repeat(400_000), "[/a_b]".repeat(100_000));
    let links = "<a href=\"/x".repeat(300_000);
    let contents: [(&str, Vec<u8>); 6] = [
        (
            "bytes",
            b"\xff\xfe[et_pb_text]\xc3[/et_pb_text]\x00<!-- wp:\xff -->".to_vec(),
        ),
        ("huge", huge.into_bytes()),
        ("deep", deep.into_bytes()),
        ("blocks", blocks.into_bytes()),
        ("brackets", brackets.into_bytes()),
        ("links", links.into_bytes()),
    ];
    for (name, content) in contents {
        let values = binds![content, "\u{1b}[31m\" onload=\"alert(1)", name];
        site.execute(POST, values).expect("post");
    }
    const THEME: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'stylesheet'";
    site.execute(THEME, binds!["../../../etc"]).expect("option");
    let started = std::time::Instant::now();
    let audited = audit(&site.url, &site_arguments());
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    assert!(audited.output.status.code().is_some_and(|code| code < 2));
    let told = String::from_utf8_lossy(&audited.output.stdout).into_owned();
    assert!(
        !told.contains('\u{1b}'),
        "control characters stay out of the terminal"
    );
    let notes = audited.report["notes"].as_array().expect("notes");
    assert!(
        notes.iter().any(|note| text(note).contains("too long")),
        "{notes:?}"
    );
}

#[test]
fn a_site_that_cannot_be_read_has_a_status_of_its_own() {
    let folder = tempfile::tempdir().expect("folder");
    let empty = format!("sqlite:{}", folder.path().join("empty.sqlite").display());
    for arguments in [
        vec!["audit", "--database", &empty],
        vec!["audit", "--wp-root", "/nowhere"],
        vec!["doctor", "--wp-root", "/nowhere"],
    ] {
        let output = Command::new(binary().expect("binary"))
            .args(&arguments)
            .output();
        let output = output.expect("output");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
