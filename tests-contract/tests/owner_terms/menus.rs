//! Menus, their items and places: rows, options, pages. Recordings owner/menu-*.

use compat::binds;
use compat::wordpress::php::{Value as Php, unserialize};
use serde_json::json;
use tests_contract::server::Database;

use super::api::Owned;

const META: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key LIKE '\\_menu\\_item\\_%' \
    ORDER BY meta_id";
const COUNT: &str = "SELECT CAST(count AS CHAR) FROM {p}term_taxonomy WHERE term_id = ?";

fn locations(owned: &Owned) -> Php {
    let mods = unserialize(owned.option("theme_mods_Divi").as_bytes()).expect("theme mods");
    mods.at("nav_menu_locations").clone()
}

fn menus(database: Database) {
    let owned = Owned::start(database);
    let by = |method: &str, route: &str, body: &str| owned.ask("duena", method, route, body);
    let (status, menu) = by(
        "POST",
        "/wp/v2/menus",
        r#"{"name":"Del pie 2","locations":["footer-menu"],"auto_add":true}"#,
    );
    assert_eq!((status, &menu["slug"]), (201, &json!("del-pie-2")));
    let id = menu["id"].as_i64().expect("id");
    // The place moves from the old menu to the new one.
    assert_eq!(locations(&owned).at("footer-menu").as_int(), Some(id));
    assert_eq!(
        owned.option("nav_menu_options"),
        format!("a:1:{{s:8:\"auto_add\";a:1:{{i:0;i:{id};}}}}")
    );
    let (status, again) = by("POST", "/wp/v2/menus", r#"{"name":"Del pie 2"}"#);
    assert_eq!((status, &again["code"]), (400, &json!("menu_exists")));
    assert_eq!(again["additional_data"], json!([id]));
    let (status, unknown) = by(
        "POST",
        "/wp/v2/menus",
        r#"{"name":"M","locations":["nada"]}"#,
    );
    assert_eq!(status, 400);
    assert_eq!(
        unknown["data"]["details"]["locations"]["code"],
        "rest_invalid_menu_location"
    );
    // New pages come into it by themselves.
    let (status, _) = by(
        "POST",
        "/wp/v2/pages",
        r#"{"title":"Nueva","status":"publish"}"#,
    );
    assert_eq!((status, owned.column(COUNT, binds![id])), (201, "1".into()));
    let (_, listed) = by("GET", &format!("/wp/v2/menu-items?menus={id}"), "");
    assert_eq!(listed[0]["title"]["rendered"], "Nueva");
    let route = format!("/wp/v2/menu-items/{}?force=true", listed[0]["id"]);
    assert_eq!(by("DELETE", &route, "").0, 200);
    items(&owned, id);
    let (_, renamed) = by(
        "PUT",
        &format!("/wp/v2/menus/{id}"),
        r#"{"name":"Pie nuevo","locations":[]}"#,
    );
    assert_eq!(renamed["slug"], "pie-nuevo");
    assert!(locations(&owned).get("footer-menu").is_none());
    let (status, _) = by("DELETE", &format!("/wp/v2/menus/{id}"), "");
    assert_eq!(status, 501);
    let (status, _) = by("DELETE", &format!("/wp/v2/menus/{id}?force=true"), "");
    assert_eq!(status, 200);
    const LEFT: &str = "SELECT CAST(object_id AS CHAR) FROM {p}term_relationships r JOIN {p}term_taxonomy t \
        ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.term_id = ?";
    assert_eq!(owned.column(LEFT, binds![id]), "");
}

#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn items(owned: &Owned, menu: i64) {
    let by = |method: &str, route: &str, body: &str| owned.ask("duena", method, route, body);
    let footer = || {
        let page = owned.page("/paseo-por-las-carcavas/");
        let (_, footer) = page.split_once("et-footer-nav").unwrap_or_default();
        let (footer, _) = footer.split_once("footer-bottom").unwrap_or_default();
        footer.to_owned()
    };
    // The page is kept from here on.
    assert!(!footer().contains("/casas/"), "an empty menu");
    let page = format!(
        r#"{{"title":"","type":"post_type","object":"page","object_id":1985,"menus":{menu}}}"#
    );
    let (status, page) = by("POST", "/wp/v2/menu-items", &page);
    assert_eq!((status, &page["title"]["raw"]), (201, &json!("Las casas")));
    let first = page["id"].as_i64().expect("id");
    assert_eq!(
        owned.column(META, binds![first]),
        "post_type,0,1985,page,,a:1:{i:0;s:0:\"\";},,"
    );
    let custom = format!(
        r#"{{"title":"Fuera","url":"https://fuera.example/?a=1&b=2","menus":{menu},"menu_order":2,"parent":{first},
            "target":"_blank","classes":["uno","dos"],"xfn":["nofollow"],"description":"Nota"}}"#
    );
    let (status, custom) = by("POST", "/wp/v2/menu-items", &custom);
    assert_eq!(
        (status, &custom["type_label"]),
        (201, &json!("Enlace personalizado"))
    );
    let id = custom["id"].as_i64().expect("id");
    assert_eq!(
        owned.column(META, binds![id]),
        format!(
            "custom,{first},{id},custom,_blank,a:2:{{i:0;s:3:\"uno\";i:1;s:3:\"dos\";}},nofollow,\
             https://fuera.example/?a=1&b=2"
        )
    );
    assert_eq!(owned.column(COUNT, binds![menu]), "2");
    // The kept page shows the new item at once; the footer has no second level.
    let shown = footer();
    assert!(shown.contains("/casas/"), "{shown}");
    assert!(!shown.contains("https://fuera.example/"), "{shown}");
    let route = format!("/wp/v2/menu-items/{id}");
    let (_, moved) = by(
        "PUT",
        &route,
        r#"{"title":"Más lejos","parent":0,"menu_order":1}"#,
    );
    assert_eq!(
        (&moved["parent"], &moved["url"]),
        (&json!(0), &custom["url"])
    );
    let shown = footer();
    assert!(
        shown.contains("https://fuera.example/?a=1&#038;b=2"),
        "{shown}"
    );
    let (status, refused) = by("POST", "/wp/v2/menu-items", r#"{"title":"Malo","url":""}"#);
    assert_eq!(
        (status, &refused["code"]),
        (400, &json!("rest_url_required"))
    );
    // Registered meta is stored, other keys are not, and null removes it; a text is no map of keys.
    const OWN_META: &str = "SELECT CONCAT(meta_key, '=', meta_value) FROM {p}postmeta WHERE post_id = ? \
        AND meta_key NOT LIKE '\\_menu\\_item\\_%' ORDER BY meta_id";
    let (_, kept) = by(
        "PUT",
        &route,
        r#"{"meta":{"_et_pb_old_content":"antes","otra":"x"}}"#,
    );
    assert_eq!(kept["meta"]["_et_pb_old_content"], "antes");
    assert_eq!(
        owned.column(OWN_META, binds![id]),
        "_et_pb_old_content=antes"
    );
    let (_, kept) = by("PUT", &route, r#"{"meta":{"_et_pb_old_content":null}}"#);
    assert_eq!(kept["meta"]["_et_pb_old_content"], "");
    assert_eq!(owned.column(OWN_META, binds![id]), "");
    let (status, refused) = by("PUT", &route, r#"{"meta":"antes"}"#);
    assert_eq!(
        (
            status,
            &refused["data"]["params"]["meta"],
            &refused["data"]["details"]
        ),
        (400, &json!("Parámetro no válido."), &json!([]))
    );
    let gone =
        format!(r#"{{"type":"post_type","object":"page","object_id":99999,"menus":{menu}}}"#);
    let (status, gone) = by("POST", "/wp/v2/menu-items", &gone);
    assert_eq!((status, &gone["invalid"]), (201, &json!(true)));
    let (_, listed) = by(
        "GET",
        &format!("/wp/v2/menu-items?menus={menu}&context=edit"),
        "",
    );
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    let (status, _) = by("DELETE", &format!("{route}?force=true"), "");
    assert_eq!(
        (status, owned.column(META, binds![id])),
        (200, String::new())
    );
    assert_eq!(owned.column(COUNT, binds![menu]), "2");
}

#[test]
fn menus_are_written_as_wordpress_writes_them() {
    menus(Database::Sqlite);
}

#[test]
fn menus_are_written_as_wordpress_writes_them_on_mariadb() {
    menus(Database::MariaDb);
}
