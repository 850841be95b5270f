//! A site that moves page by page: the operator's rules.

use tests_contract::client::get_with;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use super::{before, php, url_of};

/// Whether PHP answers an address.
fn at(server: &Oxipress, host: &str, path: &str) -> bool {
    let response = get_with(server.addr, path, &[("Host", host)]).expect("answer");
    response.body.starts_with("php GET")
}

#[test]
fn a_site_moves_page_by_page() {
    let php = php();
    let url = url_of(&php);
    let (server, _site) = before(
        &url,
        &[
            (
                "OXIPRESS_ROUTES_LEGACY",
                "/paseo-por-las-carcavas/,tienda.example",
            ),
            (
                "OXIPRESS_SITE_LEGACY_ROUTES",
                "!rest:acme/v1,rest:wp/v2/tags,ajax:moove_*,!/viejo*",
            ),
        ],
    );
    let own = "127.0.0.1:8081";
    for (host, path, is_php) in [
        (own, "/", false),
        (own, "/paseo-por-las-carcavas/", true),
        (own, "/paseo-por-las-carcavas", true),
        ("tienda.example", "/", true),
        (
            "TIENDA.example:8080",
            "/wp-content/themes/Divi/style.css",
            true,
        ),
        (own, "/wp-json/acme/v1/x", false),
        (own, "/wp-json/wp/v2/tags", true),
        (own, "/wp-json/wp/v2/categories", false),
        (
            own,
            "/wp-admin/admin-ajax.php?action=moove_gdpr_get_scripts",
            true,
        ),
        (own, "/viejo-no-hay/", false),
        (own, "/nuevo-no-hay/", true),
    ] {
        assert_eq!(at(&server, host, path), is_php, "{host}{path}");
        // Neither is kept in place of the other.
        assert_eq!(at(&server, host, path), is_php, "{host}{path}");
    }
}

#[test]
fn only_the_listed_pages_are_answered_here() {
    let php = php();
    let url = url_of(&php);
    let own = "127.0.0.1:8081";
    let native = [(
        "OXIPRESS_ROUTES_NATIVE",
        "/aviso-legal/,rest:contact-form-7/v1,/wp-login.php",
    )];
    let (server, _site) = before(&url, &native);
    for (path, is_php) in [
        ("/", true),
        ("/aviso-legal/", false),
        ("/wp-login.php", false),
        ("/wp-json/wp/v2/posts", true),
        ("/wp-json/contact-form-7/v1/contact-forms/1/refill", false),
        ("/wp-content/uploads/2026/11/alcoba.webp", false),
        (
            "/wp-admin/admin-ajax.php?action=moove_gdpr_get_scripts",
            true,
        ),
        ("/robots.txt", true),
    ] {
        assert_eq!(at(&server, own, path), is_php, "{path}");
    }
    drop(server);
    let (server, _site) = before(&url, &[("OXIPRESS_ROUTES_NOT_FOUND", "here")]);
    assert!(!at(&server, own, "/nuevo-no-hay/"));
    for (name, value) in [
        ("OXIPRESS_ROUTES_LEGACY", "a b"),
        ("OXIPRESS_SITE_LEGACY_ROUTES", "rest:"),
    ] {
        let site = Site::recorded(Database::Sqlite).expect("site");
        assert!(
            Oxipress::serve(&site.url, &[], &[(name, value)]).is_err(),
            "{name}"
        );
    }
}
