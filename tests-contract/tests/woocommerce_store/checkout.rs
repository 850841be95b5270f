//! Drafts, refusals, payment by number, the limit of requests.

use compat::binds;
use serde_json::{Value, json};
use tests_contract::server::Database;
use tests_contract::site::Site;

use super::shop::{Client, HONEY, OIL, Shop, add_coupon};

/// Sets an option.
pub fn set_option(site: &Site, name: &str, value: &str) {
    const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";
    const ADD: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'on')";
    site.execute(DELETE, binds![name]).expect("delete");
    site.execute(ADD, binds![name, value]).expect("option");
}

/// A body that is all right, with changes.
pub fn order(changes: &[(&str, Value)]) -> Value {
    let address = json!({
        "first_name": "Ana", "last_name": "Ruiz", "company": "", "address_1": "Calle Mayor 1", "address_2": "",
        "city": "Guadix", "state": "GR", "postcode": "18500", "country": "ES", "phone": "600112233"
    });
    let mut billing = address.clone();
    billing["email"] = json!("ana@ejemplo.example");
    let mut body = json!({
        "billing_address": billing, "shipping_address": address, "payment_method": "cod"
    });
    for (name, value) in changes {
        let place = body.pointer_mut(&format!("/{}", name.replace('.', "/")));
        match place {
            Some(own) => own.clone_from(value),
            None => body[*name] = value.clone(),
        }
    }
    body
}

pub fn number(site: &Site, sql: &'static str) -> i64 {
    let rows: Vec<(i64,)> = site.load(sql, Vec::new()).expect("rows");
    rows.first().map_or(0, |(number,)| *number)
}

fn draft(client: &Client<'_>) -> i64 {
    let answer = client.ask("GET", "checkout", &Value::Null);
    assert_eq!(answer.0.status, 200, "{}", answer.0.body);
    answer.json()["order_id"].as_i64().expect("order_id")
}

fn set_status(shop: &Shop, id: i64, status: &str) {
    const SET: &str = "UPDATE {p}wc_orders SET status = ? WHERE id = ?";
    shop.site.execute(SET, binds![status, id]).expect("status");
}

/// Cases 23 to 25: a draft follows the cart.
pub fn drafts(database: Database) {
    let shop = Shop::new(database, |_| {});
    let client = shop.client();
    let empty = client.ask("GET", "checkout", &Value::Null);
    let refusal = (400, "woocommerce_rest_cart_empty".to_owned());
    assert_eq!(empty.refusal(), refusal);
    client.with(HONEY, 1);
    let id = draft(&client);
    client.with(OIL, 2);
    let items =
        "SELECT COUNT(*) FROM {p}woocommerce_order_items WHERE order_item_type = 'line_item'";
    assert_eq!(
        number(&shop.site, items),
        2,
        "a write to the cart refreshes the draft"
    );
    assert_eq!(draft(&client), id);
    let total: Vec<(String,)> = shop
        .site
        .load(
            "SELECT CAST(total_amount AS CHAR) FROM {p}wc_orders",
            Vec::new(),
        )
        .expect("total");
    assert!(
        total.len() == 1 && total[0].0.starts_with("36.4"),
        "{total:?}"
    );
    assert_eq!(
        number(&shop.site, "SELECT COUNT(*) FROM {p}wc_reserved_stock"),
        0
    );
    assert_eq!(
        number(&shop.site, "SELECT COUNT(*) FROM {p}wc_orders_meta"),
        7
    );
    let notes = "SELECT COUNT(*) FROM {p}comments WHERE comment_type = 'order_note'";
    assert_eq!(number(&shop.site, notes), 0);
    let put = |body: Value| client.ask("PUT", "checkout", &body).json();
    let noted = put(json!({"customer_note": "Al <b>timbre</b>", "payment_method": "cod"}));
    assert_eq!(noted["customer_note"], "Al timbre");
    assert_eq!(noted["payment_method"], "cod");
    assert!(noted["payment_result"].is_null() && noted["__experimentalCart"].is_object());
    assert_eq!(put(json!({}))["customer_note"], "");
    let off = client.ask("PUT", "checkout", &json!({"payment_method": "cheque"}));
    let code = "woocommerce_rest_checkout_payment_method_disabled";
    assert_eq!(off.refusal(), (400, code.to_owned()));
    let unknown = client.ask("PUT", "checkout", &json!({"payment_method": "paypal"}));
    assert_eq!(unknown.refusal(), (400, "rest_invalid_param".to_owned()));
    set_status(&shop, id, "wc-pending");
    assert_eq!(
        draft(&client),
        id,
        "an unpaid order of the very cart is used again"
    );
    client.with(HONEY, 1);
    let second = draft(&client);
    assert_ne!(second, id, "of another cart it is not");
    set_status(&shop, second, "wc-cancelled");
    assert_ne!(draft(&client), second);
}

