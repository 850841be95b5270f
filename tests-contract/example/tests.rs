//! The column `example`, whose folders are beside this file, on a real site: what it declares takes part in pages,
//! calls, settings, commands and the cache, and nothing of it is there while its plugin is inactive.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::php::{serialize, unserialize};
use tempfile::TempDir;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::recorded_site::recorded_site;
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// The binary with the column.
const BINARY: &str = env!("CARGO_BIN_EXE_oxipress-example");
/// A page that lists the notes.
const PAGE: &str = "/apuntes/";
/// A page that does not.
const OTHER: &str = "/aviso-legal/";
/// A change by somebody else shows within this time.
const BOUND: Duration = Duration::from_secs(2);
const HIT: &str = "oxipress_cache_total{result=\"hit\"}";

/// The recorded site with a page that lists the notes.
fn site(database: Database) -> Site {
    const INSERT: &str = "INSERT INTO {p}posts (post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type) VALUES (1, ?, ?, '[example_notes]', 'Apuntes', '', 'publish', 'apuntes', \
        '', '', ?, ?, '', 'page')";
    const DATE: &str = "2026-11-20 10:00:00";
    let site = Site::recorded(database).expect("site");
    let dates = binds![DATE, DATE, DATE, DATE];
    site.execute(INSERT, dates).expect("page");
    site
}

/// Makes the plugin an active one.
fn activate(site: &Site) {
    const FIND: &str = "SELECT option_value FROM {p}options WHERE option_name = 'active_plugins'";
    const SET: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'active_plugins'";
    let rows: Vec<(Vec<u8>,)> = site.load(FIND, binds![]).expect("plugins");
    let plugins = unserialize(&rows[0].0).expect("plugins");
    let plugins = plugins.with_pushed("example/example.php");
    let set = site.execute(SET, binds![serialize(&plugins)]);
    assert_eq!(set.expect("plugins"), 1);
}

/// A file with these settings.
fn configuration(text: &str) -> (TempDir, String) {
    let dir = tempfile::tempdir().expect("folder");
    let path = dir.path().join("oxipress.toml");
    std::fs::write(&path, text).expect("written");
    let path = path.to_string_lossy().into_owned();
    (dir, path)
}

fn serve(site: &Site, settings: &str) -> Oxipress {
    let (_dir, path) = configuration(settings);
    let mut command = Command::new(BINARY);
    command
        .args(["serve", "--database", &site.url, "--config", &path])
        .arg("--wp-root")
        .arg(recorded_site().join("wp-root"))
        .env("OXIPRESS_LOG", "warn");
    Oxipress::run(&mut command).expect("server")
}

fn run(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(BINARY);
    command.args(arguments).envs(environment.iter().copied());
    command.output().expect("ended")
}

fn ajax(server: &Oxipress, body: &str) -> ClientResponse {
    let request = Request {
        method: "POST".into(),
        path: "/wp-admin/admin-ajax.php".into(),
        headers: vec![
            ("Host".into(), "127.0.0.1:8081".into()),
            (
                "Content-Type".into(),
                "application/x-www-form-urlencoded".into(),
            ),
        ],
        body: body.into(),
        source_address: None,
    };
    send(server.addr, &request).expect("ajax")
}

fn get(server: &Oxipress, path: &str) -> ClientResponse {
    get_with(server.addr, path, &[]).expect("answer")
}

fn body(server: &Oxipress, path: &str) -> String {
    get(server, path).body
}

/// Whether a page comes from the cache.
fn is_kept(server: &Oxipress, path: &str) -> bool {
    let hits = || server.metric(HIT).expect("metric");
    let before = hits();
    body(server, path);
    hits() > before
}

