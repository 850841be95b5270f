//! The column `wordpress`: the REST API beside its recordings. Contract "wordpress-core", section 13.

use compat::binds;
use serde_json::{Value, json};
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

fn ask(server: &Oxipress, method: &str, route: &str, body: Option<&Value>) -> ClientResponse {
    let mut headers = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        headers.push(("Content-Type".into(), "application/json".into()));
        headers.push(("Content-Length".into(), body.len().to_string()));
    }
    let request = Request {
        method: method.into(),
        path: format!("/wp-json{route}"),
        headers,
        body: body.into_bytes(),
        source_address: None,
    };
    send(server.addr, &request).expect("answer")
}

fn json_of(answer: &ClientResponse) -> Value {
    serde_json::from_str(&answer.body).expect("JSON")
}

/// A path that the pattern of a route takes.
fn path_of(pattern: &str) -> String {
    const TEMPLATE: &str = r#"([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+)"#;
    let named = [
        (format!("(?P<id>{TEMPLATE}"), "Divi//single"),
        (format!("(?P<parent>{TEMPLATE}"), "Divi//single"),
        (
            r#"(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)"#.into(),
            "Divi",
        ),
        (r"(?P<stylesheet>[\/\s%\w\.\(\)\[\]\@_\-]+)".into(), "Divi"),
        (r"(?P<plugin>[^.\/]+(?:\/[^.\/]+)?)".into(), "a/b"),
        (r"(?P<user_id>(?:[\d]+|me))".into(), "1"),
        ("(?P<name>[a-z0-9-]+/[a-z0-9-]+)".into(), "core/archives"),
        (
            r"(?P<key>[\w-]{32})".into(),
            "aab3238922bcc25a6f606eb525ffdc56",
        ),
    ];
    let mut path = pattern.to_owned();
    for (pattern, example) in named {
        path = path.replace(&pattern, example);
    }
    while let Some((before, rest)) = path.split_once("(?P<") {
        let (_, after) = rest.split_once(')').expect("a whole group");
        path = format!("{before}27{after}");
    }
    path
}

/// What the index lists is there: visitors get an answer or a refusal, never `rest_no_route`.
#[test]
fn every_listed_route_answers() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let index = json_of(&ask(&server, "GET", "/", None));
    let routes = index["routes"].as_object().expect("routes");
    for core in [
        "/batch/v1",
        "/wp/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)",
        "/wp/v2/posts/(?P<id>[\\d]+)/autosaves",
        "/wp/v2/menu-items",
        "/wp/v2/blocks/(?P<id>[\\d]+)",
        "/wp/v2/templates/lookup",
        "/wp/v2/global-styles/(?P<id>[\\/\\d+]+)",
        "/wp/v2/navigation",
        "/wp/v2/font-families",
        "/wp/v2/menus",
        "/wp/v2/wp_pattern_category",
        "/wp/v2/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)",
        "/wp/v2/block-directory/search",
        "/wp/v2/pattern-directory/patterns",
        "/wp/v2/font-collections",
        "/wp-site-health/v1/tests/page-cache",
        "/wp-site-health/v1/directory-sizes",
        "/wp-block-editor/v1/url-details",
        "/wp-block-editor/v1/export",
        "/wp-block-editor/v1/navigation-fallback",
    ] {
        assert!(routes.contains_key(core), "{core} is not listed");
    }
    for (pattern, route) in routes {
        for endpoint in route["endpoints"].as_array().expect("endpoints") {
            let method = endpoint["methods"][0].as_str().expect("method");
            let body = (method != "GET").then(|| json!({}));
            let answer = ask(&server, method, &path_of(pattern), body.as_ref());
            let code = json_of(&answer)["code"].clone();
            assert_ne!(code, "rest_no_route", "{method} {pattern}");
            let known = matches!(answer.status, 200 | 400 | 401 | 403 | 404 | 409 | 415 | 501);
            assert!(known, "{method} {pattern}: {}", answer.status);
        }
    }
}

