//! The column `wp_armour`: the contract's case table on both databases.
//!
//! Contract "honeypot", sections 5 to 7 and 10. Cases 19 to 23 are tables beside the code, 36 to 39 run in
//! a browser.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::binds;
use serde_json::Value;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::recording::{Request, load};
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::{Visit, post_form};
use tests_contract::{expected, fixtures};

/// The demo site's message for bots.
const MESSAGE: &str = "Envío bloqueado: parece automático o JavaScript está desactivado.";
/// The two fields as the script fills them in.
const FIELDS: &str = "&casacue4217=384211&alt_s=";
const POST: &str = "/paseo-por-las-carcavas/";

/// The recorded site with its database in reach.
struct Stage {
    site: Site,
    server: Oxipress,
}

impl Stage {
    fn new(database: Database) -> Self {
        let site = Site::recorded(database).expect("site");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { site, server }
    }

    fn post(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> ClientResponse {
        post_form(self.server.addr, path, body, headers).expect("answer")
    }

    /// Hits that a system counted, ever; nothing counted is 0.
    fn hits(&self, system: &str) -> i64 {
        let stats = self.stats();
        stats[system]["all_time"].as_i64().unwrap_or_default()
    }

    fn stats(&self) -> Value {
        const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = 'wpa_stats'";
        let rows: Vec<(String,)> = self.site.load(SQL, binds![]).expect("statistics");
        let text = rows.first().map_or("", |(text,)| text.as_str());
        serde_json::from_str(text).unwrap_or_default()
    }

    fn set_stats(&self, text: &'static str) {
        const SQL: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'wpa_stats'";
        self.site.execute(SQL, binds![text]).expect("statistics");
    }

    fn comments(&self) -> i64 {
        let rows: Vec<(i64,)> = self
            .site
            .load("SELECT COUNT(*) FROM {p}comments", binds![])
            .expect("comments");
        rows.first().map_or(0, |(count,)| *count)
    }

    /// Signs in and gives the cookies of the visit.
    fn sign_in(&self) -> String {
        Visit::sign_in(self.server.addr).expect("login").cookies
    }
}

fn comment(text: &str, fields: &str) -> String {
    format!(
        "comment={text}&author=Ana&email=ana%40ejemplo.example&url=&comment_post_ID=27&comment_parent=0{fields}"
    )
}

/// The object behind the global of a page.
fn field_info(body: &str) -> Value {
    let after = body
        .split_once("wpa_field_info = JSON.parse(atob(\"")
        .expect("the global")
        .1;
    let encoded = after.split_once('"').expect("its end").0;
    serde_json::from_slice(&STANDARD.decode(encoded).expect("base64")).expect("JSON")
}

/// Cases 10, 11, 12 and 16, and the order: the script, right behind it the global.
fn pages_carry_script_and_global(stage: &Stage) {
    for path in [POST, "/?s=cueva", "/no-existe/", "/wp-login.php"] {
        let page = get_with(stage.server.addr, path, &[]).expect("page").body;
        assert!(page.contains("<link rel='stylesheet' id='wpa-css-css' href='http://127.0.0.1:8081/wp-content/plugins/honeypot/includes/css/wpa.css?ver=2.4' type='text/css' media='all' />"), "{path}");
        let script = "honeypot/includes/js/wpa.js?ver=2.4\" id=\"wpascript-js\"></script>\n<script type=\"text/javascript\" id=\"wpascript-js-after\">\n/* <![CDATA[ */\nwpa_field_info = ";
        assert!(page.contains(script), "{path}");
        let info = field_info(&page);
        let keys: Vec<&String> = info.as_object().expect("object").keys().collect();
        assert_eq!(keys, ["wpa_field_name", "wpa_field_value", "wpa_add_test"]);
        assert_eq!(info["wpa_field_name"], "casacue4217", "{path}");
        assert_eq!(info["wpa_add_test"], "no", "{path}");
        let value = info["wpa_field_value"].as_i64().expect("a number");
        assert!((1111..=999_999).contains(&value), "{path}: {value}");
    }
}

/// Cases 13 and 14, and 15 with the role taken away.
fn the_test_box_is_an_administrators(database: Database) {
    const BOX: &str =
        "UPDATE {p}options SET option_value = 'no' WHERE option_name = 'wpa_disable_test_widget'";
    const ROLE: &str = "UPDATE {p}usermeta SET meta_value = 'a:1:{s:6:\"editor\";b:1;}' WHERE meta_key = 'wp_capabilities'";
    let stage = Stage::new(database);
    let cookies = stage.sign_in();
    let sees = |stage: &Stage, cookies: &str, path: &str| {
        let server = Oxipress::serve_recorded_site(&stage.site.url, &[], &[]).expect("server");
        let page = get_with(server.addr, path, &[("Cookie", cookies)]).expect("page");
        field_info(&page.body)["wpa_add_test"].clone()
    };
    assert_eq!(sees(&stage, &cookies, POST), "no", "switched off");
    stage.site.execute(BOX, binds![]).expect("option");
    assert_eq!(sees(&stage, &cookies, POST), "yes");
    assert_eq!(
        sees(&stage, &cookies, "/wp-login.php?action=lostpassword"),
        "yes"
    );
    assert_eq!(sees(&stage, "", POST), "no", "nobody");
    stage.site.execute(ROLE, binds![]).expect("role");
    assert_eq!(sees(&stage, &cookies, POST), "no", "an editor");
}

/// Cases 17, 18, 24, 30 and 31.
fn the_builders_form(stage: &Stage) {
    let before = stage.hits("divi_form");
    for (number, id) in [
        ("_0", "_0"),
        ("_1", "_1"),
        ("_0%22%3E%3Cx", "_0&quot;&gt;&lt;x"),
    ] {
        let body = format!("et_pb_contactform_submit{number}=et_contact_proccess&casacue4217=1");
        for path in ["/", "/no-existe/"] {
            let answer = stage.post(path, &body, &[]);
            let wanted =
                format!("<div id='et_pb_contact_form{id}'><p>{MESSAGE}</p><div></div></div>");
            assert_eq!((answer.status, answer.body), (200, wanted), "{path}");
        }
    }
    assert_eq!(stage.hits("divi_form"), before + 6);
    let person = format!(
        "et_pb_contactform_submit_0=et_contact_proccess{FIELDS}&et_pb_contact_email_fields_0=%5B%7B"
    );
    assert!(
        stage.post("/", &person, &[]).body.contains("<body"),
        "a person gets the page"
    );
    stage.post(
        "/wp-admin/admin-ajax.php",
        "action=heartbeat&et_pb_contactform_submit_0=1",
        &[],
    );
    stage.post(
        "/wp-admin/admin-ajax.php",
        "action=et_pb_submit_subscribe_form",
        &[],
    );
    stage.post("/", "et_pb_search=1", &[]);
    assert_eq!(
        stage.hits("divi_form"),
        before + 6,
        "neither ajax calls nor other forms"
    );
}

/// A contact form's valid fields and more, as its script sends them.
fn feedback(stage: &Stage, more: &[(&str, &str)], without: &str) -> Value {
    const BOUNDARY: &str = "----CasasCuevaFrontera";
    const VALID: [(&str, &str); 14] = [
        ("_wpcf7", "235"),
        ("_wpcf7_version", "6.1.6"),
        ("_wpcf7_locale", "es_ES"),
        ("_wpcf7_unit_tag", "wpcf7-f235-p1989-o1"),
        ("_wpcf7_container_post", "1989"),
        ("tu-nombre", "Ana Prueba"),
        ("tu-correo", "ana@ejemplo.example"),
        ("tu-telefono", "+34 600 11 22 33"),
        ("llegada", "2028-05-10"),
        ("salida", "2028-05-14"),
        ("huespedes", "4"),
        ("casa", "Cueva Grande"),
        ("tu-mensaje", "Cuatro noches en mayo."),
        ("acepto", "1"),
    ];
    let fields = VALID
        .iter()
        .filter(|(name, _)| *name != without)
        .chain(more);
    let mut body: String = fields
        .map(|(name, value)| {
            format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            )
        })
        .collect();
    body.push_str(&format!("--{BOUNDARY}--\r\n"));
    let request = Request {
        method: "POST".into(),
        path: "/wp-json/contact-form-7/v1/contact-forms/235/feedback".into(),
        headers: vec![
            (
                "Content-Type".into(),
                format!("multipart/form-data; boundary={BOUNDARY}"),
            ),
            // A message without the name of a program is spam by itself.
            ("User-Agent".into(), "Mozilla/5.0 (prueba)".into()),
        ],
        body: body.into_bytes(),
        source_address: None,
    };
    let answer = send(stage.server.addr, &request).expect("answer");
    serde_json::from_str(&answer.body).expect("JSON")
}

