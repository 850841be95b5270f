//! The table of cases, and cases like them.

use compat::binds;
use serde_json::{Value, json};
use tests_contract::server::Database;

use super::shop::{Answer, BLANKET, HONEY, OIL, PLATE, Shop, add_coupon, lines};
use crate::woocommerce::shop::add;

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

#[expect(clippy::too_many_lines, reason = "a table of cases")]
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

#[expect(clippy::too_many_lines, reason = "a table of cases")]
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
