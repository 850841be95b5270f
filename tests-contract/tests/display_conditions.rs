//! Display conditions: visits and views are counted in cookies, and a page with such an element is not cached.
//!
//! Contract "divi-server", section 1.2. Each condition by itself is a table beside the code.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::binds;
use compat::wordpress::php::{Value, serialize};
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// A page that the builder made, and one that a condition asks for.
const PAGE: (i64, &str) = (2050, "/modulos/enlaces/");
const ASKED_FOR: (i64, &str) = (1982, "/aviso-legal/");

fn text(id: &str, condition: &str, settings: &str, says: &str) -> String {
    let json = format!(
        r#"[{{"id":"{id}","condition":"{condition}","conditionSettings":{settings},"operator":"OR"}}]"#
    );
    let conditions = STANDARD.encode(json);
    format!(
        "[et_pb_text _builder_version=\"4.20.4\" display_conditions=\"{conditions}\"]<p>{says}</p>[/et_pb_text]"
    )
}

fn content() -> String {
    let visited = r#"{"displayRule":"hasVisitedSpecificPage","pages":[{"value":"1982"}]}"#;
    let wine = r#"{"displayRule":"cookieValueEquals","cookieName":"vino","cookieValue":"tinto"}"#;
    let modules = [
        text(
            "v1",
            "numberOfViews",
            r#"{"numberOfViews":"2"}"#,
            "Dos veces",
        ),
        text("c1", "cookie", wine, "Con tinto"),
        text("p1", "pageVisit", visited, "Tras el aviso"),
    ];
    format!(
        "[et_pb_section fb_built=\"1\" _builder_version=\"4.20.4\"][et_pb_row _builder_version=\"4.20.4\"]\
         [et_pb_column type=\"4_4\" _builder_version=\"4.20.4\"]{}[/et_pb_column][/et_pb_row][/et_pb_section]",
        modules.concat()
    )
}

/// Name, value and attributes of a cookie that an answer sets.
fn cookie<'a>(answer: &'a ClientResponse, name: &str) -> Option<(&'a str, &'a str)> {
    let headers = answer.headers.iter();
    let mut lines = headers.filter(|(n, _)| n.eq_ignore_ascii_case("set-cookie"));
    lines.find_map(|(_, line)| {
        let (pair, attributes) = line.split_once(';')?;
        let value = pair.strip_prefix(name)?.strip_prefix('=')?;
        Some((value, attributes))
    })
}

fn decoded(value: &str) -> String {
    let plain = value
        .replace("%3D", "=")
        .replace("%2B", "+")
        .replace("%2F", "/");
    let json = STANDARD.decode(plain).expect("base64");
    String::from_utf8(json).expect("UTF-8")
}

fn counted(database: Database) {
    const CONTENT: &str = "UPDATE {p}posts SET post_content = ? WHERE ID = ?";
    const TRACKED: &str = "INSERT INTO {p}options (option_name, option_value, autoload) \
        VALUES ('et_display_conditions_tracking_post_ids', ?, 'yes')";
    let site = Site::recorded(database).expect("site");
    site.execute(CONTENT, binds![content(), PAGE.0])
        .expect("page");
    let asked_for = Value::array().with_pushed(ASKED_FOR.0);
    let tracked = Value::array().with(PAGE.0, asked_for);
    site.execute(TRACKED, binds![serialize(&tracked)])
        .expect("option");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let get = |path: &str, cookies: &str| {
        let headers = [("Cookie", cookies)];
        let headers: &[(&str, &str)] = if cookies.is_empty() { &[] } else { &headers };
        get_with(server.addr, path, headers).expect("page")
    };
    let shown = |answer: &ClientResponse| {
        ["Dos veces", "Con tinto", "Tras el aviso"].map(|says| answer.body.contains(says))
    };
    // Two views are shown, the third is not; every view is counted.
    let mut cookies = String::new();
    for (visit, is_shown) in [(1, true), (2, true), (3, false)] {
        let answer = get(PAGE.1, &cookies);
        assert_eq!(answer.status, 200);
        assert_eq!(shown(&answer), [is_shown, false, false], "visit {visit}");
        let (value, attributes) = cookie(&answer, "divi_module_views").expect("a count");
        let count = format!("{{\"v1\":{{\"visitCount\":{visit},\"visitTimestamp\":17952241");
        assert!(decoded(value).starts_with(&count), "{}", decoded(value));
        let attributes = attributes.to_ascii_lowercase();
        assert!(
            attributes.contains("path=/") && attributes.contains("expires="),
            "{attributes}"
        );
        cookies = format!("divi_module_views={value}");
    }
    // A visitor's page is nobody else's.
    assert_eq!(shown(&get(PAGE.1, "")), [true, false, false]);
    assert_eq!(shown(&get(PAGE.1, "vino=tinto")), [true, true, false]);
    assert_eq!(shown(&get(PAGE.1, "vino=blanco")), [true, false, false]);
    // A post that a condition asks for is noted when it is visited; others are not.
    let first = get(ASKED_FOR.1, "");
    let (value, _) = cookie(&first, "divi_post_visit").expect("a visit");
    let noted = format!("[{{\"id\":{},\"timestamp\":17952241", ASKED_FOR.0);
    assert!(decoded(value).starts_with(&noted), "{}", decoded(value));
    let after = get(PAGE.1, &format!("divi_post_visit={value}"));
    assert_eq!(shown(&after), [true, false, true]);
    assert!(cookie(&after, "divi_post_visit").is_none());
    assert!(cookie(&get("/contacto/", ""), "divi_post_visit").is_none());
    // What is no cookie of ours changes nothing.
    for broken in [
        "divi_module_views=%%%",
        "divi_module_views=W10=",
        "divi_post_visit=x",
    ] {
        assert_eq!(
            shown(&get(PAGE.1, broken)),
            [true, false, false],
            "{broken}"
        );
    }
}

#[test]
fn counted_on_sqlite() {
    counted(Database::Sqlite);
}

#[test]
fn counted_on_mariadb() {
    counted(Database::MariaDb);
}