/// Cases 1 to 9.
fn contact_forms(stage: &Stage) {
    let (before, total) = (stage.hits("contactform7"), stage.hits("total"));
    let robots: [&[(&str, &str)]; 5] = [
        &[("alt_s", "")],
        &[("casacue4217", "1")],
        &[("casacue4217", "1"), ("alt_s", "x")],
        &[("casacue4217", "1"), ("alt_s", " ")],
        &[],
    ];
    for more in robots {
        let answer = feedback(stage, more, "");
        assert_eq!(answer["status"], "validation_failed", "{more:?} {answer}");
        let invalid = answer["invalid_fields"].as_array().expect("a list");
        assert_eq!(invalid.len(), 1, "{more:?}");
        assert_eq!(invalid[0]["field"], "tu-nombre", "{more:?}");
        assert_eq!(invalid[0]["message"], MESSAGE, "{more:?}");
    }
    let hits = || (stage.hits("contactform7"), stage.hits("total"));
    assert_eq!(hits(), (before + 5, total + 5));
    // With an invalid field, the honeypot check does not run.
    let answer = feedback(stage, &[], "tu-nombre");
    assert_eq!(answer["status"], "validation_failed");
    assert_ne!(answer["invalid_fields"][0]["message"], MESSAGE);
    let people: [&[(&str, &str)]; 3] = [
        &[("casacue4217", "1"), ("alt_s", "")],
        &[("casacue4217", ""), ("alt_s", "")],
        &[("casacue4217", "1"), ("alt_s", "0")],
    ];
    for more in people {
        assert_eq!(feedback(stage, more, "")["status"], "mail_sent", "{more:?}");
    }
    assert_eq!(hits(), (before + 5, total + 5));
}