/// Waits until the server has looked at the database and keeps both pages.
fn both_are_kept(server: &Oxipress) {
    let start = Instant::now();
    while !(is_kept(server, PAGE) && is_kept(server, OTHER)) || start.elapsed() < BOUND {
        assert!(start.elapsed() < 5 * BOUND, "the pages are not kept");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn takes_part(database: Database) {
    let site = site(database);
    activate(&site);
    let server = serve(&site, "[example]\nheading = \"Apuntes <2>\"\nlimit = 2\n");
    let page = body(&server, PAGE);
    assert!(
        page.contains("<div class=\"example-notes\"><p>Apuntes &lt;2&gt;</p><ul>"),
        "{page}"
    );
    assert!(!page.contains("has-example-notes"));
    let add = |note: &str| {
        let answer = ajax(&server, &format!("action=example_add_note&note={note}"));
        let answer = (answer.status, answer.body.as_str().to_owned());
        assert_eq!(answer, (200, r#"{"success":true}"#.to_owned()));
    };
    // The first note makes the table: a change of the schema drops all pages, as the first look at the database does.
    add("Uno");
    both_are_kept(&server);

    // The page that lists the notes goes, the other one stays.
    add("Dos");
    add("Tres+%26");
    assert!(!is_kept(&server, PAGE) && is_kept(&server, OTHER));
    let page = body(&server, PAGE);
    assert!(
        page.contains("<li>Tres &amp;</li>\n<li>Dos</li>\n</ul>"),
        "{page}"
    );
    assert!(page.contains("has-example-notes"));
    let answer = ajax(&server, "action=example_add_note&note=+");
    assert_eq!(answer.body, r#"{"success":false}"#);
    let notes = get(&server, "/wp-json/example/v1/notes");
    assert_eq!(
        (notes.status, notes.body.as_str()),
        (200, r#"["Tres &","Dos"]"#)
    );
    assert!(body(&server, "/wp-json/").contains("\"example\\/v1\""));

    // A change by somebody else.
    const UPDATE: &str = "UPDATE {p}example_notes SET note = 'Ajeno' WHERE note = 'Dos'";
    both_are_kept(&server);
    assert_eq!(site.execute(UPDATE, binds![]).expect("note"), 1);
    let start = Instant::now();
    while !body(&server, PAGE).contains("<li>Ajeno</li>") {
        assert!(start.elapsed() < BOUND, "the change does not show");
        std::thread::sleep(Duration::from_millis(20));
    }

    assert!(body(&server, "/robots.txt").contains("Disallow: /example-private/\n"));
    let css = body(&server, "/wp-content/oxipress/theme.css");
    assert!(css.contains(".example-notes li{list-style:square"), "{css}");
    let printed = run(&["example-notes", "--database", &site.url], &[]);
    assert_eq!(
        String::from_utf8_lossy(&printed.stdout),
        "Tres &\nAjeno\nUno\n"
    );
}

#[test]
fn the_column_takes_part_on_sqlite() {
    takes_part(Database::Sqlite);
}

#[test]
fn the_column_takes_part_on_mariadb() {
    takes_part(Database::MariaDb);
}

#[test]
fn nothing_of_an_inactive_column_is_there() {
    let site = site(Database::Sqlite);
    let server = serve(&site, "");
    let page = body(&server, PAGE);
    assert!(page.contains("[example_notes]"), "{page}");
    let answer = ajax(&server, "action=example_add_note&note=Uno");
    assert_eq!((answer.status, answer.body.as_str()), (400, "0"));
    let notes = get(&server, "/wp-json/example/v1/notes");
    assert_eq!(notes.status, 404);
    for path in [
        PAGE,
        "/wp-json/",
        "/robots.txt",
        "/wp-content/oxipress/theme.css",
    ] {
        let body = body(&server, path).replace("[example_notes]", "");
        assert!(
            !body.contains("example-") && !body.contains("example/v1"),
            "{path}"
        );
    }
}

#[test]
fn its_settings_are_checked_and_documented() {
    let (_dir, path) = configuration("[example]\nlimit = 3\nlimmit = 4\n");
    let refused = run(&["serve", "--config", &path], &[]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success());
    assert!(
        error.contains("oxipress.toml") && error.contains("line 3"),
        "{error}"
    );
    assert!(
        error.contains("unknown field `limmit`, expected `heading` or `limit`"),
        "{error}"
    );
    let refused = run(&["serve"], &[("OXIPRESS_EXAMPLE_LIMIT", "many")]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        error.contains("OXIPRESS_EXAMPLE_LIMIT") && error.contains("not a whole number"),
        "{error}"
    );
    let example = run(&["settings"], &[]);
    let example = String::from_utf8_lossy(&example.stdout).into_owned();
    assert!(
        example.contains("\n[example]\n# Text before the notes.\n# heading = \"Notes\"\n"),
        "{example}"
    );
}
