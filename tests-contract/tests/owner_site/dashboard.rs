//! Themes, plugins, templates, styles, fonts, blocks, search and addresses of others.

use compat::binds;
use serde_json::json;
use tests_contract::server::Database;

use crate::owner_terms::api::Owned;

/// A template that was changed once has a revision, which its owner reads and deletes; autosaves stand beside it.
fn template_revisions(owned: &Owned) {
    let by = |method: &str, route: &str, body: &str| owned.ask("duena", method, route, body);
    let revisions = "/wp/v2/templates/Divi//mia/revisions";
    let (status, listed) = by("GET", &format!("{revisions}?context=edit"), "");
    let revision = &listed[0];
    assert_eq!((status, listed.as_array().map(Vec::len)), (200, Some(1)));
    assert_eq!(
        (
            &revision["id"],
            &revision["title"]["raw"],
            &revision["status"]
        ),
        (&json!("Divi//mia"), &json!("Otra"), &json!("inherit"))
    );
    let one = format!("{revisions}/{}", revision["wp_id"]);
    assert!(
        revision["_links"]["self"][0]["href"]
            .as_str()
            .is_some_and(|href| href.ends_with(&one))
    );
    assert_eq!(owned.ask("editora", "GET", revisions, "").0, 403);
    let (status, read) = by("GET", &one, "");
    assert_eq!((status, &read["parent"]), (200, &revision["parent"]));
    let (status, autosave) = by(
        "POST",
        "/wp/v2/templates/Divi//mia/autosaves",
        r#"{"content":"a medias"}"#,
    );
    assert_eq!(
        (status, &autosave["content"]["raw"]),
        (200, &json!("a medias"))
    );
    let (_, autosaves) = by("GET", "/wp/v2/templates/Divi//mia/autosaves", "");
    assert_eq!(autosaves.as_array().map(Vec::len), Some(1));
    assert_eq!(by("DELETE", &one, "").0, 501);
    let (status, gone) = by("DELETE", &format!("{one}?force=true"), "");
    assert_eq!(
        (status, &gone["previous"]["parent"]),
        (200, &read["parent"])
    );
    assert_eq!(by("GET", &one, "").0, 404);
    assert_eq!(
        by("GET", "/wp/v2/templates/Divi//nada/revisions", "").0,
        404
    );
}

fn rows_of_the_theme(database: Database) {
    const STYLES: &str = "SELECT CONCAT(post_name, '|', post_title, '|', post_content) FROM {p}posts \
        WHERE post_type = 'wp_global_styles'";
    const TERM: &str = "SELECT CONCAT(t.name, '|', t.slug) FROM {p}terms t JOIN {p}term_taxonomy tt \
        ON tt.term_id = t.term_id WHERE tt.taxonomy = 'wp_theme'";
    let owned = Owned::start(database);
    let by = |method: &str, route: &str, body: &str| owned.ask("duena", method, route, body);
    // Listing the active theme makes the post of its styles, once.
    for _ in 0..2 {
        let (_, themes) = by("GET", "/wp/v2/themes?status=active", "");
        assert_eq!(themes[0]["stylesheet"], "Divi");
    }
    let row = "wp-global-styles-divi|Custom Styles|{\"version\": 3, \"isGlobalStylesUserThemeJSON\": true }";
    assert_eq!(owned.column(STYLES, binds![]), row);
    assert_eq!(owned.column(TERM, binds![]), "Divi|divi");
    let (status, made) = by(
        "POST",
        "/wp/v2/templates",
        r#"{"slug":"mia","title":"Mía","content":"<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->"}"#,
    );
    assert_eq!((status, &made["id"]), (201, &json!("Divi//mia")));
    assert_eq!(
        (&made["content"]["block_version"], &made["is_custom"]),
        (&json!(1), &json!(true))
    );
    let (_, changed) = by(
        "PUT",
        "/wp/v2/templates/Divi//mia",
        r#"{"title":{"raw":"Otra"}}"#,
    );
    assert_eq!(changed["title"]["raw"], "Otra");
    template_revisions(&owned);
    let (status, gone) = by("DELETE", "/wp/v2/templates/Divi//mia?force=true", "");
    assert_eq!((status, &gone["deleted"]), (200, &json!(true)));
    let (_, none) = by("GET", "/wp/v2/templates", "");
    assert_eq!(none, json!([]));
    let family = json!({ "font_family_settings":
        "{\"name\":\"Cal\",\"slug\":\"cal\",\"fontFamily\":\"Cal, serif\"}" });
    let (status, made) = by("POST", "/wp/v2/font-families", &family.to_string());
    assert_eq!(
        (status, &made["font_family_settings"]["name"]),
        (201, &json!("Cal"))
    );
    let (status, again) = by("POST", "/wp/v2/font-families", &family.to_string());
    assert_eq!(
        (status, &again["code"]),
        (400, &json!("rest_duplicate_font_family"))
    );
    let one = format!("/wp/v2/font-families/{}", made["id"]);
    assert_eq!(by("DELETE", &one, "").0, 501);
    assert_eq!(by("DELETE", &format!("{one}?force=true"), "").0, 200);
    assert_eq!(by("GET", &one, "").0, 404);
}