/// Cases 25 to 27.
fn comments(stage: &Stage) {
    let (rows, hits) = (stage.comments(), stage.hits("wpcomment"));
    for fields in [
        "",
        "&casacue4217=1",
        "&alt_s=",
        "&casacue4217=1&alt_s=x",
        "&casacue4217=1&alt_s=+",
    ] {
        let answer = stage.post("/wp-comments-post.php", &comment("Sin+trampa", fields), &[]);
        assert_eq!(answer.status, 500, "{fields}");
        assert!(
            answer
                .body
                .contains(&format!("<div class=\"wp-die-message\">{MESSAGE}</div>")),
            "{fields}"
        );
    }
    assert_eq!(
        (stage.comments(), stage.hits("wpcomment")),
        (rows, hits + 5)
    );
    // The form's own checks come first, and are no hit.
    let empty = stage.post("/wp-comments-post.php", &comment("", ""), &[]);
    assert_eq!((empty.status, stage.hits("wpcomment")), (200, hits + 5));
    let answer = stage.post(
        "/wp-comments-post.php",
        &comment("Con+trampa", "&casacue4217=&alt_s=0"),
        &[],
    );
    assert_eq!(
        (answer.status, stage.comments()),
        (302, rows + 1),
        "{}",
        answer.body
    );
    assert_eq!(stage.hits("wpcomment"), hits + 5);
}

