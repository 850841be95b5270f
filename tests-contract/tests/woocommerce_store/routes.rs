//! Batches, other origins, lists, and the attributes of variations.

use serde_json::{Value, json};
use tests_contract::server::Database;
use tests_contract::visit::until;

use super::shop::{Answer, BLANKET, HONEY, Shop, lines};
use crate::woocommerce::shop::{add, add_post, set_option};

pub fn batches(database: Database) {
    let shop = Shop::new(database, |_| {});
    let client = shop.client();
    let part = |path: &str| json!({"path": path, "headers": {"Cart-Token": client.token}});
    let batch = |requests: Value| client.post("batch", &json!({"requests": requests}));
    let many: Vec<_> = (0..26)
        .map(|_| part("/wc/store/v1/cart/add-item?id=1971"))
        .collect();
    let many = batch(many.into());
    assert_eq!(many.refusal(), (400, "rest_invalid_param".to_owned()));
    let details = &many.json()["data"]["details"]["requests"]["code"];
    assert_eq!(details, &json!("rest_too_many_items"));
    let get = batch(json!([{"path": "/wc/store/v1/cart", "method": "GET"}]));
    assert_eq!(
        get.json()["data"]["details"]["requests"]["code"],
        json!("rest_not_in_enum")
    );
    let foreign = batch(json!([{"path": "/wp/v2/posts"}]));
    assert_eq!(
        foreign.refusal(),
        (400, "woocommerce_rest_invalid_path".to_owned())
    );
    assert!(!foreign.header("nonce").is_empty() && foreign.0.header("cart-token").is_none());
    let missing = batch(json!([{"method": "POST"}]));
    assert_eq!(
        missing.json()["data"]["details"]["requests"]["code"],
        json!("rest_property_required")
    );
    assert_eq!(batch(json!([])).json(), json!({"responses": []}));
    let done = batch(json!([
        part("/wc/store/v1/cart/add-item?id=1971&quantity=2"),
        part("/wc/store/v1/cart/add-item?id=1973"),
        {"path": "/wc/store/v1/cart/add-item?id=1971"},
        part("/wc/store/v1/nada"),
    ]));
    assert_eq!(done.0.status, 207);
    let parts = done.json()["responses"].clone();
    let statuses: Vec<_> = (0..4)
        .map(|at| parts[at]["status"].as_i64().unwrap_or_default())
        .collect();
    assert_eq!(statuses, [201, 400, 401, 404]);
    assert!(
        parts[0]["headers"]["Nonce-Timestamp"].is_i64()
            && parts[0]["headers"]["User-ID"] == json!(0)
    );
    assert_eq!(parts[3]["headers"], json!([]));
    assert_eq!(lines(&client.cart()), [(HONEY, 2)]);
    // A token inside alone is none: the session is that of the whole request.
    let inside = json!({"requests": [part("/wc/store/v1/cart/add-item?id=1971")]});
    let json_type = ("Content-Type", "application/json");
    let inside = shop.send("POST", "batch", &[json_type], &inside.to_string());
    assert_eq!(inside.json()["responses"][0]["status"], json!(401));
    let strict = json!({"validation": "require-all-validate", "requests": [
        part("/wc/store/v1/cart/add-item?id=1971"),
        part("/wc/store/v1/cart/select-shipping-rate"),
    ]});
    let strict = client.post("batch", &strict).json();
    assert_eq!(strict["failed"], json!("validation"));
    assert_eq!(strict["responses"][0], Value::Null);
    assert_eq!(lines(&client.cart()), [(HONEY, 2)]);
}

pub fn other_origins(database: Database) {
    let shop = Shop::new(database, |_| {});
    let origin = |answer: Answer| {
        answer
            .0
            .header("access-control-allow-origin")
            .map(str::to_owned)
    };
    let foreign = ("Origin", "https://otra.example");
    assert_eq!(origin(shop.send("GET", "cart", &[foreign], "")), None);
    let own = ("Origin", "http://127.0.0.1");
    assert_eq!(
        origin(shop.send("GET", "cart", &[own], "")).as_deref(),
        Some(own.1)
    );
    let token = shop.get("cart").header("cart-token");
    let token = ("Cart-Token", token.as_str());
    let with = |headers: &[(&str, &str)]| origin(shop.send("GET", "cart", headers, ""));
    assert_eq!(with(&[foreign, token]).as_deref(), Some(foreign.1));
    assert_eq!(with(&[token]).as_deref(), Some(""));
    let preflight = [
        foreign,
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "nonce"),
    ];
    let answer = shop.send("OPTIONS", "cart/add-item", &preflight, "");
    assert_eq!((answer.0.status, answer.0.body.as_str()), (200, ""));
    assert_eq!(origin(answer).as_deref(), Some(foreign.1));
    let described = shop.send("OPTIONS", "cart/add-item", &[], "");
    assert_eq!(described.json()["methods"], json!(["POST"]));
}