#[test]
fn what_belongs_to_a_theme_is_stored_with_its_term() {
    rows_of_the_theme(Database::Sqlite);
}

#[test]
fn what_belongs_to_a_theme_is_stored_with_its_term_on_mariadb() {
    rows_of_the_theme(Database::MariaDb);
}

/// Plugins are read; whoever wants PHP to run hears that it does not.
#[test]
fn plugins_are_listed_and_not_run() {
    let owned = Owned::start(Database::Sqlite);
    let by = |method: &str, route: &str, body: &str| owned.ask("duena", method, route, body);
    let one = "/wp/v2/plugins/contact-form-7/wp-contact-form-7";
    let (_, plugin) = by("GET", one, "");
    assert_eq!(
        (&plugin["status"], &plugin["version"]),
        (&json!("active"), &json!("6.1.6"))
    );
    assert_eq!(by("PUT", one, r#"{"status":"active"}"#).0, 200);
    let (status, refused) = by("PUT", one, r#"{"status":"inactive"}"#);
    assert_eq!(
        (status, &refused["code"]),
        (501, &json!("rest_cannot_deactivate_plugin"))
    );
    let (status, refused) = by("POST", "/wp/v2/plugins", r#"{"slug":"akismet"}"#);
    assert_eq!(
        (status, &refused["code"]),
        (501, &json!("rest_cannot_install_plugin"))
    );
    assert_eq!(by("DELETE", one, "").0, 400);
    assert_eq!(by("GET", "/wp/v2/plugins/no/existe", "").0, 404);
}

/// Contract section 5 (site-health, directory-sizes): every test tells what it found, in WordPress's fields.
#[test]
fn health_is_told() {
    let owned = Owned::start(Database::Sqlite);
    let get = |route: &str| owned.ask("duena", "GET", &format!("/wp-site-health/v1/{route}"), "");
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let keys = value.as_object().into_iter().flat_map(|o| o.keys());
        keys.cloned().collect()
    };
    for test in [
        "background-updates",
        "loopback-requests",
        "https-status",
        "dotorg-communication",
        "authorization-header",
        "page-cache",
    ] {
        let (status, found) = get(&format!("tests/{test}"));
        assert_eq!(status, 200, "{test}");
        let want = ["label", "status", "badge", "description", "actions", "test"];
        assert_eq!(keys(&found), want, "{test}");
        assert_eq!(keys(&found["badge"]), ["label", "color"], "{test}");
        assert_eq!(found["test"], test.replace('-', "_"), "{test}");
        let known = ["good", "recommended", "critical"];
        assert!(
            known.iter().any(|known| found["status"] == *known),
            "{test}"
        );
    }
    let (_, secure) = get("tests/https-status");
    assert_eq!(
        secure["status"], "recommended",
        "the site's address is http"
    );
    // The dashboard would send `user` and `pwd`.
    let (_, header) = get("tests/authorization-header");
    assert_eq!(header["status"], "recommended");
    let (status, sizes) = get("directory-sizes");
    assert_eq!(status, 200);
    let want = [
        "raw",
        "wordpress_size",
        "themes_size",
        "plugins_size",
        "uploads_size",
        "fonts_size",
        "database_size",
        "total_size",
    ];
    assert_eq!(keys(&sizes), want);
}

/// No request leaves for this machine or its network, whoever asks.
#[test]
fn private_addresses_are_not_asked() {
    let owned = Owned::start(Database::Sqlite);
    let addresses = [
        format!("http://{}/paseo-por-las-carcavas/", owned.server.addr),
        format!("http://{}/metrics", owned.server.admin),
        "http://169.254.169.254/latest/".to_owned(),
        "http://[::1]:8080/".to_owned(),
        "http://10.0.0.1/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "http://duena:x@93.184.215.14/".to_owned(),
        "http://93.184.215.14:22/".to_owned(),
        "http://127.1/".to_owned(),
        "http://[::ffff:10.0.0.1]/".to_owned(),
    ];
    for address in addresses {
        let encoded = address.replace(':', "%3A").replace('/', "%2F");
        let details = format!("/wp-block-editor/v1/url-details?url={encoded}");
        let (status, found) = owned.ask("duena", "GET", &details, "");
        assert_eq!(
            (status, &found["code"]),
            (400, &json!("rest_invalid_param")),
            "{address}"
        );
        let proxy = format!("/oembed/1.0/proxy?url={encoded}");
        let (status, _) = owned.ask("duena", "GET", &proxy, "");
        assert!(matches!(status, 400 | 404), "{address}: {status}");
    }
}

/// The newest menu of blocks is the fallback; without one, it is made of the site's menu, once.
#[test]
fn a_navigation_block_falls_back_to_a_menu() {
    let owned = Owned::start(Database::Sqlite);
    let route = "/wp-block-editor/v1/navigation-fallback";
    let (status, first) = owned.ask("duena", "GET", route, "");
    assert_eq!(status, 200);
    let content = "SELECT post_content FROM {p}posts WHERE post_type = 'wp_navigation'";
    assert!(
        owned
            .column(content, binds![])
            .contains("<!-- wp:navigation-")
    );
    let (_, second) = owned.ask("duena", "GET", route, "");
    assert_eq!(first["id"], second["id"]);
}

/// Blocks of the editor, types, formats, schemas.
#[test]
fn the_editor_finds_blocks_and_formats() {
    let owned = Owned::start(Database::Sqlite);
    let get = |route: &str| owned.ask("autora", "GET", route, "");
    let (_, types) = get("/wp/v2/block-types?namespace=core&_fields=name");
    assert_eq!(types.as_array().map(Vec::len), Some(95));
    let (_, block) =
        get("/wp/v2/block-renderer/core/latest-posts?context=edit&attributes%5BpostsToShow%5D=2");
    let rendered = block["rendered"].as_str().expect("markup");
    assert_eq!(rendered.matches("<li>").count(), 2);
    assert_eq!(get("/wp/v2/block-renderer/core/nada?context=edit").0, 404);
    let injected =
        "/wp/v2/block-renderer/core/rss?context=edit&attributes%5BclassName%5D=--%3E%3Cscript%3E";
    let (_, block) = get(injected);
    assert!(
        !block["rendered"]
            .as_str()
            .unwrap_or_default()
            .contains("<script>")
    );
    let (_, found) = get("/wp/v2/search?type=post-format");
    assert!(found.is_array());
    for route in [
        "widgets",
        "sidebars",
        "themes",
        "plugins",
        "templates",
        "block-types",
        "font-families",
    ] {
        let (_, described) = owned.ask("", "OPTIONS", &format!("/wp/v2/{route}"), "");
        assert!(described["schema"]["properties"].is_object(), "{route}");
    }
}