/// Cases 28 and 29, and section 5.4: a bot with the correct password is logged in and counted.
fn the_login_page(stage: &Stage) {
    const INITIATOR: &str = "<input type=\"hidden\" id=\"wpa_initiator\" class=\"wpa_initiator\" name=\"wpa_initiator\" value=\"\" />";
    for path in ["/wp-login.php", "/wp-login.php?action=lostpassword"] {
        let page = get_with(stage.server.addr, path, &[]).expect("page").body;
        assert!(page.contains(INITIATOR), "{path}");
    }
    let (login, lost) = (stage.hits("wplogin"), stage.hits("losspassword"));
    let answer = stage.post("/wp-login.php", "log=anfitrion&pwd=demo-password", &[]);
    assert_eq!((answer.status, stage.hits("wplogin")), (302, login + 1));
    let answer = stage.post("/wp-login.php", "log=&pwd=x", &[]);
    assert!(
        answer.body.contains(MESSAGE),
        "told where nothing is left to check"
    );
    assert_eq!(stage.hits("wplogin"), login + 2);
    let answer = stage.post(
        "/wp-login.php?action=lostpassword",
        "user_login=anfitrion",
        &[],
    );
    assert_eq!((answer.status, answer.body.contains(MESSAGE)), (200, true));
    assert_eq!(stage.hits("losspassword"), lost + 1);
    let body = format!("user_login=anfitrion{FIELDS}");
    let answer = stage.post("/wp-login.php?action=lostpassword", &body, &[]);
    assert_eq!((answer.status, stage.hits("losspassword")), (302, lost + 1));
}

/// Cases 32 to 35: what is stored already.
fn statistics_go_on_from_what_is_stored(stage: &Stage) {
    let hit = || stage.post("/", "et_pb_contactform_submit_0=1", &[]);
    for text in ["", "{", "[]", "null", "{\"total\":7}"] {
        stage.set_stats(text);
        assert_eq!(hit().status, 200);
        assert_eq!(
            (stage.hits("total"), stage.hits("divi_form")),
            (1, 1),
            "{text}"
        );
    }
    // The clock shows Saturday, 21 November 2026.
    stage.set_stats("{\"total\":{\"today\":{\"date\":\"20261116\",\"count\":3},\"week\":{\"date\":\"20261116\",\"count\":5},\"month\":{\"date\":\"20261031\",\"count\":9},\"all_time\":41},\"otro\":{\"x\":\"ñ\"}}");
    hit();
    let stats = stage.stats();
    let count = |period: &str| stats["total"][period]["count"].as_i64();
    assert_eq!(
        (count("today"), count("week"), count("month")),
        (Some(1), Some(6), Some(1))
    );
    assert_eq!(
        (stats["total"]["all_time"].as_i64(), &stats["otro"]["x"]),
        (Some(42), &"ñ".into())
    );
    assert_eq!(stats["divi_form"]["week"]["date"], "20261121");
    stage
        .site
        .execute(
            "DELETE FROM {p}options WHERE option_name = 'wpa_stats'",
            binds![],
        )
        .expect("delete");
    hit();
    assert_eq!(stage.hits("total"), 1, "no row");
}

/// Case 40: hits at the same time on two instances, with the row and without.
fn no_hit_is_lost(stage: &Stage) {
    let other = Oxipress::serve_recorded_site(&stage.site.url, &[], &[]).expect("server");
    for (start, before) in [("", 0), ("missing", 0)] {
        stage.set_stats("");
        if start == "missing" {
            stage
                .site
                .execute(
                    "DELETE FROM {p}options WHERE option_name = 'wpa_stats'",
                    binds![],
                )
                .expect("delete");
        }
        std::thread::scope(|scope| {
            for i in 0..50 {
                let server = if i % 2 == 0 { &stage.server } else { &other };
                scope.spawn(move || {
                    let answer = post_form(server.addr, "/", "et_pb_contactform_submit_0=1", &[])
                        .expect("answer");
                    assert_eq!(answer.status, 200, "{}", answer.body);
                });
            }
        });
        assert_eq!(
            (stage.hits("total"), stage.hits("divi_form")),
            (before + 50, before + 50),
            "{start}"
        );
    }
}