/// Routes outlive a snapshot of the site, but not a change of the options that they follow from.
pub fn routes_follow_the_options(database: Database) {
    const NAME: &str = "woocommerce_gateway_order";
    let shop = Shop::new(database, |site| {
        set_option(site, NAME, "a:2:{s:3:\"cod\";i:0;s:4:\"bacs\";i:1;}");
    });
    let first_gateway = || {
        let told = shop.send("OPTIONS", "checkout", &[], "").json();
        let endpoints = told["endpoints"].as_array().into_iter().flatten();
        let mut names = endpoints.map(|one| one["args"]["payment_method"]["enum"].clone());
        let names = names.find(|names| !names.is_null()).expect("gateways");
        names[1].as_str().map(str::to_owned).expect("a gateway")
    };
    assert_eq!(first_gateway(), "cod");
    set_option(&shop.site, NAME, "a:2:{s:4:\"bacs\";i:0;s:3:\"cod\";i:1;}");
    until(|| (first_gateway() == "bacs").then_some(()));
}

/// OPTIONS tells what items look like: they hold these properties, and no others.
pub fn schemas(database: Database) {
    let shop = Shop::new(database, |_| {});
    let client = shop.client();
    client.with(HONEY, 1);
    let key = client.cart()["items"][0]["key"].clone();
    let item = format!("cart/items/{}", key.as_str().expect("key"));
    for (path, title) in [
        ("cart", "cart"),
        ("cart/items", "cart_item"),
        (item.as_str(), "cart_item"),
        ("checkout", "checkout"),
        ("products", "product"),
        ("products/miel-de-romero", "product"),
        ("products/collection-data", "product-collection-data"),
        ("products/categories", "product-category"),
        ("products/tags", "term"),
        ("products/reviews", "product_review"),
    ] {
        let told = shop.send("OPTIONS", path, &[], "").json();
        assert_eq!(told["schema"]["title"], title, "{path}");
        assert_eq!(told["schema"]["type"], "object", "{path}");
        assert!(told["endpoints"].is_array() && told["methods"].is_array());
        let names = |value: &Value| -> Vec<String> {
            let map = value.as_object().into_iter().flatten();
            let names = map.map(|(name, _)| name.clone());
            let mut names: Vec<_> = names.filter(|name| name != "_links").collect();
            names.sort();
            names
        };
        let shown = client.ask("GET", path, &Value::Null).json();
        let shown = match shown.as_array() {
            Some(list) => match list.first() {
                Some(first) => first.clone(),
                None => continue,
            },
            None => shown,
        };
        let properties = &told["schema"]["properties"];
        assert_eq!(names(properties), names(&shown), "{path}");
        for (name, value) in shown.as_object().into_iter().flatten() {
            let kind = match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
                Value::Number(number) if number.is_i64() => "integer",
                Value::Number(_) => "number",
            };
            let own = &properties[name]["type"];
            let is_own = |own: &Value| own == kind || kind == "integer" && own == "number";
            let is_told = match own.as_array() {
                Some(kinds) => kinds.iter().any(is_own),
                None => is_own(own),
            };
            assert!(name == "_links" || is_told, "{path} {name}: {own} {value}");
        }
    }
}