/// Refusals of visitors: method, status, code, route.
const REFUSALS: &str = "\
GET 404 rest_post_invalid_id /wp/v2/navigation/1
GET 401 rest_cannot_read /wp/v2/posts/27/revisions
GET 404 rest_post_invalid_parent /wp/v2/posts/9999/revisions
GET 401 rest_cannot_read /wp/v2/posts/27/autosaves
GET 401 rest_cannot_view /wp/v2/menus
GET 404 rest_term_invalid /wp/v2/menus/1
GET 400 rest_missing_callback_param /wp/v2/templates/lookup
GET 404 rest_global_styles_not_found /wp/v2/global-styles/1
GET 401 rest_cannot_read /wp/v2/font-families
GET 401 block_cannot_read /wp/v2/block-renderer/core/archives?context=edit
GET 401 rest_cannot_view_active_theme /wp/v2/themes/Divi
GET 401 rest_cannot_view_themes /wp/v2/themes/otro
GET 401 rest_cannot_view_plugin /wp/v2/plugins/a/b
GET 501 application_passwords_disabled /wp/v2/users/1/application-passwords
POST 400 rest_missing_callback_param /wp/v2/users
POST 404 rest_user_invalid_id /wp/v2/users/9999
DELETE 400 rest_missing_callback_param /wp/v2/users/1
DELETE 404 rest_comment_invalid_id /wp/v2/comments/9999
DELETE 404 rest_term_invalid /wp/v2/categories/9999
POST 400 rest_missing_callback_param /wp/v2/categories
POST 400 rest_invalid_param /wp/v2/posts?status=nada
GET 401 rest_cannot_read_type /wp/v2/types/revision
GET 401 rest_forbidden_context /wp/v2/types/post?context=edit
GET 401 rest_cannot_read_status /wp/v2/statuses/inherit
GET 401 rest_forbidden /wp/v2/taxonomies/post_format
GET 401 rest_forbidden_context /wp/v2/taxonomies/category?context=edit
GET 400 rest_post_invalid_id /wp/v2/categories?post=9999
GET 401 rest_forbidden_context /wp/v2/categories?post=1983
GET 401 rest_forbidden_context /wp/v2/posts?context=edit
GET 400 rest_post_invalid_page_number /wp/v2/posts?page=99
GET 401 rest_forbidden /wp-site-health/v1/tests/https-status
GET 400 rest_missing_callback_param /wp-block-editor/v1/url-details
GET 401 rest_cannot_view_url_details /wp-block-editor/v1/url-details?url=http://a.es/
GET 401 rest_cannot_export_templates /wp-block-editor/v1/export
GET 401 rest_cannot_create /wp-block-editor/v1/navigation-fallback
GET 401 woocommerce_rest_cannot_view /wc/v3/products
GET 401 woocommerce_rest_cannot_view /wc/v2/orders/1
POST 401 woocommerce_rest_cannot_create /wc/v1/coupons
PUT 401 woocommerce_rest_cannot_edit /wc/v3/settings/general/woocommerce_currency
DELETE 401 woocommerce_rest_cannot_delete /wc/v3/orders/1
POST 401 woocommerce_rest_cannot_batch /wc/v3/products/batch
GET 401 woocommerce_rest_cannot_view /wc-analytics/reports/revenue/stats
GET 404 rest_no_route /wc/v3/nada";

#[test]
fn visitors_are_refused_as_wordpress_refuses_them() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    for case in REFUSALS.lines() {
        let parts: Vec<&str> = case.split(' ').collect();
        let [method, status, code, route] = parts[..] else {
            panic!("{case}");
        };
        let answer = ask(&server, method, route, None);
        let found = json_of(&answer);
        assert_eq!(found["code"], json!(code), "{case}");
        assert_eq!(answer.status.to_string(), status, "{case}");
        assert_eq!(found["data"]["status"], json!(answer.status), "{case}");
    }
    for route in ["/wp/v2/blocks", "/wp/v2/navigation"] {
        let answer = ask(&server, "GET", route, None);
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (200, "[]"),
            "{route}"
        );
        assert_eq!(answer.header("x-wp-total"), Some("0"), "{route}");
    }
}