/// What is refused, and what stays behind.
pub fn refusals(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_allowed_countries", "specific");
        let codes = "a:2:{i:0;s:2:\"ES\";i:1;s:2:\"DE\";}";
        set_option(site, "woocommerce_specific_allowed_countries", codes);
    });
    let client = shop.client();
    let refused = |changes: &[(&str, Value)]| client.post("checkout", &order(changes));
    let empty = refused(&[]);
    assert_eq!(
        empty.refusal(),
        (409, "woocommerce_rest_cart_empty".to_owned())
    );
    assert_eq!(empty.json()["data"]["0"], 400);
    assert!(empty.json()["data"]["cart"].is_object());
    client.with(HONEY, 1);
    let bad = refused(&[("billing_address.postcode", json!("999"))]);
    assert_eq!(bad.refusal(), (400, "rest_invalid_param".to_owned()));
    assert_eq!(bad.0.header("cart-token"), None);
    let codes = |changes: &[(&str, Value)]| refused(changes).refusal().1;
    let code = |name: &str| format!("woocommerce_rest_{name}");
    assert_eq!(
        codes(&[("billing_address.email", json!(""))]),
        code("missing_email_address")
    );
    assert_eq!(
        codes(&[("payment_method", json!(""))]),
        code("checkout_missing_payment_method")
    );
    let french = json!("FR");
    let elsewhere = refused(&[
        ("billing_address.country", french.clone()),
        ("billing_address.state", json!("")),
        ("billing_address.postcode", json!("75001")),
    ]);
    assert_eq!(elsewhere.refusal().1, code("invalid_address_country"));
    assert_eq!(
        elsewhere.json()["data"]["allowed_countries"],
        json!(["ES", "DE"])
    );
    let unreachable = [
        ("shipping_address.country", json!("AQ")),
        ("shipping_address.state", json!("")),
        ("shipping_address.postcode", json!("")),
    ];
    assert_eq!(codes(&unreachable), code("invalid_shipping_option"));
    let orders = "SELECT COUNT(*) FROM {p}wc_orders WHERE status = 'wc-checkout-draft'";
    assert_eq!(number(&shop.site, orders), 1, "the draft stays");
    client.with(OIL, 1);
    const GONE: &str = "UPDATE {p}postmeta SET meta_value = 'outofstock' WHERE post_id IN (1970, 1971) AND meta_key = '_stock_status'";
    shop.site.execute(GONE, Vec::new()).expect("stock");
    let gone = refused(&[]);
    assert_eq!(gone.refusal(), (409, code("product_out_of_stock")));
    assert_eq!(gone.json()["data"]["0"], 409);
    assert!(gone.message().contains("Miel") && gone.message().contains("Aceite"));
    const BACK: &str = "UPDATE {p}postmeta SET meta_value = 'instock' WHERE post_id IN (1970, 1971) AND meta_key = '_stock_status'";
    shop.site.execute(BACK, Vec::new()).expect("stock");
    assert_eq!(refused(&[]).0.status, 200);
}

