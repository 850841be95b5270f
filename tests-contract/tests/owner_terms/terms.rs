//! Terms: rows, the stored hierarchy, counts, pages. Recordings owner/category-*, owner/tag-*.

use compat::binds;
use serde_json::json;
use tests_contract::server::Database;

use super::api::Owned;

const CHILDREN: &str = "category_children";

fn id_of(found: &serde_json::Value) -> i64 {
    found["id"].as_i64().expect("id")
}

fn categories(database: Database) {
    let owned = Owned::start(database);
    let by = |method: &str, route: &str, body: &str| owned.ask("editora", method, route, body);
    let (status, made) = by(
        "POST",
        "/wp/v2/categories",
        r#"{"name":"Obras & cal","description":"<p>De <b>obra</b></p>","parent":16}"#,
    );
    let id = id_of(&made);
    assert_eq!(status, 201);
    assert_eq!(
        (&made["slug"], &made["description"]),
        (&json!("obras-cal"), &json!("De <b>obra</b>"))
    );
    assert_eq!(
        made["link"],
        "http://127.0.0.1:8081/category/rutas/obras-cal/"
    );
    let row = "SELECT name FROM {p}terms WHERE term_id = ?";
    assert_eq!(owned.column(row, binds![id]), "Obras &amp; cal");
    let children = |own: &str| format!("a:1:{{i:16;a:2:{{i:0;i:19;i:1;i:{own};}}}}");
    assert_eq!(owned.option(CHILDREN), children(&id.to_string()));
    let (status, again) = by(
        "POST",
        "/wp/v2/categories",
        r#"{"name":"obras & CAL","parent":16}"#,
    );
    assert_eq!((status, &again["code"]), (400, &json!("term_exists")));
    assert_eq!(again["additional_data"], json!([id, id]));
    // The same name elsewhere has a slug of its own.
    let (_, flat) = by("POST", "/wp/v2/categories", r#"{"name":"Obras & cal"}"#);
    assert_eq!(flat["slug"], "obras-cal-2");
    let below = format!(r#"{{"name":"Rutas","parent":{id}}}"#);
    let (_, below) = by("POST", "/wp/v2/categories", &below);
    assert_eq!(below["slug"], "rutas-obras-cal");
    let (status, refused) = by(
        "PUT",
        &format!("/wp/v2/categories/{id}"),
        r#"{"parent":99999}"#,
    );
    assert_eq!(
        (status, &refused["code"]),
        (400, &json!("rest_term_invalid"))
    );
    // A loop is no hierarchy.
    let looped = format!(r#"{{"parent":{}}}"#, id_of(&below));
    let (_, moved) = by("PUT", &format!("/wp/v2/categories/{id}"), &looped);
    assert_eq!(moved["parent"], 0);
    let (_, moved) = by(
        "PUT",
        &format!("/wp/v2/categories/{id}"),
        r#"{"parent":16}"#,
    );
    assert_eq!(moved["parent"], 16);
    delete(&owned, id, id_of(&below));
}

/// Children move up, objects get the default category, counts follow.
fn delete(owned: &Owned, id: i64, below: i64) {
    const PUT: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) \
        SELECT 28, term_taxonomy_id, 0 FROM {p}term_taxonomy WHERE term_id = ?";
    const TAKE: &str = "DELETE FROM {p}term_relationships WHERE object_id = 28 AND term_taxonomy_id IN \
        (SELECT term_taxonomy_id FROM {p}term_taxonomy WHERE taxonomy = 'category')";
    const OF_POST: &str = "SELECT CAST(tt.term_id AS CHAR) FROM {p}term_relationships tr JOIN {p}term_taxonomy tt \
        ON tt.term_taxonomy_id = tr.term_taxonomy_id WHERE tr.object_id = 28 AND tt.taxonomy = 'category'";
    const COUNT: &str = "SELECT CAST(count AS CHAR) FROM {p}term_taxonomy WHERE term_id = 1";
    const PARENT: &str = "SELECT CAST(parent AS CHAR) FROM {p}term_taxonomy WHERE term_id = ?";
    owned.site.execute(TAKE, binds![]).expect("taken");
    owned.site.execute(PUT, binds![id]).expect("put");
    let before: i64 = owned.column(COUNT, binds![]).parse().expect("count");
    let route = format!("/wp/v2/categories/{id}");
    let (status, _) = owned.ask("editora", "DELETE", &route, "");
    assert_eq!(status, 501);
    let (status, gone) = owned.ask("editora", "DELETE", &format!("{route}?force=true"), "");
    assert_eq!((status, &gone["deleted"]), (200, &json!(true)));
    assert!(gone["previous"].get("_links").is_none());
    assert_eq!(owned.column(OF_POST, binds![]), "1");
    assert_eq!(owned.column(COUNT, binds![]), (before + 1).to_string());
    assert_eq!(owned.column(PARENT, binds![below]), "16");
    let children = format!("a:1:{{i:16;a:2:{{i:0;i:19;i:1;i:{below};}}}}");
    assert_eq!(owned.option(CHILDREN), children);
    let (status, _) = owned.ask("editora", "GET", &route, "");
    assert_eq!(status, 404);
}

#[test]
fn categories_are_written_as_wordpress_writes_them() {
    categories(Database::Sqlite);
}

#[test]
fn categories_are_written_as_wordpress_writes_them_on_mariadb() {
    categories(Database::MariaDb);
}

/// The next page of the same visitor shows a renamed term, although it was cached.
#[test]
fn pages_show_a_renamed_term_at_once() {
    let owned = Owned::start(Database::Sqlite);
    let path = "/tag/verano/";
    for _ in 0..2 {
        assert!(owned.page(path).contains("verano"));
    }
    let (status, _) = owned.ask("editora", "PUT", "/wp/v2/tags/20", r#"{"name":"Estío"}"#);
    assert_eq!(status, 200);
    assert!(owned.page(path).contains("Estío"));
}

/// One request for several things: each is answered on its own, or none is done.
#[test]
fn batches_are_answered_item_by_item() {
    let owned = Owned::start(Database::Sqlite);
    let batch = |body: &str| owned.ask("editora", "POST", "/batch/v1", body);
    let strict = r#"{"validation":"require-all-validate","requests":[
        {"path":"/wp/v2/tags","body":{"name":"lote"}},{"path":"/wp/v2/tags","body":{}}]}"#;
    let (status, found) = batch(strict);
    assert_eq!((status, &found["failed"]), (207, &json!("validation")));
    assert_eq!(found["responses"][0], json!(null));
    assert_eq!(found["responses"][1]["status"], 400);
    let named = "SELECT name FROM {p}terms WHERE name LIKE 'lote%'";
    assert_eq!(owned.column(named, binds![]), "");
    let mixed = r#"{"requests":[{"path":"/wp/v2/tags","body":{"name":"lote"}},
        {"path":"/wp/v2/tags","body":{"name":"lote"}},{"path":"/wp/v2/media"},
        {"path":"/wp/v2/nada"},{"path":"/wp/v2/tags/20?force=true","method":"DELETE"}]}"#;
    let (_, found) = batch(mixed);
    let statuses = found["responses"].as_array().expect("responses");
    let statuses: Vec<i64> = statuses
        .iter()
        .filter_map(|r| r["status"].as_i64())
        .collect();
    assert_eq!(statuses, [201, 400, 400, 404, 200]);
    assert_eq!(owned.column(named, binds![]), "lote");
    let many = vec![r#"{"path":"/wp/v2/tags","body":{"name":"x"}}"#; 26].join(",");
    let (status, found) = batch(&format!(r#"{{"requests":[{many}]}}"#));
    assert_eq!(
        (status, &found["code"]),
        (400, &json!("rest_invalid_param"))
    );
    let (status, _) = batch(r#"{"requests":[{"path":"/wp/v2/tags","method":"GET"}]}"#);
    assert_eq!(status, 400);
}
