//! Comments: rows, counts, mails, pages. Recordings owner/comment-*.

use compat::binds;
use serde_json::json;
use tests_contract::server::Database;

use super::api::Owned;

const COUNT: &str = "SELECT CAST(comment_count AS CHAR) FROM {p}posts WHERE ID = ?";
const STATUS: &str = "SELECT comment_approved FROM {p}comments WHERE comment_ID = ?";
const META: &str = "SELECT meta_key FROM {p}commentmeta WHERE comment_id = ? ORDER BY meta_id";
const AGENT: &str = "SELECT comment_agent FROM {p}comments WHERE comment_ID = ?";

fn moderation(database: Database) {
    let owned = Owned::start(database);
    let put = |who: &str, id: i64, body: &str| {
        owned.ask(who, "PUT", &format!("/wp/v2/comments/{id}"), body)
    };
    let count = |post: i64| owned.column(COUNT, binds![post]);
    let status = |id: i64| owned.column(STATUS, binds![id]);
    let text = "¿Se puede ir con niños?";
    assert!(!owned.page("/paseo-por-las-carcavas/").contains(text));
    let (answered, found) = put("editora", 901, r#"{"status":"approved"}"#);
    assert_eq!((answered, &found["status"]), (200, &json!("approved")));
    assert_eq!((status(901), count(27)), ("1".into(), "4".into()));
    // The page shows it at once, and the post's author is told.
    assert!(owned.page("/paseo-por-las-carcavas/").contains(text));
    let owner = "anfitrion@casascueva.example";
    assert!(owned.mails_with(&[owner]).contains(owner));
    // Whoever writes a comment anew is its sender.
    assert_eq!(owned.column(AGENT, binds![901]), "Prueba/1");
    let (_, edited) = put(
        "editora",
        901,
        r#"{"content":"con <i>niños</i> <script>x</script>","author_name":"Vecino & 3"}"#,
    );
    assert_eq!(edited["content"]["raw"], "con <i>niños</i> x");
    assert_eq!(edited["author_name"], "Vecino &amp; 3");
    put("editora", 902, r#"{"status":"spam"}"#);
    let put_away = "_wp_trash_meta_status,_wp_trash_meta_time";
    assert_eq!(
        (status(902), owned.column(META, binds![902])),
        ("spam".into(), put_away.into())
    );
    // Restored by an update it keeps what it was.
    put("editora", 902, r#"{"status":"hold"}"#);
    assert_eq!(
        (status(902), owned.column(META, binds![902])),
        ("0".into(), put_away.into())
    );
    let (refused, _) = put("autora", 902, r#"{"status":"approved"}"#);
    assert_eq!((refused, status(902)), (403, "0".into()));
    thread(&owned);
}

/// A comment with a reply: made, trashed, deleted.
fn thread(owned: &Owned) {
    let make = |who: &str, body: &str| owned.ask(who, "POST", "/wp/v2/comments", body);
    let (status, first) = make(
        "suscriptora",
        r#"{"post":2301,"content":"Probado <b>ya</b>."}"#,
    );
    assert_eq!((status, &first["status"]), (201, &json!("approved")));
    assert!(first.get("author_ip").is_none() && first["content"].get("raw").is_none());
    let id = first["id"].as_i64().expect("id");
    let (status, again) = make(
        "suscriptora",
        r#"{"post":2301,"content":"Probado <b>ya</b>."}"#,
    );
    assert_eq!((status, &again["code"]), (409, &json!("comment_duplicate")));
    let (status, flood) = make("suscriptora", r#"{"post":2301,"content":"y otra"}"#);
    assert_eq!((status, &flood["code"]), (400, &json!("comment_flood")));
    let reply = format!(r#"{{"post":2301,"parent":{id},"content":"¡Bien!"}}"#);
    let (_, reply) = make("autora", &reply);
    let reply = reply["id"].as_i64().expect("id");
    let before: i64 = owned.column(COUNT, binds![2301]).parse().expect("count");
    let route = format!("/wp/v2/comments/{id}");
    let (_, trashed) = owned.ask("editora", "DELETE", &route, "");
    assert_eq!(trashed["status"], "trash");
    assert_eq!(owned.column(COUNT, binds![2301]), (before - 1).to_string());
    let (status, again) = owned.ask("editora", "DELETE", &route, "");
    assert_eq!(
        (status, &again["code"]),
        (410, &json!("rest_already_trashed"))
    );
    owned.ask("editora", "PUT", &route, r#"{"status":"approved"}"#);
    assert_eq!(owned.column(COUNT, binds![2301]), before.to_string());
    let (_, gone) = owned.ask("editora", "DELETE", &format!("{route}?force=true"), "");
    assert_eq!(gone["deleted"], json!(true));
    const PARENT: &str =
        "SELECT CAST(comment_parent AS CHAR) FROM {p}comments WHERE comment_ID = ?";
    assert_eq!(owned.column(PARENT, binds![reply]), "0");
    assert_eq!(owned.column(META, binds![id]), "");
    assert_eq!(owned.column(COUNT, binds![2301]), (before - 1).to_string());
}

#[test]
fn comments_are_moderated_as_in_wordpress() {
    moderation(Database::Sqlite);
}

#[test]
fn comments_are_moderated_as_in_wordpress_on_mariadb() {
    moderation(Database::MariaDb);
}
