//! The table resource × verb × role: status of the answer to each person.

use tests_contract::server::Database;

use crate::owner_terms::api::Owned;

/// Columns of the table.
const ROLES: [&str; 9] = [
    "duena",
    "editora",
    "autora",
    "colaboradora",
    "suscriptora",
    "encargada",
    "clienta",
    "sinrol",
    "",
];

/// Method, route, body; then a status for each of [`ROLES`].
const CELLS: &str = r#"GET /wp/v2/sidebars - 200 403 403 403 403 200 403 403 401
GET /wp/v2/sidebars/sidebar-1 - 200 403 403 403 403 200 403 403 401
PUT /wp/v2/sidebars/sidebar-3 {"widgets":["nav_menu-2"]} 200 403 403 403 403 200 403 403 401
GET /wp/v2/widgets - 200 403 403 403 403 200 403 403 401
POST /wp/v2/widgets {"id_base":"search"} 201 403 403 403 403 201 403 403 401
PUT /wp/v2/widgets/text-2 {"instance":{"raw":{"title":"x"}}} 200 403 403 403 403 200 403 403 401
DELETE /wp/v2/widgets/text-999 - 404 403 403 403 403 404 403 403 401
GET /wp/v2/widget-types - 200 403 403 403 403 200 403 403 401
POST /wp/v2/widget-types/text/encode {"instance":{}} 200 403 403 403 403 200 403 403 401
GET /wp/v2/themes - 200 403 403 403 403 403 403 403 401
GET /wp/v2/themes?status=active - 200 200 200 200 403 200 403 403 401
GET /wp/v2/plugins - 200 403 403 403 403 403 403 403 401
POST /wp/v2/plugins {"slug":"x"} 501 403 403 403 403 403 403 403 401
GET /wp/v2/templates - 200 403 403 403 403 200 403 403 401
GET /wp/v2/font-families - 200 403 403 403 403 200 403 403 401
GET /wp/v2/font-collections - 200 403 403 403 403 200 403 403 401
GET /wp/v2/block-types - 200 200 200 200 403 200 403 403 401
GET /wp/v2/block-patterns/patterns - 200 200 200 200 403 200 403 403 401
GET /wp/v2/block-patterns/categories - 200 200 200 200 403 200 403 403 401
GET /wp/v2/block-renderer/core/rss?context=edit - 200 200 200 200 403 200 403 403 401
GET /wp/v2/block-renderer/core/rss?context=edit&post_id=2301 - 200 200 200 403 403 200 403 403 401
GET /wp-site-health/v1/tests/https-status - 200 403 403 403 403 403 403 403 401
GET /wp-site-health/v1/directory-sizes - 200 403 403 403 403 403 403 403 401
GET /oembed/1.0/proxy?url=http%3A%2F%2F127.0.0.1%3A8081%2Fcal-viva%2F - 200 200 200 200 403 200 403 403 401
GET /wp-block-editor/v1/export - 500 403 403 403 403 500 403 403 401
GET /wp-block-editor/v1/navigation-fallback - 200 403 403 403 403 200 403 403 401
GET /wp/v2/search?search=cal - 200 200 200 200 200 200 200 200 200
GET /contact-form-7/v1/contact-forms - 200 200 200 200 403 200 403 403 403
GET /contact-form-7/v1/contact-forms/305 - 200 200 403 403 403 200 403 403 403
POST /contact-form-7/v1/contact-forms {"title":"x"} 200 200 403 403 403 200 403 403 403"#;

#[test]
fn each_person_may_what_the_role_says() {
    let owned = Owned::start(Database::Sqlite);
    let mut wrong = Vec::new();
    for line in CELLS.lines() {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let (head, want) = cells.split_at(3);
        let body = if head[2] == "-" { "" } else { head[2] };
        for (who, want) in ROLES.iter().zip(want) {
            let (status, _) = owned.ask(who, head[0], head[1], body);
            if status.to_string() != *want {
                wrong.push(format!("{line}\n  {who}: {status}, not {want}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
