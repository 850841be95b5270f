//! The table of cases, and cases like them.

use compat::binds;
use serde_json::{Value, json};
use tests_contract::server::Database;

use super::shop::{Answer, BLANKET, HONEY, OIL, PLATE, Shop, add_coupon, lines};
use crate::woocommerce::shop::{add, add_post, set_option};

pub fn strangers_leave_no_trace(database: Database) {
    let shop = Shop::new(database, |_| {});
    let (first, second) = (shop.get("cart"), shop.get("cart"));
    assert_ne!(first.header("cart-token"), second.header("cart-token"));
    for answer in [&first, &second] {
        assert_eq!(answer.0.header("set-cookie"), None);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("user-id"), "0");
        assert_eq!(answer.0.header("cart-hash"), Some(""));
    }
    let missing = shop.send("POST", "cart/add-item", &[], "");
    assert_eq!(
        missing.refusal(),
        (401, "woocommerce_rest_missing_nonce".to_owned())
    );
    assert!(shop.sessions().is_empty());
}

pub fn arguments_come_before_the_nonce(database: Database) {
    let shop = Shop::new(database, |_| {});
    let json_type = ("Content-Type", "application/json");
    let bad = shop.send(
        "POST",
        "cart/add-item",
        &[json_type],
        r#"{"id":1971,"quantity":"dos"}"#,
    );
    assert_eq!(bad.refusal(), (400, "rest_invalid_param".to_owned()));
    assert_eq!(bad.0.header("cart-token"), None);
    let broken = shop.send("POST", "cart/add-item", &[json_type], "{");
    assert_eq!(broken.refusal(), (400, "rest_invalid_json".to_owned()));
    // What only the action looks at comes after it.
    let key = shop.send(
        "POST",
        "cart/add-item",
        &[json_type],
        r#"{"id":1971,"key":"x"}"#,
    );
    assert_eq!(key.refusal().0, 401);
    let nonce = shop.get("cart").header("nonce");
    let nonce = ("Nonce", nonce.as_str());
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    for answer in [
        shop.send(
            "POST",
            "cart/add-item",
            &[nonce, form],
            "id=1971&quantity=1",
        ),
        shop.send("POST", "cart/add-item?id=1971&quantity=1.7", &[nonce], ""),
    ] {
        assert_eq!(answer.0.status, 201, "{}", answer.0.body);
        assert_eq!(lines(&answer.json()), [(HONEY, 1)]);
    }
    let wrong = shop.send(
        "POST",
        "cart/add-item?id=1971",
        &[("Nonce", "abcdefabcd")],
        "",
    );
    assert_eq!(
        wrong.refusal(),
        (403, "woocommerce_rest_invalid_nonce".to_owned())
    );
    assert!(!wrong.header("nonce").is_empty() && !wrong.header("cart-token").is_empty());
}

pub fn tokens(database: Database) {
    let shop = Shop::new(database, |_| {});
    let client = shop.client();
    let added = client.add(HONEY, 2);
    assert_eq!(added.0.status, 201);
    let cookies = added
        .0
        .headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    let cookies: Vec<_> = cookies.map(|(_, value)| value.as_str()).collect();
    assert!(
        cookies
            .iter()
            .all(|cookie| !cookie.starts_with("wp_woocommerce_session_"))
    );
    assert!(
        cookies
            .iter()
            .any(|cookie| cookie.starts_with("woocommerce_items_in_cart=1"))
    );
    assert_eq!(shop.sessions().len(), 1);
    assert_eq!(lines(&client.cart()), [(HONEY, 2)]);
    assert_eq!(lines(&shop.get("cart").json()), []);
    let forged = format!("{}x", client.token);
    let refused = shop.send(
        "POST",
        "cart/add-item?id=1971",
        &[("Cart-Token", &forged)],
        "",
    );
    assert_eq!(
        refused.refusal(),
        (401, "woocommerce_rest_missing_nonce".to_owned())
    );
    // The last letter of a signature may stand for the same bytes: the signed part counts.
    let (signed, signature) = client.token.rsplit_once('.').expect("token");
    let other = format!("{}A.{signature}", &signed[..signed.len() - 1]);
    let refused = shop.send(
        "POST",
        "cart/add-item?id=1971",
        &[("Cart-Token", &other)],
        "",
    );
    assert_eq!(refused.0.status, 401);
    assert_eq!(shop.sessions().len(), 1);
}

