//! Settings: stored values, refusals, pages, the mail about a new address. Recordings owner/settings-*.

use serde_json::json;
use tests_contract::server::Database;

use super::api::Owned;

#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn settings(database: Database) {
    let owned = Owned::start(database);
    let post = |body: &str| owned.ask("duena", "POST", "/wp/v2/settings", body);
    let (_, before) = owned.ask("duena", "GET", "/wp/v2/settings", "");
    let keys: Vec<&String> = before.as_object().expect("settings").keys().collect();
    assert_eq!(
        (keys.len(), before["use_smilies"].clone()),
        (26, json!(true))
    );
    assert!(
        owned
            .page("/paseo-por-las-carcavas/")
            .contains("Casas Cueva La Loma")
    );
    let (status, found) = post(
        r#"{"title":"Casas & Loma","description":"Rural <b>x</b>","use_smilies":false,"posts_per_page":5,
            "timezone":"Luna/Mar","language":"xx_XX","no_existe":1}"#,
    );
    assert_eq!(status, 200);
    assert_eq!(found["title"], "Casas &amp; Loma");
    assert_eq!(found["description"], "Rural &lt;b&gt;x&lt;/b&gt;");
    // A refused value leaves the stored one; false is stored as nothing, and read as null from then on.
    assert_eq!(
        (&found["timezone"], &found["language"]),
        (&before["timezone"], &before["language"])
    );
    assert_eq!(found["use_smilies"], json!(false));
    let (_, later) = owned.ask("duena", "GET", "/wp/v2/settings", "");
    assert_eq!(later["use_smilies"], json!(null));
    assert_eq!(
        (owned.option("use_smilies"), owned.option("posts_per_page")),
        (String::new(), "5".into())
    );
    assert!(
        owned
            .page("/paseo-por-las-carcavas/")
            .contains("Casas &amp; Loma")
    );
    let (status, refused) = post(r#"{"title":"Otra","posts_per_page":"muchas"}"#);
    assert_eq!(
        (status, &refused["code"]),
        (400, &json!("rest_invalid_param"))
    );
    assert_eq!(owned.option("blogname"), "Casas &amp; Loma");
    let (status, _) = post(r#"{"default_post_format":null}"#);
    assert_eq!(
        (status, owned.option("default_post_format")),
        (200, String::new())
    );
    let (status, refused) = post(r#"{"title":"Otra","use_smilies":null}"#);
    assert_eq!(
        (status, &refused["code"]),
        (500, &json!("rest_invalid_stored_value"))
    );
    let (status, _) = post(r#"{"email":"nueva"}"#);
    assert_eq!(status, 400);
    let (_, found) = post(r#"{"email":"nueva@casascueva.example","default_ping_status":"closed"}"#);
    assert_eq!(found["email"], "nueva@casascueva.example");
    let addresses = ["anfitrion@casascueva.example", "nueva@casascueva.example"];
    let mails = owned.mails_with(&addresses);
    for address in addresses {
        assert!(mails.contains(address), "{address}: {mails}");
    }
}

#[test]
fn settings_are_stored_as_wordpress_stores_them() {
    settings(Database::Sqlite);
}

#[test]
fn settings_are_stored_as_wordpress_stores_them_on_mariadb() {
    settings(Database::MariaDb);
}
