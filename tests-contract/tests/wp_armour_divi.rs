//! The honeypot for Divi's contact form: the mail's fields, and the response to bots.
//!
//! Contract "honeypot", section 5.2 and section 10, cases 19 to 23. The others are those of `wp_armour.rs`.

use compat::binds;
use tests_contract::client::{ClientResponse, send};
use tests_contract::contact_form::request;
use tests_contract::divi_contact_form::{Described, Posted, error, forms};
use tests_contract::divi_stage::{DiviStage, NO_MAIL_SERVER};
use tests_contract::server::Database;
use tests_contract::site::Site;

/// The second form of this page has a name and an address.
const PAGE: &str = "/modulos/formulario-divi-captcha/";
const FIELDS: [Described; 2] = [("nombre", true, "input"), ("correo", true, "email")];
const THANKS: &str = "<p>Gracias por contactarnos</p>";
const INVALID: &str = "Presentación inválida. Actualice la página e intente nuevamente.";

/// The list of the script, with the fields of the honeypot among those of the form.
fn list(last: &str) -> String {
    let of = |id: &str, kind: &str, label: &str| {
        format!(
            r#"{{"field_id":"et_pb_contact_{id}_1","original_id":"{id}","required_mark":"required","field_type":"{kind}","field_label":"{label}"}}"#
        )
    };
    let own = |id: &str| {
        format!(
            r#",{{"field_id":"{id}","original_id":"{id}","required_mark":"not_required","field_type":"input","field_label":"{id}"}}"#
        )
    };
    let own: String = last
        .split(' ')
        .filter(|id| !id.is_empty())
        .map(own)
        .collect();
    let (name, address) = (
        of("nombre", "input", "Señal"),
        of("correo", "email", "Correo"),
    );
    format!("[{name},{address}{own}]")
}

fn letters(stage: &DiviStage) -> Vec<String> {
    const SQL: &str = "SELECT posted_data FROM {p}oxipress_submissions ORDER BY id";
    let rows = stage
        .site
        .load::<(String,)>(SQL, binds![])
        .unwrap_or_default();
    rows.into_iter().map(|(text,)| text).collect()
}

fn robot(stage: &DiviStage) -> ClientResponse {
    let body = b"et_pb_contactform_submit_0=et_contact_proccess".to_vec();
    let headers = [("Content-Type", "application/x-www-form-urlencoded")];
    let posted = request("POST", PAGE, &headers, body);
    send(stage.server.addr, &posted).expect("answer")
}

fn in_front_of_the_form(database: Database) {
    const MESSAGE: &str = "UPDATE {p}options SET option_value = '<b>No</b> & adiós' \
        WHERE option_name = 'wpa_error_message'";
    let site = Site::recorded(database).expect("site");
    assert_eq!(site.execute(MESSAGE, binds![]).expect("option"), 1);
    let stage = DiviStage::on(site, &NO_MAIL_SERVER);
    // 19
    let answer = robot(&stage);
    let wanted =
        "<div id='et_pb_contact_form_0'><p>&lt;b&gt;No&lt;/b&gt; &amp; adiós</p><div></div></div>";
    assert_eq!((answer.status, answer.body.as_str()), (200, wanted));
    let posted = Posted::new(&stage, PAGE, 1, &FIELDS);
    let says = |fields: &str| {
        let posted = posted.clone().with("et_pb_contact_email_fields_N", fields);
        forms(&posted.send(&stage)).remove(1).0
    };
    // 20, 21 and 22: the honeypot's own fields are none of the form's, and the rest keeps its letters.
    for (number, own) in ["alt_s", "casacue4217", "alt_s casacue4217", ""]
        .iter()
        .enumerate()
    {
        assert_eq!(says(&list(own)), THANKS, "{own}");
        let letters = letters(&stage);
        assert_eq!(letters.len(), number + 1, "{own}");
        let last = letters.last().map(String::as_str).unwrap_or_default();
        assert!(
            !last.contains("alt_s") && !last.contains("casacue4217"),
            "{last}"
        );
    }
    let mails = stage.mail_texts();
    assert_eq!(mails.len(), 4);
    for mail in &mails {
        let wanted = "segunda@casascueva.example\nSeñal: Hola\r\nCorreo: ana@casa.example";
        assert_eq!(mail, wanted, "20 to 22");
    }
    // A field that is neither the form's nor the honeypot's is an invention.
    assert_eq!(says(&list("otro")), error(INVALID));
    // 23
    for broken in ["[{", "7", "null", "\"alt_s\"", "[[[[", "{\"0\":1}"] {
        assert_eq!(says(broken), error(INVALID), "{broken}");
    }
    assert_eq!(letters(&stage).len(), 4);
}

#[test]
fn in_front_of_the_form_on_sqlite() {
    in_front_of_the_form(Database::Sqlite);
}

#[test]
fn in_front_of_the_form_on_mariadb() {
    in_front_of_the_form(Database::MariaDb);
}
