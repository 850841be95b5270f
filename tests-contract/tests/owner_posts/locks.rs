//! What a lock of another person's editor changes: contract "wordpress-rest", section 6.8.

use compat::binds;
use serde_json::json;
use tests_contract::owner::{owner_site, serve_owner_site};
use tests_contract::site::Site;

use super::{DATABASES, ask, json_of};

fn title(site: &Site, id: i64) -> String {
    const TITLE: &str = "SELECT post_title FROM {p}posts WHERE ID = ?";
    let rows: Vec<(String,)> = site.load(TITLE, binds![id]).expect("title");
    rows[0].0.clone()
}

/// An author's autosave writes their draft itself, but a row of its own while somebody else has it open; a save is not
/// refused by a lock, and the last one stands.
#[test]
fn autosaves_look_at_locks_and_saves_do_not() {
    const LOCK: &str =
        "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (2302, '_edit_lock', ?)";
    const UNLOCK: &str = "DELETE FROM {p}postmeta WHERE meta_key = '_edit_lock'";
    for database in DATABASES {
        let site = owner_site(database).expect("site");
        let server = serve_owner_site(&site).expect("server");
        let autosave = |title: &str| {
            let body = json!({"title": title, "content": "<p>x</p>"});
            let saved = ask(&server, "autora", "POST", "/posts/2302/autosaves", &body);
            assert_eq!(saved.status, 200, "{}", saved.body);
            json_of(&saved)["id"].as_i64().expect("id")
        };
        assert_eq!(autosave("Sin cerrojo"), 2302);
        assert_eq!(title(&site, 2302), "Sin cerrojo");
        // The recordings' clock starts at 1795224170.
        for (lock, is_locked) in [
            ("1795224170:102", true),
            ("1795224170:103", false),
            ("1795220000:102", false),
        ] {
            site.execute(UNLOCK, binds![]).expect("unlock");
            site.execute(LOCK, binds![lock]).expect("lock");
            let text = format!("Con {lock}");
            let id = autosave(&text);
            assert_eq!(id != 2302, is_locked, "{lock}");
            assert_eq!(title(&site, 2302) == text, !is_locked, "{lock}");
        }
        site.execute(UNLOCK, binds![]).expect("unlock");
        site.execute(LOCK, binds!["1795224170:102"]).expect("lock");
        for (login, text) in [("editora", "De la editora"), ("autora", "De la autora")] {
            let saved = ask(
                &server,
                login,
                "PUT",
                "/posts/2302",
                &json!({"title": text}),
            );
            assert_eq!(saved.status, 200, "{}", saved.body);
            assert_eq!(title(&site, 2302), text);
        }
    }
}
