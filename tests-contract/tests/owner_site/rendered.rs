//! What the API renders of posts and tells of types. Recordings owner/page-update-divi, navigation-create, tags-edit,
//! index-after-settings, taxonomies-edit, block-types.

use serde_json::json;
use tests_contract::server::Database;

use crate::owner_terms::api::Owned;

fn texts(owned: &Owned) {
    let by = |method: &str, route: &str, body: &str| owned.ask("duena", method, route, body);
    // The excerpt of a builder page is the text of its modules, without their headings.
    let (_, page) = by("GET", "/wp/v2/pages/2002", "");
    assert_eq!(page["excerpt"]["rendered"], "<p>Gracias</p>\n");
    let (_, front) = by("GET", "/wp/v2/pages/1999", "");
    let excerpt = front["excerpt"]["rendered"].as_str().expect("excerpt");
    assert!(
        excerpt.starts_with("<p>Tres casas excavadas a mano.En la loma"),
        "{excerpt}"
    );
    assert!(excerpt.ends_with(" [&hellip;]</p>\n"), "{excerpt}");
    let menu = r#"{"title":"Nav","content":"<!-- wp:page-list /-->","status":"publish"}"#;
    let (status, made) = by("POST", "/wp/v2/navigation", menu);
    let list = made["content"]["rendered"].as_str().expect("list");
    assert_eq!(status, 201);
    for part in [
        "<ul class=\"wp-block-page-list\"><li class=\"wp-block-pages-list__item\"><a class=\"wp-block-pages-list__item__link\" \
         href=\"http://127.0.0.1:8081/aviso-legal/\">Aviso legal</a></li>",
        "<li class=\"wp-block-pages-list__item has-child\"><a class=\"wp-block-pages-list__item__link\" \
         href=\"http://127.0.0.1:8081/en/\">English</a><ul class=\"wp-block-navigation__submenu-container\">\
         <li class=\"wp-block-pages-list__item \"><a class=\"wp-block-pages-list__item__link\" \
         href=\"http://127.0.0.1:8081/en/contact/\">Contact</a></li></ul></li>",
        "<li class=\"wp-block-pages-list__item menu-item-home\">",
    ] {
        assert!(list.contains(part), "{part}\n{list}");
    }
    // Below one page only.
    let below = r#"{"title":"N","content":"<!-- wp:page-list {\"parentPageID\":1985} /-->"}"#;
    let (_, made) = by("POST", "/wp/v2/navigation", below);
    let list = made["content"]["rendered"].as_str().expect("list");
    assert_eq!(list.matches("<li ").count(), 3, "{list}");
}

fn facts(owned: &Owned) {
    let get = |route: &str| owned.ask("duena", "GET", route, "").1;
    let tags = get("/wp/v2/tags?context=edit&orderby=count&order=desc&per_page=4");
    let ids: Vec<_> = tags
        .as_array()
        .expect("tags")
        .iter()
        .map(|t| t["id"].clone())
        .collect();
    assert_eq!(
        ids,
        [20, 21, 24, 25],
        "equal counts in the order of their ids"
    );
    let taxonomies = get("/wp/v2/taxonomies?context=edit");
    let labels = &taxonomies["category"]["labels"];
    assert_eq!(
        (&labels["singular_name"], &labels["template_name"]),
        (&json!("Categoría"), &json!("Archivos de Categoría"))
    );
    let heading = get("/wp/v2/block-types/core/heading");
    assert_eq!(heading["attributes"]["level"]["default"], 2);
    assert_eq!(heading["attributes"]["align"]["enum"][3], "wide");
    assert_eq!(heading["style_handles"], json!([]));
    // Links of images come with their fields, though `_fields` names no links.
    let (status, _) = owned.ask("duena", "POST", "/wp/v2/settings", r#"{"site_icon":10}"#);
    assert_eq!(status, 200);
    let index = get("/?_fields=name,site_icon");
    let links = index["_links"].as_object().expect("links");
    assert_eq!(
        links.keys().collect::<Vec<_>>(),
        ["wp:featuredmedia", "curies"]
    );
    assert!(get("/?_fields=name").get("_links").is_none());
}

#[test]
fn texts_and_facts_are_those_of_wordpress() {
    for database in [Database::Sqlite, Database::MariaDb] {
        let owned = Owned::start(database);
        texts(&owned);
        facts(&owned);
    }
}