/// Ids of a list.
fn ids(answer: &Answer) -> Vec<i64> {
    assert_eq!(answer.0.status, 200, "{}", answer.0.body);
    let list = answer.json();
    let items = list.as_array().cloned().unwrap_or_default();
    items
        .iter()
        .map(|item| item["id"].as_i64().unwrap_or_default())
        .collect()
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
pub fn lists_of_products(database: Database) {
    let shop = Shop::new(database, |site| {
        let price = [("_price", "3"), ("_regular_price", "3")];
        add(
            site,
            7001,
            "oculto",
            &price,
            &[
                ("product_visibility", "exclude-from-catalog"),
                ("product_visibility", "exclude-from-search"),
            ],
        );
        add(
            site,
            7002,
            "destacado",
            &price,
            &[("product_visibility", "featured")],
        );
    });
    let list = |query: &str| ids(&shop.get(&format!("products?{query}")));
    assert_eq!(list("catalog_visibility=hidden"), [7001]);
    assert!(list("").contains(&7001) && !list("catalog_visibility=visible").contains(&7001));
    assert_eq!(list("featured=true"), [7002]);
    assert!(!list("featured=false").contains(&7002));
    assert_eq!(list("include=1972,1970&orderby=include"), [1972, 1970]);
    assert_eq!(
        list("slug=destacado,miel-de-romero&orderby=id&order=asc"),
        [HONEY, 7002]
    );
    assert_eq!(list("max_price=300&orderby=id&order=asc"), [7001, 7002]);
    assert!(list("rating=6").is_empty());
    assert_eq!(list("_unstable_tax_product_type=variable"), [BLANKET]);
    // A text that is no number is no bound.
    assert_eq!(list("min_price=caro").len(), list("").len());
    assert_eq!(
        list("after=2026-02-28T00:00:00&before=2026-03-02T00:00:00&include=7001,7002").len(),
        2
    );
    assert!(list("related=7001").is_empty());
    assert_eq!(list("offset=1&per_page=1&orderby=id&order=asc"), [HONEY]);
    assert_eq!(
        list("attributes[0][attribute]=nada&attributes[0][slug]=x").len(),
        list("").len()
    );
    let fields = shop.get("products/1971?_fields=id,prices").json();
    assert_eq!(fields.as_object().map(serde_json::Map::len), Some(2));
    let alone = shop.get("products/reviews?product_id=1971");
    assert_eq!(
        (alone.0.body.as_str(), alone.header("x-wp-total")),
        ("[]", "0".to_owned())
    );
    let data = shop
        .get("products/collection-data?calculate_price_range=true&max_price=1")
        .json();
    assert_eq!(data["price_range"]["min_price"], json!("300"));
    assert_eq!(data["rating_counts"], Value::Null);
    for path in [
        "products/categories/9999",
        "products/brands/9",
        "products/brands/x",
        "products/attributes/9",
        "products/attributes/9/terms",
        "products/nada",
    ] {
        assert_eq!(shop.get(path).0.status, 404, "{path}");
    }
}

pub fn attributes_of_variations(database: Database) {
    let shop = Shop::new(database, |site| {
        // A variation of the blanket that takes any colour.
        let meta = [
            ("_price", "30"),
            ("_regular_price", "30"),
            ("attribute_color", ""),
        ];
        add_post(
            site,
            7001,
            ("product_variation", BLANKET),
            "manta-libre",
            &meta,
        );
        set_option(site, "woocommerce_hide_out_of_stock_items", "no");
    });
    let client = shop.client();
    let add = |id: i64, pairs: Value| {
        client.post("cart/add-item", &json!({"id": id, "variation": pairs}))
    };
    let missing = add(7001, json!([]));
    assert_eq!(
        missing.refusal(),
        (400, "woocommerce_rest_missing_variation_data".to_owned())
    );
    assert!(missing.message().contains("Color"), "{}", missing.message());
    let wrong = add(7001, json!([{"attribute": "Color", "value": "Verde"}]));
    assert_eq!(
        wrong.refusal(),
        (400, "woocommerce_rest_invalid_variation_data".to_owned())
    );
    for name in ["Color", "color", "attribute_color"] {
        let answer = add(7001, json!([{"attribute": name, "value": "Cal"}]));
        assert_eq!(answer.0.status, 201, "{name}: {}", answer.0.body);
    }
    assert_eq!(lines(&client.cart()), [(7001, 3)]);
    // Fixed values need not be sent; another one is refused.
    assert_eq!(add(1975, json!([])).0.status, 201);
    let other = add(1975, json!([{"attribute": "Color", "value": "Cal"}]));
    assert_eq!(
        other.refusal(),
        (400, "woocommerce_rest_invalid_variation_data".to_owned())
    );
    let found = add(BLANKET, json!([{"attribute": "Color", "value": "Tierra"}]));
    assert_eq!(lines(&found.json()), [(7001, 3), (1975, 2)]);
}
