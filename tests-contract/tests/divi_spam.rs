//! Spam protection of Divi's forms against a mock: human, bot, failing service, form without an account; on both
//! databases.
//!
//! Contract "divi-ajax", sections 2 (row 5), 3.1 (4b) and 4.

use compat::binds;
use compat::wordpress::php::{Value, serialize};
use tests_contract::client::get_with;
use tests_contract::divi_contact_form::{Described, Posted, error, forms};
use tests_contract::divi_stage::{CHECKSUM, DiviStage};
use tests_contract::mock_server::{MockServer, Sent};
use tests_contract::server::Database;
use tests_contract::site::Site;

const PAGE: &str = "/modulos/formulario-divi-captcha/";
const THANKS: &str = "<p>Gracias por contactarnos</p>";
const NAME: [Described; 1] = [("nombre", true, "input")];

fn verdict(sent: &Sent) -> (u16, String) {
    assert!(sent.body.contains("secret=s3creto"), "{}", sent.body);
    let score = |score: &str| format!(r#"{{"success":true,"score":{score},"action":"x"}}"#);
    if sent.body.contains("response=humano") {
        (200, score("0.9"))
    } else if sent.body.contains("response=dudoso") {
        (200, score("0.6"))
    } else if sent.body.contains("response=roto") {
        (500, "no".to_owned())
    } else {
        (
            200,
            r#"{"success":false,"error-codes":["timeout-or-duplicate"]}"#.to_owned(),
        )
    }
}

/// A form whose account and least score are given.
fn form(account: &str, more: &str) -> String {
    format!(
        "[et_pb_contact_form captcha=\"on\" use_spam_service=\"on\" spam_provider=\"recaptcha\" \
         recaptcha_list=\"{account}\" {more} email=\"a@casa.example\" _builder_version=\"4.20.4\"]\
         [et_pb_contact_field field_id=\"Nombre\" field_title=\"Nombre\" _builder_version=\"4.20.4\"]\
         [/et_pb_contact_field][/et_pb_contact_form]"
    )
}

fn site(database: Database) -> Site {
    const CONTENT: &str = "UPDATE {p}posts SET post_content = ? WHERE ID = 2054";
    const DROP: &str = "DELETE FROM {p}options WHERE option_name = 'et_core_api_spam_options'";
    const ADD: &str = "INSERT INTO {p}options (option_name, option_value, autoload) \
        VALUES ('et_core_api_spam_options', ?, 'yes')";
    let site = Site::recorded(database).expect("site");
    let forms = [
        form("cuenta", ""),
        form("cuenta", "recaptcha_min_score=\"0.7\""),
        form("", ""),
    ];
    let content = format!(
        "[et_pb_section fb_built=\"1\" _builder_version=\"4.20.4\"][et_pb_row _builder_version=\"4.20.4\"]\
         [et_pb_column type=\"4_4\" _builder_version=\"4.20.4\"]{}[/et_pb_column][/et_pb_row][/et_pb_section]",
        forms.concat()
    );
    site.execute(CONTENT, binds![content]).expect("page");
    let keys = Value::array()
        .with("site_key", "p6blica")
        .with("secret_key", "s3creto");
    let accounts = Value::array().with("recaptcha", Value::array().with("cuenta", keys));
    let option = serialize(&Value::array().with("accounts", accounts));
    site.execute(DROP, binds![]).expect("option");
    site.execute(ADD, binds![option]).expect("option");
    site
}

fn forms_ask_the_service(database: Database) {
    const ON: &str = "UPDATE {p}options SET option_value = 'on' WHERE option_name = ?";
    let service = MockServer::start(verdict).expect("stand-in");
    let url = format!("http://{}/siteverify", service.addr);
    let site = site(database);
    let name = format!("et_pb_signup_{CHECKSUM}");
    // The form of the demo site asks the service, too; it does not say whose account.
    assert_eq!(site.execute(ON, binds![name]).expect("option"), 1);
    let stage = DiviStage::on(site, &[("OXIPRESS_DIVI_RECAPTCHA_URL", &url)]);
    let page = get_with(stage.server.addr, PAGE, &[]).expect("page").body;
    assert_eq!(page.matches("et_pb_recaptcha_enabled").count(), 3, "{page}");
    assert!(!page.contains("et_pb_contact_captcha_0"), "no sum");
    assert!(page.contains("https://www.google.com/recaptcha/api.js?render=p6blica"));
    let says = |number: usize, token: &str| {
        let posted = Posted::new(&stage, PAGE, number, &NAME).with("token", token);
        let all = forms(&posted.send(&stage));
        assert_eq!(all.len(), 3);
        all[number].0.clone()
    };
    let robot = error("Debe ser humano para enviar este formulario.");
    for (number, token, wanted) in [
        (0, "humano", THANKS),
        (0, "dudoso", THANKS),
        (0, "", &robot),
        (0, "otro", &robot),
        (0, "roto", &robot),
        (1, "humano", THANKS),
        (1, "dudoso", &robot),
        // Without an account nobody is asked; a page's script sends a token all the same.
        (2, "otro", THANKS),
        (2, "", &robot),
    ] {
        assert_eq!(says(number, token), wanted, "form {number}, {token}");
    }
    assert_eq!(service.received_requests().len(), 6);
    let subscribe = |token: &str| {
        let answer = stage.post(&[
            ("action", "et_pb_submit_subscribe_form"),
            ("et_frontend_nonce", &stage.frontend_nonce),
            ("et_list_id", "abc123"),
            ("et_email", "ana@casa.example"),
            ("et_provider", "aweber"),
            ("et_checksum", CHECKSUM),
            ("token", token),
        ]);
        (
            answer.header("content-type").unwrap_or_default().to_owned(),
            answer.body,
        )
    };
    let refused =
        r#"{"success":false,"data":{"error":"Debe ser humano para enviar este formulario."}}"#;
    for token in ["", "otro", "roto"] {
        let (kind, body) = subscribe(token);
        assert_eq!(
            (kind.as_str(), body.as_str()),
            ("application/json; charset=UTF-8", refused)
        );
    }
    assert!(stage.subscribers().is_empty());
    assert_eq!(subscribe("humano").1, r#"{"success":true}"#);
    assert_eq!(stage.subscribers().len(), 1);
}

#[test]
fn forms_ask_the_service_on_sqlite() {
    forms_ask_the_service(Database::Sqlite);
}

#[test]
fn forms_ask_the_service_on_mariadb() {
    forms_ask_the_service(Database::MariaDb);
}
