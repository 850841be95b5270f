//! The table resource × verb × role: status of the answer to each person.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use tests_contract::server::Database;

use super::api::Owned;

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

/// Method, route, body; then a status for each of [`ROLES`]. `{who}` in a body is the person's name. Writes that are
/// allowed are such that each may be made by several people.
const CELLS: &str = r#"GET /wp/v2/categories - 200 200 200 200 200 200 200 200 200
GET /wp/v2/categories?context=edit - 200 200 403 403 403 200 403 403 401
GET /wp/v2/tags/20?context=edit - 200 200 403 403 403 200 403 403 401
POST /wp/v2/categories {"name":"cat-{who}"} 201 201 403 403 403 201 403 403 401
POST /wp/v2/tags {"name":"tag-{who}"} 201 201 201 201 403 201 403 403 401
POST /wp/v2/project_tag {"name":"pt-{who}"} 201 201 201 201 403 201 403 403 401
POST /wp/v2/product_cat {"name":"pc-{who}"} 201 403 403 403 403 201 403 403 401
POST /wp/v2/menus {"name":"menu-{who}"} 201 403 403 403 403 201 403 403 401
PUT /wp/v2/categories/16 {"description":"{who}"} 200 200 403 403 403 200 403 403 401
DELETE /wp/v2/categories/16 - 501 501 403 403 403 501 403 403 401
DELETE /wp/v2/categories/1?force=true - 403 403 403 403 403 403 403 403 401
DELETE /wp/v2/categories/99999?force=true - 404 404 404 404 404 404 404 404 404
GET /wp/v2/menus - 200 200 200 200 403 200 403 403 401
GET /wp/v2/menus?context=edit - 200 403 403 403 403 200 403 403 401
GET /wp/v2/menu-items?menus=41 - 200 200 200 200 403 200 403 403 401
GET /wp/v2/menu-items/2200 - 200 200 200 200 403 200 403 403 401
GET /wp/v2/menu-items/2200?context=edit - 200 403 403 403 403 200 403 403 401
POST /wp/v2/menu-items {"title":"{who}","url":"https://a.example/","menus":42} 201 403 403 403 403 201 403 403 401
PUT /wp/v2/menu-items/2200 {"attr_title":"{who}"} 200 403 403 403 403 200 403 403 401
DELETE /wp/v2/menu-items/2200 - 501 403 403 403 403 501 403 403 401
GET /wp/v2/menu-locations - 200 200 200 200 403 200 403 403 401
GET /wp/v2/menu-locations/footer-menu - 200 200 200 200 403 200 403 403 401
GET /wp/v2/settings - 200 403 403 403 403 403 403 403 401
POST /wp/v2/settings {"start_of_week":1} 200 403 403 403 403 403 403 403 401
GET /wp/v2/comments - 200 200 200 200 200 200 200 200 200
GET /wp/v2/comments?status=hold - 200 200 200 200 403 200 403 403 401
GET /wp/v2/comments?context=edit - 200 200 403 403 403 200 403 403 401
GET /wp/v2/comments/901 - 200 200 403 403 403 200 403 403 401
GET /wp/v2/comments/907 - 200 200 200 403 200 200 403 403 401
POST /wp/v2/comments {"post":27,"content":"de {who}"} 201 201 201 201 201 201 201 201 401
POST /wp/v2/comments {"post":27,"content":"otro {who}","author_ip":"192.0.2.9"} 201 201 403 403 403 201 403 403 401
POST /wp/v2/comments {"post":32,"content":"cerrado"} 403 403 403 403 403 403 403 403 401
POST /wp/v2/comments {"post":2302,"content":"borrador"} 403 403 403 403 403 403 403 403 401
PUT /wp/v2/comments/902 {"author_name":"Vecina"} 200 200 403 403 403 200 403 403 401
PUT /wp/v2/comments/907 {"author_name":"Susana"} 200 200 200 403 403 200 403 403 401
DELETE /wp/v2/comments/99999 - 404 404 404 404 404 404 404 404 404
GET /wp/v2/types?context=edit - 200 200 200 200 403 200 403 403 401
GET /wp/v2/types/page?context=edit - 200 200 403 403 403 200 403 403 401
GET /wp/v2/types/product?context=edit - 200 403 403 403 403 200 403 403 401
GET /wp/v2/taxonomies?context=edit - 200 200 200 200 403 200 403 403 401
GET /wp/v2/taxonomies/nav_menu?context=edit - 200 403 403 403 403 200 403 403 401
GET /wp/v2/statuses?context=edit - 200 200 200 200 403 200 403 403 401
GET /wp/v2/statuses/trash - 200 200 200 200 403 200 403 403 401
GET /wp/v2/statuses/inherit - 403 403 403 403 403 403 403 403 401"#;

fn each_cell(database: Database) {
    let owned = Owned::start(database);
    let mut wrong = Vec::new();
    for line in CELLS.lines() {
        let mut parts = line.split(' ');
        let (method, route) = (parts.next().unwrap(), parts.next().unwrap());
        let rest: Vec<&str> = parts.collect();
        let (body, wanted) = rest.split_at(rest.len() - ROLES.len());
        let body = body.join(" ");
        for (who, want) in ROLES.into_iter().zip(wanted) {
            let body = match body.as_str() {
                "-" => String::new(),
                body => body.replace("{who}", who),
            };
            let (status, found) = owned.ask(who, method, route, &body);
            if status.to_string() != **want {
                let code = &found["code"];
                wrong.push(format!(
                    "{method} {route} as '{who}': {status} {code}, not {want}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A refusal that WordPress grants is as bad as the reverse.
#[test]
fn everybody_may_what_wordpress_lets_them() {
    each_cell(Database::Sqlite);
}

#[test]
fn everybody_may_what_wordpress_lets_them_on_mariadb() {
    each_cell(Database::MariaDb);
}