/// Case 11: a coupon of somebody else goes when the order is sent.
pub fn coupons_of_others(database: Database) {
    let shop = Shop::new(database, |site| {
        let emails = "a:1:{i:0;s:20:\"otra@ejemplo.example\";}";
        let meta = [
            ("discount_type", "percent"),
            ("coupon_amount", "50"),
            ("customer_email", emails),
        ];
        add_coupon(site, 2901, "deotra", &meta);
    });
    let client = shop.client();
    client.with(HONEY, 1);
    let own = json!({"billing_address": {"email": "otra@ejemplo.example"}});
    assert_eq!(client.post("cart/update-customer", &own).0.status, 200);
    let code = json!({"code": "deotra"});
    assert_eq!(client.post("cart/apply-coupon", &code).0.status, 200);
    let refused = client.post("checkout", &order(&[]));
    let errors = "woocommerce_rest_cart_coupon_errors".to_owned();
    assert_eq!(refused.refusal(), (409, errors));
    let data = &refused.json()["data"];
    assert!(data["removed_coupons"]["deotra"].is_string(), "{data}");
    assert_eq!(data["cart"]["coupons"], json!([]));
    assert_eq!(client.post("checkout", &order(&[])).0.status, 200);
}

/// An order that is paid by its number loses the coupons of others; the other coupons stay, and the sums follow.
pub fn coupons_of_an_order(database: Database) {
    let shop = Shop::new(database, |site| {
        let emails = "a:1:{i:0;s:20:\"otra@ejemplo.example\";}";
        let of_other = [
            ("discount_type", "percent"),
            ("coupon_amount", "50"),
            ("customer_email", emails),
        ];
        add_coupon(site, 2901, "deotra", &of_other);
        let of_all = [("discount_type", "percent"), ("coupon_amount", "10")];
        add_coupon(site, 2902, "detodos", &of_all);
    });
    let client = shop.client();
    client.with(HONEY, 2);
    let other = json!({"billing_address": {"email": "otra@ejemplo.example"}});
    assert_eq!(client.post("cart/update-customer", &other).0.status, 200);
    for code in ["deotra", "detodos"] {
        let answer = client.post("cart/apply-coupon", &json!({ "code": code }));
        assert_eq!(answer.0.status, 200, "{}", answer.0.body);
    }
    let id = draft(&client);
    let key = client.ask("GET", "checkout", &Value::Null).json()["order_key"].clone();
    let key = key.as_str().expect("key").to_owned();
    let path = |email: &str| format!("checkout/{id}?key={key}&billing_email={email}");
    let body = order(&[("payment_method", json!("bacs"))]);
    let refused = client.post(&path("otra@ejemplo.example"), &body);
    let errors = "woocommerce_rest_order_coupon_errors".to_owned();
    assert_eq!(refused.refusal(), (409, errors), "{}", refused.0.body);
    let removed = &refused.json()["data"]["removed_coupons"];
    assert!(removed["deotra"].is_string() && removed["detodos"].is_null());
    let seen = shop.get(&format!(
        "order/{id}?key={key}&billing_email=ana@ejemplo.example"
    ));
    let seen = seen.json();
    let codes: Vec<_> = seen["coupons"]
        .as_array()
        .expect("coupons")
        .iter()
        .collect();
    assert_eq!(codes.len(), 1, "{seen}");
    assert_eq!(codes[0]["code"], "detodos");
    let sum = |name: &str| {
        let text = seen["totals"][name].as_str().unwrap_or_default();
        text.parse::<i64>().expect("a sum")
    };
    let (subtotal, discount) = (sum("subtotal"), sum("total_discount"));
    assert_eq!(discount, (subtotal + 5) / 10, "{seen}");
    let parts = subtotal - discount + sum("total_shipping") + sum("total_tax");
    assert_eq!(sum("total_price"), parts, "{seen}");
    let paid = client.post(&path("ana@ejemplo.example"), &body);
    assert_eq!(paid.0.status, 200, "{}", paid.0.body);
}