/// Parameters that do not fit: route, parameter, code, message, data; those of one route in WordPress's order.
const PARAMETERS: &str = r#"posts?categories=abc | categories | rest_no_matching_schema | categories no es un Lista de ID de términos válido. Motivo: categories[0] no es del tipo integer. | {"position": 0}
posts?categories_exclude=abc | categories_exclude | rest_no_matching_schema | categories_exclude no es un Lista de ID de términos válido. Motivo: categories_exclude[0] no es del tipo integer. | {"position": 0}
posts?categories[]=abc | categories | rest_no_matching_schema | categories no es un Lista de ID de términos y Consulta de la taxonomía del ID del término válido. | null
posts?categories= | categories | rest_one_of_multiple_matches | categories coincide con Lista de ID de términos y Consulta de la taxonomía del ID del término, pero debe coincidir solo con uno. | {"positions": [0, 1]}
posts?order=up&context=nada&per_page=0 | context | rest_not_in_enum | context no es uno de view, embed y edit. | null
posts?order=up&context=nada&per_page=0 | per_page | rest_out_of_bounds | per_page debe estar entre 1 (incluido) y 100 (incluido) | null
posts?order=up&before=ayer&include[]=x | order | rest_not_in_enum | order no es uno de asc y desc. | null
posts?order=up&before=ayer&include[]=x | before | rest_invalid_date | Fecha no válida. | null
posts?order=up&before=ayer&include[]=x | include | rest_invalid_type | include[0] no es del tipo integer. | {"param": "include[0]"}
posts?status=nada | status | rest_forbidden_status | El estado está prohibido. | {"status": 401}
posts?include[a]=1 | include | rest_invalid_type | include no es del tipo array. | {"param": "include"}
posts?page=-1 | page | rest_out_of_bounds | page debe ser mayor o igual a 1 | null
posts?per_page=1.5 | per_page | rest_invalid_type | per_page no es del tipo integer. | {"param": "per_page"}
posts?format=nada | format | rest_not_in_enum | format[0] no es uno de standard, aside, chat, gallery, link, image, quote, status, video y audio. | null
pages?parent=x | parent | rest_invalid_type | parent[0] no es del tipo integer. | {"param": "parent[0]"}
comments?author_email=x | author_email | rest_invalid_email | Dirección de correo electrónico no valida. | null
users?who=x | who | rest_not_in_enum | who no es authors. | null
tags?hide_empty=x | hide_empty | rest_invalid_type | hide_empty no es del tipo boolean. | {"param": "hide_empty"}
search?context=edit | context | rest_not_in_enum | context no es uno de view y embed. | null
taxonomies?type[]=x | type | rest_invalid_type | type no es del tipo string. | {"param": "type"}
blocks?per_page=101 | per_page | rest_out_of_bounds | per_page debe estar entre 1 (incluido) y 100 (incluido) | null"#;

#[test]
fn parameters_that_do_not_fit_are_told() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let cases: Vec<Vec<&str>> = PARAMETERS
        .lines()
        .map(|l| l.split(" | ").collect())
        .collect();
    for cases in cases.chunk_by(|a, b| a[0] == b[0]) {
        let route = cases[0][0];
        let answer = ask(&server, "GET", &format!("/wp/v2/{route}"), None);
        let found = json_of(&answer);
        let code = json!("rest_invalid_param");
        assert_eq!((answer.status, &found["code"]), (400, &code), "{route}");
        let names: Vec<&str> = cases.iter().map(|case| case[1]).collect();
        let message = format!("Parámetro(s) no válido(s): {}", names.join(", "));
        assert_eq!(found["message"], json!(message), "{route}");
        for case in cases {
            let [_, name, code, message, data] = case[..] else {
                panic!("{case:?}");
            };
            let data: Value = serde_json::from_str(data).expect("JSON");
            assert_eq!(found["data"]["params"][name], json!(message), "{route}");
            let details = json!({"code": code, "message": message, "data": data});
            assert_eq!(found["data"]["details"][name], details, "{route}");
        }
    }
}

/// Menus of the block editor are read by everybody, with what they have; patterns by who writes.
#[test]
fn menus_of_blocks_are_read_and_patterns_are_not() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    const COPY: &str = "UPDATE {p}posts SET post_type = ? WHERE ID = ?";
    for (name, id) in [("wp_navigation", 28), ("wp_block", 29)] {
        site.execute(COPY, binds![name, id]).expect("row");
    }
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let found = json_of(&ask(&server, "GET", "/wp/v2/navigation", None));
    let fields: Vec<&String> = found[0].as_object().expect("a menu").keys().collect();
    let mut wanted = vec![
        "id",
        "date",
        "date_gmt",
        "guid",
        "modified",
        "modified_gmt",
        "slug",
        "status",
        "type",
        "link",
        "title",
        "content",
        "template",
        "_links",
    ];
    wanted.sort_unstable();
    let mut fields: Vec<&str> = fields.into_iter().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, wanted);
    let own = "http://127.0.0.1:8081/wp-json/wp/v2/navigation/28";
    assert_eq!(found[0]["_links"]["self"][0]["href"], json!(own));
    assert_eq!(
        ask(&server, "GET", "/wp/v2/navigation/28", None).status,
        200
    );
    let patterns = ask(&server, "GET", "/wp/v2/blocks", None);
    assert_eq!((patterns.status, patterns.body.as_str()), (200, "[]"));
    let one = ask(&server, "GET", "/wp/v2/blocks/29", None);
    assert_eq!(
        (one.status, &json_of(&one)["code"]),
        (401, &json!("rest_forbidden"))
    );
}