fn code(answer: &Answer) -> String {
    answer.refusal().1.replace("woocommerce_rest_", "")
}

pub fn what_may_not_be_bought(database: Database) {
    let shop = Shop::new(database, |site| {
        let price = [("_price", "5"), ("_regular_price", "5")];
        add(site, 7001, "normal", &price, &[("product_type", "simple")]);
        add(site, 7002, "sin-precio", &[], &[]);
        add(site, 7003, "borrador", &price, &[]);
        add(site, 7004, "secreto", &price, &[]);
        add(site, 7005, "papelera", &price, &[]);
        const STATUS: &str = "UPDATE {p}posts SET post_status = ? WHERE ID = ?";
        site.execute(STATUS, binds!["draft", 7003_i64])
            .expect("draft");
        site.execute(STATUS, binds!["trash", 7005_i64])
            .expect("trash");
        const PASSWORD: &str = "UPDATE {p}posts SET post_password = 'x' WHERE ID = 7004";
        site.execute(PASSWORD, binds![]).expect("password");
    });
    let client = shop.client();
    assert_eq!(client.add(7001, 1).0.status, 201);
    for (id, wanted) in [
        (7002, "product_not_purchasable"),
        (7003, "product_not_purchasable"),
        (7004, "add_to_cart_error"),
        (7005, "cart_invalid_product"),
        (99_999, "cart_invalid_product"),
        (PLATE, "product_out_of_stock"),
        (BLANKET, "missing_attributes"),
    ] {
        let answer = client.add(id, 1);
        assert_eq!(
            (answer.0.status, code(&answer).as_str()),
            (400, wanted),
            "{id}"
        );
    }
    let (named, unnamed) = (client.add(7002, 1).message(), client.add(7003, 1).message());
    assert!(
        named.contains("sin-precio") && !unnamed.contains("borrador"),
        "{named} {unnamed}"
    );
    let none = client.post("cart/add-item", &json!({"quantity": 1}));
    assert!(
        none.message().contains("\u{ab}\u{bb}") || none.message().contains("\"\""),
        "{}",
        none.message()
    );
    let word = client.post("cart/add-item", &json!({"id": "miel"}));
    assert!(word.message().contains('0'), "{}", word.message());
    let key = client.post("cart/add-item", &json!({"id": HONEY, "key": "x"}));
    assert_eq!(code(&key), "cart_item_exists");
    for quantity in [0, -3] {
        assert_eq!(
            code(&client.add(HONEY, quantity)),
            "product_invalid_quantity"
        );
    }
}