/// A wrong key changes nothing; a draft is paid by its number once.
pub fn payment_by_number(database: Database) {
    let shop = Shop::new(database, |_| {});
    let client = shop.client();
    client.with(OIL, 2);
    let id = draft(&client);
    let key = client.ask("GET", "checkout", &Value::Null).json()["order_key"].clone();
    let key = key.as_str().expect("key").to_owned();
    let wrong = client.post(&format!("checkout/{id}?key=wc_order_x"), &order(&[]));
    assert_eq!(
        wrong.refusal(),
        (401, "woocommerce_rest_invalid_order".to_owned())
    );
    assert_eq!(wrong.0.header("cart-token"), None);
    assert_eq!(
        client.cart()["items_count"],
        2,
        "a wrong key empties nothing"
    );
    let path = format!("checkout/{id}?key={key}");
    let body = order(&[("payment_method", json!("bacs"))]);
    let paid = client.post(&path, &body);
    assert_eq!(paid.0.status, 200, "{}", paid.0.body);
    assert_eq!(paid.json()["status"], "on-hold");
    assert_eq!(client.cart()["items_count"], 0);
    let again = client.post(&format!("{path}&billing_email=ana@ejemplo.example"), &body);
    assert_eq!(
        again.refusal(),
        (500, "invalid_order_update_status".to_owned())
    );
    assert!(again.json()["data"].is_null());
    let told = "SELECT new_order_email_sent + 0 FROM {p}wc_order_operational_data";
    assert_eq!(number(&shop.site, told), 0, "nobody is told of a draft");
    let see = |arguments: &str| shop.get(&format!("order/{id}?{arguments}")).0.status;
    assert_eq!(
        see(&format!("key={key}&billing_email=ANA@ejemplo.example")),
        200
    );
    assert_eq!(see(&format!("key={key}")), 401);
    assert_eq!(see("billing_email=ana@ejemplo.example"), 401);
    assert_eq!(shop.get("order/999999?key=x").0.status, 404);
}

/// Case 26.
pub fn rate_limit(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(
            site,
            "woocommerce_feature_rate_limit_checkout_enabled",
            "yes",
        );
    });
    let client = shop.client();
    let left: Vec<_> = (0..3)
        .map(|_| {
            client
                .post("checkout", &json!({}))
                .header("ratelimit-remaining")
        })
        .collect();
    assert_eq!(left, ["2", "1", "0"]);
    let refused = client.post("checkout", &json!({}));
    assert_eq!(refused.refusal(), (400, "rate_limit_exceeded".to_owned()));
    assert!(!refused.header("ratelimit-retry-after").is_empty());
    assert_eq!(
        client
            .ask("PUT", "checkout", &json!({}))
            .header("ratelimit-limit"),
        ""
    );
}

/// Case 16: nothing to pay, nothing to send.
pub fn free_orders(database: Database) {
    let shop = Shop::new(database, |site| {
        const PRICE: &str = "UPDATE {p}postmeta SET meta_value = '0' WHERE post_id = 1972 \
            AND meta_key IN ('_price', '_regular_price')";
        site.execute(PRICE, Vec::new()).expect("price");
    });
    let client = shop.client();
    client.with(1972, 1);
    let mut body = order(&[]);
    let map = body.as_object_mut().expect("map");
    map.remove("payment_method");
    map.remove("shipping_address");
    let placed = client.post("checkout", &body).json();
    assert_eq!(
        (&placed["status"], &placed["payment_method"]),
        (&json!("processing"), &json!(""))
    );
    assert_eq!(placed["payment_result"]["payment_details"], json!([]));
    let city = &placed["shipping_address"]["city"];
    assert_eq!(
        city, "Guadix",
        "goods that are not sent go where the bill goes"
    );
}

/// An older shop, whose orders are posts.
pub fn drafts_in_posts(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_custom_orders_table_enabled", "no");
    });
    let client = shop.client();
    client.with(HONEY, 1);
    let id = draft(&client);
    client.with(HONEY, 2);
    assert_eq!(draft(&client), id);
    let status = || {
        const SQL: &str = "SELECT post_status, post_type FROM {p}posts WHERE ID = ?";
        let rows: Vec<(String, String)> = shop.site.load(SQL, binds![id]).expect("post");
        rows[0].clone()
    };
    let post = |status: &str| (status.to_owned(), "shop_order".to_owned());
    assert_eq!(status(), post("wc-checkout-draft"));
    let placed = client.post("checkout", &order(&[])).json();
    assert_eq!(placed["order_id"], id);
    assert_eq!(status(), post("wc-processing"));
    assert_eq!(number(&shop.site, "SELECT COUNT(*) FROM {p}wc_orders"), 0);
    let quantity =
        "SELECT meta_value + 0 FROM {p}woocommerce_order_itemmeta WHERE meta_key = '_qty'";
    assert_eq!(number(&shop.site, quantity), 3);
}
