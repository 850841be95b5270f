//! Forged and repeated requests to Divi's endpoints: recorded responses, and no invalid or duplicate rows.
//!
//! Contract "divi-ajax", sections 1, 2 and 7; hardening S11.

use compat::binds;
use compat::wordpress::php::hash::base64_encode;
use compat::wordpress::php::{Value, maybe_unserialize, serialize};
use tests_contract::client::{self, ClientResponse};
use tests_contract::contact_form::request;
use tests_contract::divi_stage::{CHECKSUM, DiviStage as Stage, encoded};
use tests_contract::mock_server::MockServer;
use tests_contract::server::Database;
use tests_contract::site::Site;

fn statistics(database: Database) {
    let stage = Stage::new(database, &[]);
    let good = r#"{"test_id":2062,"subject_id":"1","record_type":"read_page"}"#;
    let before = stage.events();
    let huge = format!(
        r#"{{"test_id":2062,"subject_id":"1","record_type":"read_page","x":"{}"}}"#,
        "y".repeat(1024 * 1024)
    );
    let deep = "[".repeat(1024 * 1024);
    for (nonce, json) in [
        ("0000000000", good),
        ("", good),
        (
            &stage.log_nonce,
            r#"{"test_id":1,"subject_id":1,"record_type":"read_page"}"#,
        ),
        (
            &stage.log_nonce,
            r#"{"test_id":2062,"subject_id":1,"record_type":"robo"}"#,
        ),
        (&stage.log_nonce, &deep),
        (&stage.log_nonce, "null"),
    ] {
        let answer = stage.log(nonce, json);
        assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    }
    assert_eq!(stage.events(), before, "nothing of these is counted");
    for json in [good, good, &huge] {
        let answer = stage.log(&stage.log_nonce, json);
        assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    }
    assert_eq!(stage.events(), before + 3);
}