pub fn quantities(database: Database) {
    let shop = Shop::new(database, |site| {
        let meta = [
            ("_price", "5"),
            ("_regular_price", "5"),
            ("_sold_individually", "yes"),
        ];
        add(site, 7001, "unico", &meta, &[]);
        let meta = [
            ("_price", "5"),
            ("_regular_price", "5"),
            ("_manage_stock", "yes"),
            ("_stock", "0"),
            ("_backorders", "notify"),
            ("_stock_status", "onbackorder"),
        ];
        add(site, 7002, "encargo", &meta, &[]);
    });
    let client = shop.client();
    let cart = client.with(7001, 3);
    assert_eq!(lines(&cart), [(7001, 1)]);
    assert_eq!(
        cart["items"][0]["quantity_limits"]["editable"],
        json!(false)
    );
    assert_eq!(code(&client.add(7001, 1)), "readonly_quantity");
    let cart = client.with(7002, 5);
    let item = &cart["items"][1];
    assert_eq!(item["show_backorder_badge"], json!(true));
    assert_eq!(
        (&item["low_stock_remaining"], &item["backorders_allowed"]),
        (&json!(0), &json!(true))
    );
    let cart = client.with(OIL, 2);
    let key = cart["items"][2]["key"].as_str().expect("key").to_owned();
    let update = |quantity: Value| {
        client.post(
            "cart/update-item",
            &json!({"key": key, "quantity": quantity}),
        )
    };
    for (quantity, wanted) in [
        (json!(0), 400),
        (json!(21), 400),
        (json!("20"), 200),
        (json!(3.9), 200),
    ] {
        assert_eq!(update(quantity.clone()).0.status, wanted, "{quantity}");
    }
    assert_eq!(lines(&client.cart())[2], (OIL, 3));
    // Without a number nothing changes.
    let same = client.post("cart/update-item", &json!({"key": key}));
    assert_eq!((same.0.status, lines(&same.json())[2]), (200, (OIL, 3)));
    assert_eq!(code(&client.add(OIL, 18)), "product_partially_out_of_stock");
    let path = format!("cart/items/{key}");
    let get = |method: &str| client.ask(method, &path, &Value::Null);
    assert_eq!(get("GET").json()["quantity"], json!(3));
    assert_eq!(code(&get("POST")), "invalid_endpoint");
    let gone = get("DELETE");
    assert_eq!((gone.0.status, gone.0.body.as_str()), (204, ""));
    let unknown = get("GET");
    assert_eq!(
        unknown.refusal(),
        (409, "woocommerce_rest_cart_invalid_key".to_owned())
    );
    assert_eq!(lines(&unknown.json()["data"]["cart"]).len(), 2);
    let removed = client.post("cart/remove-item", &json!({"key": key}));
    assert_eq!(removed.0.status, 409);
    let empty = client.ask("DELETE", "cart/items", &Value::Null);
    assert_eq!((empty.0.status, empty.0.body.as_str()), (200, "[]"));
    assert_eq!(lines(&client.cart()), []);
}

