//! Contact forms of owners: rows as in the recordings owner/cf7-*.

use compat::binds;
use serde_json::json;
use tests_contract::server::Database;

use crate::owner_terms::api::Owned;

const ROUTE: &str = "/contact-form-7/v1/contact-forms";
const NEW: &str = r#"{"title":"Pregunta rápida","locale":"es_ES","form":"[text* nombre][email* correo][submit \"Enviar\"]",
    "mail":{"subject":"De [nombre]","sender":"x@casascueva.example","recipient":"anfitrion@casascueva.example",
    "body":"[nombre]","additional_headers":"Reply-To: [correo]"}"#;

fn life_of_a_form(database: Database) {
    const ROW: &str = "SELECT CONCAT(post_name, '|', post_status, '|', comment_status, '|', guid) FROM {p}posts WHERE ID = ?";
    const KEYS: &str = "SELECT meta_key FROM {p}postmeta WHERE post_id = ? ORDER BY meta_id";
    const META: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ?";
    let owned = Owned::start(database);
    let by = |method: &str, route: &str, body: &str| owned.ask("editora", method, route, body);
    let (status, dry) = by("POST", ROUTE, &format!("{NEW}}}"));
    assert_eq!(
        (status, &dry["id"], &dry["slug"]),
        (200, &json!(null), &json!(null))
    );
    let (status, made) = by("POST", ROUTE, &format!("{NEW},\"context\":\"save\"}}"));
    let id = made["id"].as_i64().expect("id");
    assert_eq!((status, &made["config_errors"]), (200, &json!([])));
    let guid =
        |amp: &str| format!("http://127.0.0.1:8081/?post_type=wpcf7_contact_form{amp}p={id}");
    let row = format!("pregunta-rapida|publish|closed|{}", guid("&"));
    assert_eq!(owned.column(ROW, binds![id]), row);
    let keys = "_form,_mail,_mail_2,_messages,_additional_settings,_locale,_hash";
    assert_eq!(owned.column(KEYS, binds![id]), keys);
    assert_eq!(owned.column(META, binds![id, "_hash"]).len(), 64);
    let one = format!("{ROUTE}/{id}");
    let (_, changed) = by(
        "PUT",
        &one,
        r#"{"context":"save","title":"Pregunta breve","messages":{"mail_sent_ok":"Hecho.","otra":"x"}}"#,
    );
    assert_eq!(
        changed["properties"]["messages"],
        json!({ "mail_sent_ok": "Hecho." })
    );
    let messages = owned.column(META, binds![id, "_messages"]);
    assert_eq!(messages, "a:1:{s:12:\"mail_sent_ok\";s:6:\"Hecho.\";}");
    assert!(owned.column(ROW, binds![id]).ends_with(&guid("&#038;")));
    let (_, changed) = by(
        "PUT",
        &one,
        r#"{"context":"save","mail":{"recipient":"no es correo"}}"#,
    );
    assert_eq!(changed["properties"]["mail"]["sender"], "");
    assert!(
        owned
            .column(META, binds![id, "_messages"])
            .starts_with("a:23:")
    );
    let (status, refused) = owned.ask("suscriptora", "PUT", &one, r#"{"title":"x"}"#);
    assert_eq!((status, &refused["code"]), (403, &json!("wpcf7_forbidden")));
    let (_, found) = owned.ask("autora", "GET", &format!("{ROUTE}?search=breve"), "");
    assert_eq!(found[0]["id"], id);
    let (status, gone) = by("DELETE", &one, "");
    assert_eq!((status, gone), (200, json!({ "deleted": true })));
    assert_eq!(owned.column(KEYS, binds![id]), "");
    let (status, _) = by("DELETE", &one, "");
    assert_eq!(status, 404);
}

#[test]
fn contact_forms_are_written_as_the_plugin_writes_them() {
    life_of_a_form(Database::Sqlite);
}

#[test]
fn contact_forms_are_written_as_the_plugin_writes_them_on_mariadb() {
    life_of_a_form(Database::MariaDb);
}