/// `format` and the terms of a query, on both databases.
fn lists_by_terms_and_formats(database: Database) {
    let server = Oxipress::start_recorded_site(database).expect("server");
    let total = |route: &str| {
        let answer = ask(&server, "GET", &format!("/wp/v2/{route}"), None);
        assert_eq!(answer.status, 200, "{route}: {}", answer.body);
        let total = answer.header("x-wp-total").unwrap_or_default();
        total.parse::<i64>().expect("a number")
    };
    let all = total("posts?_fields=id");
    assert!(all > 5);
    assert_eq!(total("posts?format=standard&_fields=id"), all);
    assert_eq!(total("posts?format=video,audio&_fields=id"), 0);
    let some = total("posts?categories=17&_fields=id");
    assert!(some > 0 && some < all);
    assert_eq!(total("posts?categories[terms]=17&_fields=id"), some);
    assert_eq!(total("posts?categories_exclude=17&_fields=id"), all - some);
    // Both at once are nobody; with `OR` one of them is enough, formats included.
    let both = "categories=17&categories_exclude=17&_fields=id";
    assert_eq!(total(&format!("posts?{both}")), 0);
    assert_eq!(total(&format!("posts?tax_relation=AND&{both}")), 0);
    assert_eq!(total(&format!("posts?tax_relation=OR&{both}")), all);
    let format = "categories=17&format=video&_fields=id";
    assert_eq!(total(&format!("posts?{format}")), 0);
    assert_eq!(total(&format!("posts?tax_relation=OR&{format}")), some);
}

/// Names of properties that a schema shows in a context.
fn shown(schema: &Value, context: &str) -> Vec<String> {
    let properties = schema["properties"].as_object().expect("properties");
    let in_context = properties.iter().filter(|(_, property)| {
        let contexts = property["context"].as_array().expect("contexts");
        contexts.iter().any(|c| c == context)
    });
    let mut names: Vec<String> = in_context.map(|(name, _)| name.clone()).collect();
    names.sort();
    names
}

/// OPTIONS tells what the items of core's routes look like: what is shown is what an item holds, in each context.
#[test]
fn schemas_are_told() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let first = |value: &Value| match value {
        Value::Array(list) => list.first().cloned(),
        Value::Object(map) if map.contains_key("id") || map.contains_key("slug") => None,
        Value::Object(map) => map.values().next().cloned(),
        _ => None,
    };
    for (route, title, allow) in [
        ("/wp/v2/posts", "post", "GET"),
        ("/wp/v2/posts/(?P<id>)", "post", "GET"),
        ("/wp/v2/pages", "page", "GET"),
        ("/wp/v2/media", "attachment", "GET"),
        ("/wp/v2/categories", "category", "GET"),
        ("/wp/v2/tags", "tag", "GET"),
        ("/wp/v2/users", "user", "GET"),
        ("/wp/v2/comments", "comment", ""),
        ("/wp/v2/types", "type", "GET"),
        ("/wp/v2/statuses", "status", "GET"),
        ("/wp/v2/taxonomies", "taxonomy", "GET"),
        ("/wp/v2/search", "search-result", "GET"),
    ] {
        let posts = json_of(&ask(&server, "GET", "/wp/v2/posts", None));
        let id = posts[0]["id"].to_string();
        let path = route.replace("(?P<id>)", &id);
        let answer = ask(&server, "OPTIONS", &path, None);
        assert_eq!(answer.status, 200, "{route}");
        // Without the defaults of its parameters nobody may list comments.
        assert_eq!(answer.header("allow").unwrap_or_default(), allow, "{route}");
        let told = json_of(&answer);
        let schema = &told["schema"];
        assert_eq!(told["namespace"], "wp/v2", "{route}");
        assert_eq!(told["endpoints"][0]["methods"], json!(["GET"]), "{route}");
        assert_eq!(schema["title"], title, "{route}");
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-04/schema#");
        for context in ["view", "embed"] {
            let list = json_of(&ask(
                &server,
                "GET",
                &format!("{path}?context={context}"),
                None,
            ));
            let item = first(&list).or_else(|| list.as_object().map(|_| list.clone()));
            let Some(item) = item else {
                assert_eq!(title, "tag", "{route} has no item");
                continue;
            };
            let mut names: Vec<String> = item.as_object().expect("item").keys().cloned().collect();
            // Links, and what the shop adds to users, have no schema.
            let without = ["_links", "is_super_admin", "woocommerce_meta"];
            names.retain(|name| !without.contains(&name.as_str()));
            names.sort();
            assert_eq!(names, shown(schema, context), "{route} {context}");
        }
    }
}