pub fn coupons(database: Database) {
    let shop = Shop::new(database, |site| {
        let percent = [("discount_type", "percent"), ("coupon_amount", "10")];
        add_coupon(site, 7001, "otro", &percent);
        add_coupon(
            site,
            7002,
            "solo",
            &[percent[0], percent[1], ("individual_use", "yes")],
        );
        let bound = ("customer_email", "a:1:{i:0;s:19:\"ana@ejemplo.example\";}");
        add_coupon(site, 7003, "ana", &[percent[0], percent[1], bound]);
    });
    let client = shop.client();
    let apply = |code: &str| client.post("cart/apply-coupon", &json!({"code": code}));
    let applied = |cart: &Value| -> Vec<String> {
        let coupons = cart["coupons"].as_array().cloned().unwrap_or_default();
        coupons
            .iter()
            .map(|own| own["code"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    // A coupon may wait for the first product.
    assert_eq!(applied(&apply("OTRO").json()), ["otro"]);
    client.with(HONEY, 1);
    assert_eq!(applied(&apply("solo").json()), ["solo"]);
    let refused = apply("otro");
    assert_eq!(
        refused.refusal(),
        (400, "woocommerce_rest_cart_coupon_error".to_owned())
    );
    assert_eq!(apply("").0.status, 400);
    let drop = client.ask("DELETE", "cart/coupons/solo", &Value::Null);
    assert_eq!(drop.0.status, 204);
    let gone = client.ask("GET", "cart/coupons/solo", &Value::Null);
    assert_eq!(
        gone.refusal(),
        (404, "woocommerce_rest_cart_coupon_invalid_code".to_owned())
    );
    let unknown = client.post("cart/coupons", &json!({"code": "nada"}));
    assert_eq!(unknown.refusal(), (400, "rest_invalid_param".to_owned()));
    assert_eq!(unknown.json()["data"]["details"], json!([]));
    let created = client.post("cart/coupons", &json!({"code": "otro"}));
    assert_eq!(
        (
            created.0.status,
            &created.json()["totals"]["total_discount"]
        ),
        (201, &json!("69"))
    );
    // One for an e-mail address waits for it, and says so for the cart and for the checkout.
    let bound = apply("ana");
    assert_eq!(
        bound.refusal(),
        (400, "woocommerce_rest_cart_coupon_error".to_owned())
    );
    let details = bound.json()["data"]["details"].clone();
    assert!(
        details["cart"].is_string() && details["checkout"].is_string(),
        "{details}"
    );
    let email = json!({"billing_address": {"email": "ana@ejemplo.example"}});
    assert_eq!(client.post("cart/update-customer", &email).0.status, 200);
    assert_eq!(apply("ana").0.status, 200);
    let remove = |code: &str| client.post("cart/remove-coupon", &json!({"code": code}));
    assert_eq!(remove("nada").refusal().0, 400);
    assert_eq!(remove("ana").0.status, 200);
    assert_eq!(remove("ana").refusal().0, 409);
    let all = client.ask("DELETE", "cart/coupons", &Value::Null);
    assert_eq!((all.0.status, all.0.body.as_str()), (200, "[]"));
}

pub fn what_changed_meanwhile(database: Database) {
    let shop = Shop::new(database, |site| {
        let meta = [
            ("_price", "5"),
            ("_regular_price", "5"),
            ("_stock_status", "instock"),
        ];
        add(site, 7001, "uno", &meta, &[]);
        add(site, 7002, "dos", &meta, &[]);
        add(site, 7003, "tres", &meta, &[]);
    });
    let client = shop.client();
    for id in [7001, 7002, 7003] {
        client.with(id, 1);
    }
    client.with(OIL, 10);
    const META: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = ?";
    for (value, id, key) in [
        ("1", OIL, "_stock"),
        ("outofstock", 7001, "_stock_status"),
        ("outofstock", 7002, "_stock_status"),
    ] {
        shop.site
            .execute(META, binds![value, id, key])
            .expect("meta");
    }
    const DRAFT: &str = "UPDATE {p}posts SET post_status = 'draft' WHERE ID = 7003";
    shop.site.execute(DRAFT, binds![]).expect("draft");
    let cart = client.cart();
    assert_eq!(lines(&cart), [(7001, 1), (7002, 1), (OIL, 1)]);
    let errors = cart["errors"].as_array().expect("errors");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(
        errors[0]["code"],
        json!("woocommerce_rest_product_out_of_stock")
    );
    let message = errors[0]["message"].as_str().expect("message");
    assert!(
        message.contains("uno") && message.contains("dos"),
        "{message}"
    );
    // A coupon that no longer holds is gone after it was told once.
    add_coupon(
        &shop.site,
        7010,
        "corto",
        &[("discount_type", "percent"), ("coupon_amount", "10")],
    );
    let applied = client.post("cart/apply-coupon", &json!({"code": "corto"}));
    assert_eq!(applied.0.status, 200, "{}", applied.0.body);
    const END: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (7010, 'date_expires', '1000')";
    shop.site.execute(END, binds![]).expect("end");
    let cart = client.cart();
    assert_eq!(cart["coupons"], json!([]));
    assert_eq!(
        cart["errors"][1]["code"],
        json!("woocommerce_rest_cart_coupon_error")
    );
    assert_eq!(client.cart()["errors"].as_array().expect("errors").len(), 1);
}

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
    assert_eq!(list("rating=6"), []);
    assert_eq!(list("_unstable_tax_product_type=variable"), [BLANKET]);
    // A text that is no number is no bound.
    assert_eq!(list("min_price=caro").len(), list("").len());
    assert_eq!(
        list("after=2026-02-28T00:00:00&before=2026-03-02T00:00:00&include=7001,7002").len(),
        2
    );
    assert_eq!(list("related=7001"), []);
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