fn foreign_subjects(database: Database) {
    let stage = Stage::new(database, &[]);
    for (id, wanted) in [
        ("2062", r#"{"id":false,"content":""}"#),
        ("999999", r#"{"id":false,"content":""}"#),
        ("-1", r#"{"id":false,"content":""}"#),
    ] {
        let answer = stage.post(&[
            ("action", "et_pb_ab_get_subject_id"),
            ("et_frontend_nonce", &stage.frontend_nonce),
            ("et_pb_ab_test_id", id),
        ]);
        assert_eq!((answer.status, answer.body.as_str()), (200, wanted));
    }
}

/// A page with a split test is not cached; other pages are.
fn kept_pages(database: Database) {
    let stage = Stage::new(database, &[]);
    let visit = |cookie: &str| {
        let headers = [("Cookie", cookie)];
        let request = request("GET", "/prueba-ab/", &headers, Vec::new());
        client::send(stage.server.addr, &request).expect("visit")
    };
    let first: Vec<ClientResponse> = (0..3).map(|_| visit("a=1")).collect();
    let cookie = |answer: &ClientResponse| {
        let found = answer
            .headers
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case("set-cookie"));
        let line = found.map(|(_, v)| v.clone()).unwrap_or_default();
        line.split(';').next().unwrap_or_default().to_owned()
    };
    let cookies: Vec<String> = first.iter().map(cookie).collect();
    assert!(
        cookies
            .iter()
            .all(|c| c.starts_with("et_pb_ab_view_page_20624155302="))
    );
    assert!(cookies[0] != cookies[1] && cookies[1] != cookies[2] && cookies[0] != cookies[2]);
    for (answer, cookie) in first.iter().zip(&cookies) {
        let again = visit(cookie);
        let subject = |body: &str| {
            let (_, after) = body
                .split_once("et_pb_ab_subject_id-2062_")
                .unwrap_or_default();
            after.get(..1).unwrap_or_default().to_owned()
        };
        assert_eq!(subject(&again.body), subject(&answer.body));
        assert!(
            !again
                .headers
                .iter()
                .any(|(n, _)| n.eq_ignore_ascii_case("set-cookie"))
        );
    }
}

fn newsletters(database: Database) {
    let service = MockServer::start(|_| (503, "{}".into())).expect("stand-in");
    let url = format!("http://{}", service.addr);
    let stage = Stage::new(database, &[("OXIPRESS_DIVI_PROVIDER_URL", &url)]);
    // Contract, section 7, case 15: the visitor is told; the subscription waits, once, for the service.
    for _ in 0..3 {
        let answer = stage.subscribe("mailchimp", CHECKSUM, "ana@casa.example");
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=UTF-8")
        );
        let told = r#"{"error":"Error de suscripci\u00f3n: An error occurred, please try later."}"#;
        assert_eq!(answer.body, told);
    }
    let rows = stage.subscribers();
    assert_eq!(rows, [("ana@casa.example".into(), "queued".into())]);
    // Of a service that we do not know the address is kept; a forged checksum is none.
    let answer = stage.subscribe("aweber", CHECKSUM, "eva@casa.example");
    assert_eq!(answer.body, r#"{"success":true}"#);
    let forged = "0".repeat(32);
    for checksum in [forged.as_str(), "", "../../x"] {
        let answer = stage.subscribe("mailchimp", checksum, "leo@casa.example");
        assert!(
            answer
                .body
                .starts_with(r#"{"success":false,"data":{"error":"#)
        );
    }
    let rows = stage.subscribers();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert_eq!(rows[1], ("eva@casa.example".into(), "kept".into()));
}

fn own_list(database: Database) {
    let stage = Stage::new(database, &[]);
    for _ in 0..2 {
        let answer = stage.subscribe("local", CHECKSUM, "ana@casa.example");
        assert_eq!(answer.body, r#"{"success":true}"#);
    }
    let state = |wanted: &str| {
        let rows = stage.subscribers();
        assert_eq!(rows, [("ana@casa.example".to_owned(), wanted.to_owned())]);
    };
    state("pending");
    const MAILS: &str = "SELECT COUNT(*) FROM {p}oxipress_outbox";
    let mails = stage.site.load::<(i64,)>(MAILS, Vec::new()).expect("rows");
    assert_eq!(mails, [(1,)], "one letter for two subscriptions");
    const TOKEN: &str = "SELECT token FROM {p}oxipress_subscribers";
    let token = stage
        .site
        .load::<(String,)>(TOKEN, Vec::new())
        .expect("rows");
    let open = |token: &str| {
        let path = format!("/?oxipress_subscription={token}");
        let request = request("GET", &path, &[], Vec::new());
        client::send(stage.server.addr, &request)
            .expect("page")
            .status
    };
    assert_eq!(open("x"), 404);
    state("pending");
    assert_eq!(open(&token[0].0), 200);
    state("subscribed");
}

/// MailPoet's tables, as far as a subscription needs them.
const MAILPOET: [&str; 6] = [
    "CREATE TABLE {p}mailpoet_settings (name varchar(50) NOT NULL, value longtext)",
    "CREATE TABLE {p}mailpoet_segments (id int NOT NULL, name varchar(90) NOT NULL)",
    "CREATE TABLE {p}mailpoet_subscribers (id integer NOT NULL PRIMARY KEY {auto}, email varchar(150) NOT NULL UNIQUE, \
     first_name varchar(255), last_name varchar(255), status varchar(12), subscribed_ip varchar(45), \
     confirmed_ip varchar(45), confirmed_at timestamp NULL, source varchar(20), created_at timestamp NULL, \
     link_token char(32), count_confirmations int NOT NULL DEFAULT 0)",
    "CREATE TABLE {p}mailpoet_subscriber_segment (subscriber_id int, segment_id int, status varchar(12), \
     created_at timestamp NULL, UNIQUE (subscriber_id, segment_id))",
    "INSERT INTO {p}mailpoet_settings (name, value) VALUES ('signup_confirmation', \
     'a:3:{s:7:\"enabled\";s:1:\"1\";s:7:\"subject\";s:20:\"Hola [site:title] ok\";s:4:\"body\";s:40:\"[activation_link]Sigue[/activation_link]\";}')",
    "INSERT INTO {p}mailpoet_segments (id, name) VALUES (123, 'Amigos')",
];

/// A list of MailPoet: one letter, in the plugin's words; its link confirms, another one does not.
fn mailpoet(database: Database) {
    let site = Site::recorded(database).expect("site");
    for sql in MAILPOET {
        let auto = match database {
            Database::Sqlite => "AUTOINCREMENT",
            Database::MariaDb => "AUTO_INCREMENT",
        };
        let sql: &'static str = Box::leak(sql.replace("{auto}", auto).into_boxed_str());
        site.execute(sql, Vec::new()).expect("table");
    }
    const ACTIVE: &str = "SELECT option_value FROM {p}options WHERE option_name = 'active_plugins'";
    const SET: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'active_plugins'";
    let rows = site
        .load::<(Vec<u8>,)>(ACTIVE, Vec::new())
        .expect("plugins");
    let mut plugins = maybe_unserialize(&rows[0].0);
    if let Value::Array(list) = &mut plugins {
        list.push("mailpoet/mailpoet.php");
    }
    site.execute(SET, binds![serialize(&plugins)])
        .expect("plugins");
    let stage = Stage::on(site, &[]);
    for _ in 0..2 {
        let answer = stage.subscribe("mailpoet", CHECKSUM, "ana@casa.example");
        assert_eq!(answer.body, r#"{"success":true}"#);
    }
    let states = || {
        const SQL: &str = "SELECT status, count_confirmations FROM {p}mailpoet_subscribers";
        stage
            .site
            .load::<(String, i64)>(SQL, Vec::new())
            .expect("rows")
    };
    assert_eq!(states(), [("unconfirmed".into(), 2)]);
    // One letter at a time asks; its link holds what is stored of the address.
    const MAILS: &str =
        "SELECT COUNT(*) FROM {p}oxipress_outbox WHERE mail LIKE '%Hola Casas Cueva La Loma ok%'";
    let mails = stage.site.load::<(i64,)>(MAILS, Vec::new());
    assert_eq!(mails.expect("mails"), [(2,)]);
    const TOKEN: &str = "SELECT link_token FROM {p}mailpoet_subscribers";
    let tokens = stage.site.load::<(String,)>(TOKEN, Vec::new());
    let token = tokens.expect("token").remove(0).0;
    let link = |token: &str| {
        let json = format!(r#"{{"token":"{token}","email":"ana@casa.example"}}"#);
        let data = encoded(&base64_encode(json.as_bytes()));
        format!(
            "/?mailpoet_page=subscriptions&mailpoet_router&endpoint=subscription&action=confirm&data={data}"
        )
    };
    let open = |path: &str| {
        let request = request("GET", path, &[], Vec::new());
        client::send(stage.server.addr, &request)
            .expect("page")
            .status
    };
    assert_eq!(open(&link("")), 404);
    assert_eq!(open(&link("0".repeat(32).as_str())), 404);
    assert_eq!(states()[0].0, "unconfirmed");
    assert_eq!(open(&link(&token)), 200);
    assert_eq!(states()[0].0, "subscribed");
}

fn run(database: Database) {
    mailpoet(database);
    statistics(database);
    foreign_subjects(database);
    kept_pages(database);
    newsletters(database);
    own_list(database);
}

#[test]
fn on_sqlite() {
    run(Database::Sqlite);
}

#[test]
fn on_mariadb() {
    run(Database::MariaDb);
}