/// Schemas of what is written, and of what is not there.
#[test]
fn schemas_tell_what_the_user_may_do() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let told = json_of(&ask(&server, "OPTIONS", "/wp/v2/posts", None));
    let links = told["schema"]["links"].as_array().expect("links");
    assert_eq!(links[0]["rel"], "https://api.w.org/action-publish");
    assert!(
        links[0]["href"]
            .as_str()
            .is_some_and(|href| href.ends_with("/wp/v2/posts/{id}"))
    );
    for name in ["revisions", "autosaves"] {
        let told = json_of(&ask(
            &server,
            "OPTIONS",
            &format!("/wp/v2/posts/1/{name}"),
            None,
        ));
        assert_eq!(told["schema"]["title"], "post-revision", "{name}");
        let has_link = told["schema"]["properties"].get("preview_link").is_some();
        assert_eq!(has_link, name == "autosaves");
    }
    // What is not there has nothing to tell.
    assert_eq!(ask(&server, "OPTIONS", "/no/existe", None).body, "[]");
}

#[test]
fn lists_by_terms_and_formats_on_sqlite() {
    lists_by_terms_and_formats(Database::Sqlite);
}

#[test]
fn lists_by_terms_and_formats_on_mariadb() {
    lists_by_terms_and_formats(Database::MariaDb);
}

fn batch(server: &Oxipress, body: &Value) -> (u16, Value) {
    let answer = ask(server, "POST", "/batch/v1", Some(body));
    (answer.status, json_of(&answer))
}

/// A batch takes visitors' requests too; each is answered as if it had come alone.
#[test]
fn a_batch_answers_each_of_its_requests() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let (status, found) = batch(
        &server,
        &json!({"requests": [
            {"path": "/wp/v2/posts", "body": {"title": "x"}},
            {"path": "/wp/v2/posts/27", "method": "DELETE"},
            {"path": "/wp/v2/comments"},
            {"path": "/no/existe"},
            {"path": "http://"},
        ]}),
    );
    assert_eq!(status, 207);
    let codes: Vec<&Value> = (0..5)
        .map(|i| &found["responses"][i]["body"]["code"])
        .collect();
    let wanted = [
        "rest_cannot_create",
        "rest_cannot_delete",
        "rest_batch_not_allowed",
        "rest_no_route",
        "parse_path_failed",
    ];
    assert_eq!(codes, wanted);
    assert_eq!(found["responses"][0]["status"], json!(401));
    assert_eq!(found["responses"][0]["headers"], json!({"Allow": "GET"}));
    assert_eq!(found["responses"][3]["headers"], json!([]));
}

/// What does not fit is refused before any of them is answered.
#[test]
fn a_batch_is_checked_first() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let (status, found) = batch(
        &server,
        &json!({"validation": "require-all-validate", "requests": [
            {"path": "/wp/v2/categories", "body": {"name": "x"}},
            {"path": "/wp/v2/categories"},
        ]}),
    );
    assert_eq!((status, &found["failed"]), (207, &json!("validation")));
    assert_eq!(found["responses"][0], Value::Null);
    let code = &found["responses"][1]["body"]["code"];
    assert_eq!(code, &json!("rest_missing_callback_param"));
    let refusals = [
        (
            json!({"requests": [{}]}),
            "path es una propiedad necesaria de requests[0].",
        ),
        (
            json!({"requests": [{"path": "/", "method": "GET"}]}),
            "requests[0][method] no es uno de POST, PUT, PATCH y DELETE.",
        ),
        (
            json!({"requests": vec![json!({"path": "/"}); 26]}),
            "requests debe contener, como máximo, 25 elementos.",
        ),
    ];
    for (body, message) in refusals {
        let (status, found) = batch(&server, &body);
        assert_eq!(
            (status, &found["data"]["params"]["requests"]),
            (400, &json!(message))
        );
    }
    assert_eq!(ask(&server, "GET", "/batch/v1", None).status, 404);
}