/// Counting hits does not invalidate cached pages.
fn kept_pages_outlive_hits(stage: &Stage) {
    let age = || {
        let page = get_with(stage.server.addr, POST, &[]).expect("page");
        page.header("etag").map(str::to_owned)
    };
    let hits = || {
        stage
            .server
            .metric("oxipress_cache_total{result=\"hit\"}")
            .expect("metric")
    };
    // Earlier changes are told for some seconds: MariaDB's times are whole seconds.
    let wait = |millis| std::thread::sleep(std::time::Duration::from_millis(millis));
    while {
        let tag = age();
        wait(2500);
        age() != tag
    } {}
    let (tag, before) = (age(), hits());
    for _ in 0..3 {
        stage.post("/", "et_pb_contactform_submit_0=1", &[]);
        wait(1100);
        assert_eq!(age(), tag);
    }
    assert_eq!(hits(), before + 3, "each look was a hit");
}

/// Registration, where the site allows it: the message stands among the form's other errors.
fn registration(database: Database) {
    const OPEN: &str =
        "UPDATE {p}options SET option_value = '1' WHERE option_name = 'users_can_register'";
    let site = Site::recorded(database).expect("site");
    site.execute(OPEN, binds![]).expect("option");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let stage = Stage { site, server };
    let path = "/wp-login.php?action=register";
    let robot = "user_login=robot&user_email=robot%40ejemplo.example";
    let answer = stage.post(path, robot, &[]);
    assert_eq!(
        (answer.status, answer.body.contains(MESSAGE)),
        (200, true),
        "{}",
        answer.body
    );
    assert_eq!(stage.hits("wpregistration"), 1);
    let person = format!("user_login=ana&user_email=ana%40ejemplo.example{FIELDS}");
    let answer = stage.post(path, &person, &[]);
    assert_eq!((answer.status, stage.hits("wpregistration")), (302, 1));
}

#[test]
fn registration_on_sqlite() {
    registration(Database::Sqlite);
}

#[test]
fn registration_on_mariadb() {
    registration(Database::MariaDb);
}

fn recordings(stage: &Stage) {
    let dir = fixtures().join("recordings/wp-armour/divi-contact");
    let found = replay(stage.server.addr, &load(&dir).expect("recordings")).expect("replay");
    expected::check("wp-armour", &found).expect("no other differences");
}

fn case_table(database: Database) {
    let stage = Stage::new(database);
    recordings(&stage);
    pages_carry_script_and_global(&stage);
    the_builders_form(&stage);
    contact_forms(&stage);
    comments(&stage);
    the_login_page(&stage);
    kept_pages_outlive_hits(&stage);
    statistics_go_on_from_what_is_stored(&stage);
    no_hit_is_lost(&stage);
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
fn test_box_on_sqlite() {
    the_test_box_is_an_administrators(Database::Sqlite);
}

#[test]
fn test_box_on_mariadb() {
    the_test_box_is_an_administrators(Database::MariaDb);
}

/// Case 10 without the site's own scripts: the global and the login page's form work with our browser module.
#[test]
fn our_own_scripts_find_what_they_need() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let server = Oxipress::serve(&site.url, &["--frontend", "react"], &[]).expect("server");
    for path in [POST, "/wp-login.php?action=lostpassword"] {
        let page = get_with(server.addr, path, &[]).expect("page").body;
        assert_eq!(field_info(&page)["wpa_field_name"], "casacue4217");
        assert!(
            page.contains("id=\"oxipress-modules-js\"") && !page.contains("wpa.js"),
            "{path}"
        );
    }
    let sheet = get_with(
        server.addr,
        "/wp-content/plugins/honeypot/includes/css/wpa.css?ver=2.4",
        &[],
    )
    .expect("sheet");
    assert_eq!(
        (sheet.status, sheet.header("content-type")),
        (200, Some("text/css; charset=utf-8"))
    );
    assert!(sheet.body.contains(".altEmail_container"));
}
