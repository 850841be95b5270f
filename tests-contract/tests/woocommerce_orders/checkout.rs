//! The form, its errors, and the pages after it.

use compat::binds;
use tests_contract::server::Database;

use super::shop::{HONEY, OIL, Shop, VOUCHER, between, errors, form, redirect};

/// Cases 57 to 68, 73 and 77 of the contract's section 19.
#[expect(clippy::too_many_lines, reason = "a table of cases")]
pub fn validation(database: Database) {
    let shop = Shop::new(database);
    let mut nobody = shop.visitor();
    let empty = nobody.ask("GET", "/finalizar-compra/", "");
    assert_eq!(empty.status, 302);
    assert_eq!(
        empty.header("location"),
        Some("http://127.0.0.1:8081/carrito/")
    );
    let answer = nobody.order("0000000000", &[]);
    assert!(answer.contains("\"refresh\":false"), "{answer}");
    let mut buyer = shop.buyer(HONEY, 1);
    let nonce = buyer.nonce();
    let answer = buyer.order("0000000000", &[]);
    assert_eq!(errors(&answer), [""]);
    assert!(answer.contains("\"refresh\":true"), "{answer}");
    let answer = buyer.post(
        "/?wc-ajax=checkout",
        &format!("woocommerce-process-checkout-nonce={nonce}"),
    );
    let required = [
        "billing_first_name",
        "billing_last_name",
        "billing_country",
        "billing_address_1",
        "billing_postcode",
        "billing_city",
        "billing_state",
        "billing_phone",
        "billing_email",
    ];
    let told = errors(&answer);
    assert_eq!(told[..9], required, "{answer}");
    // What the form has not leaves the stored address alone: goods still go there. Only the gateway is missing besides.
    assert_eq!(told.len(), 10, "{answer}");
    let mut refused = |changes: &[(&str, &str)]| errors(&buyer.order(&nonce, changes));
    assert_eq!(
        refused(&[("billing_postcode", "abc")]),
        ["billing_postcode"]
    );
    assert_eq!(refused(&[("billing_phone", "abc")]), ["billing_phone"]);
    assert_eq!(refused(&[("billing_email", "x@y")]), ["billing_email"]);
    assert_eq!(refused(&[("billing_state", "ZZ")]), ["billing_state"]);
    assert_eq!(refused(&[("payment_method", "paypal")]), [""]);
    assert_eq!(refused(&[("payment_method", "-")]), [""]);
    assert_eq!(refused(&[("terms-field", "1")]), ["terms"]);
    let elsewhere = refused(&[("ship_to_different_address", "1")]);
    // Its seven fields, and (case 67) that goods have nowhere to go.
    assert_eq!(elsewhere.len(), 8, "{elsewhere:?}");
    assert_eq!(
        (&*elsewhere[0], &*elsewhere[7]),
        ("shipping_first_name", "")
    );
    let answer = buyer.order(&nonce, &[("woocommerce_checkout_update_totals", "1")]);
    assert!(answer.contains("\"messages\":\"\"") && answer.contains("\"refresh\":false"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), 0);
    let placeholders = "SELECT COUNT(*) FROM {p}posts WHERE post_type = 'shop_order_placehold'";
    assert_eq!(shop.number(placeholders), 0);
    // A full name of a state is its code, and amounts in a form mean nothing.
    let changes = [
        ("billing_state", "granada"),
        ("total", "0.01"),
        ("price", "0.01"),
        ("line_total", "0"),
    ];
    redirect(&buyer.order(&nonce, &changes));
    let stored: Vec<(String, String)> = shop.load(
        "SELECT a.state, CAST(o.total_amount AS CHAR) FROM {p}wc_orders o \
         JOIN {p}wc_order_addresses a ON a.order_id = o.id WHERE a.address_type = 'billing'",
    );
    assert_eq!(stored[0].0, "GR");
    assert!(stored[0].1.starts_with("11.4"), "{stored:?}");
}

/// Case 72: nothing to pay.
pub fn free_orders(database: Database) {
    let shop = Shop::new(database);
    const PRICE: &str = "UPDATE {p}postmeta SET meta_value = '0' WHERE post_id = ? \
        AND meta_key IN ('_price', '_regular_price')";
    shop.site.execute(PRICE, binds![VOUCHER]).expect("price");
    let mut buyer = shop.buyer(VOUCHER, 1);
    let page = buyer.get("/finalizar-compra/");
    assert!(!page.contains("wc_payment_methods"));
    let nonce = buyer.nonce();
    let answer = buyer.order(
        &nonce,
        &[("payment_method", "-"), ("shipping_method[0]", "-")],
    );
    redirect(&answer);
    assert!(!answer.contains("order_id"), "{answer}");
    let status: Vec<(String,)> = shop.load("SELECT status FROM {p}wc_orders");
    assert_eq!(status[0].0, "wc-processing");
}

/// Cases 79 and 80.
pub fn without_script(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(HONEY, 2);
    let nonce = buyer.nonce();
    let button = ("woocommerce_checkout_place_order", "1");
    let body = form(
        &nonce,
        &[("billing_phone", ""), ("billing_city", "Baza"), button],
    );
    let page = buyer.post("/finalizar-compra/", &body);
    assert!(page.contains("<li data-id=\"billing_phone\">"));
    assert!(
        page.contains("name=\"billing_city\" id=\"billing_city\" placeholder=\"\"  value=\"Baza\"")
    );
    let placed = buyer.ask("POST", "/finalizar-compra/", &form(&nonce, &[button]));
    assert_eq!(placed.status, 302);
    let location = placed.header("location").expect("location");
    assert!(location.contains("/order-received/"), "{location}");
    // With a button in the body the script's request is answered as any other.
    let mut buyer = shop.buyer(HONEY, 1);
    let nonce = buyer.nonce();
    redirect(&buyer.order(&nonce, &[button]));
}

/// Cases 88 to 90 and 93: who sees an order.
pub fn pages_of_orders(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(HONEY, 3);
    let path = redirect(&buyer.buy(&[("order_comments", "Llamad <b>al</b> timbre")]));
    let details = "woocommerce-order-overview__order";
    let own = buyer.ask("GET", &path, "");
    assert!(own.body.contains(details) && own.body.contains("Llamad al timbre"));
    assert!(!own.body.contains(">Finalizar compra</h1>"));
    assert!(own.body.contains("woocommerce-order-received"));
    assert_eq!(own.header("x-robots-tag"), Some("noindex"));
    assert_eq!(own.header("x-frame-options"), Some("SAMEORIGIN"));
    let mut stranger = shop.buyer(OIL, 1);
    assert!(
        stranger.get(&path).contains(details),
        "who has the key sees it for ten minutes"
    );
    let mut stranger = shop.buyer(OIL, 1);
    let thanks = "woocommerce-thankyou-order-received";
    let (start, _) = path.split_once("?key=").expect("key");
    for wrong in [
        start.to_owned(),
        format!("{start}?key=wc_order_x"),
        "/finalizar-compra/order-received/999999/".to_owned(),
    ] {
        let page = stranger.get(&wrong);
        assert!(page.contains(thanks) && !page.contains(details), "{wrong}");
        assert!(!page.contains("Calle Mayor"), "{wrong}");
    }
    let fragments = stranger.post("/?wc-ajax=get_refreshed_fragments", "");
    assert!(fragments.contains("Aceite"), "a wrong key empties nothing");
    const AGE: &str = "UPDATE {p}wc_orders SET date_created_gmt = '2026-11-01 00:00:00'";
    shop.site.execute(AGE, Vec::new()).expect("age");
    let old = shop.visitor().get(&path);
    assert!(old.contains("woocommerce-verify-email") && !old.contains(details));
    assert!(
        buyer.get(&path).contains(details),
        "the session knows the e-mail address"
    );
    let mut stranger = shop.visitor();
    let nonce = between(&old, "name=\"check_submission\" value=\"", "\"");
    let wrong = format!("check_submission={nonce}&email=x%40y.example");
    assert!(!stranger.post(&path, &wrong).contains(details));
    let right = format!("check_submission={nonce}&email=ana%40ejemplo.example");
    assert!(stranger.post(&path, &right).contains(details));
}

/// Cases 91 and 92.
pub fn paying_later(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(HONEY, 1);
    let path = redirect(&buyer.buy(&[("payment_method", "bacs")]));
    let (start, key) = path.split_once("?key=").expect("key");
    let pay = start.replace("order-received", "order-pay");
    let link = format!("{pay}?pay_for_order=true&key={key}");
    let form = "<form id=\"order_review\" method=\"post\">";
    let page = buyer.get(&link);
    assert!(
        page.contains("woocommerce-error") && !page.contains(form),
        "it is on hold"
    );
    const PENDING: &str = "UPDATE {p}wc_orders SET status = 'wc-pending'";
    shop.site.execute(PENDING, Vec::new()).expect("pending");
    let wrong = buyer.get(&format!("{pay}?pay_for_order=true&key=wc_order_x"));
    assert!(wrong.contains("woocommerce-error") && !wrong.contains(form));
    let page = buyer.get(&link);
    assert!(page.contains(form) && page.contains("payment_method_cod"));
    let nonce = between(&page, "name=\"woocommerce-pay-nonce\" value=\"", "\"").to_owned();
    let body = |method: &str, nonce: &str| {
        format!("woocommerce_pay=1&payment_method={method}&woocommerce-pay-nonce={nonce}")
    };
    let status = || {
        let rows: Vec<(String, String)> =
            shop.load("SELECT status, payment_method FROM {p}wc_orders");
        rows[0].clone()
    };
    assert_eq!(
        buyer.ask("POST", &link, &body("cod", "0000000000")).status,
        200
    );
    assert_eq!(
        buyer.ask("POST", &link, &body("paypal", &nonce)).status,
        200
    );
    assert_eq!(status().0, "wc-pending");
    let paid = buyer.ask("POST", &link, &body("cod", &nonce));
    assert_eq!(paid.status, 302);
    assert_eq!(status(), ("wc-processing".to_owned(), "cod".to_owned()));
}

/// Contract, section 9.7: the order that waits for its payment is used again, while the cart is the same.
pub fn waiting_orders(database: Database) {
    let shop = Shop::new(database);
    let waits = |buyer: &mut super::shop::Visitor| {
        // An order that a hosted payment page of PHP has left behind.
        let nonce = buyer.ask("GET", "/wp-json/wc/store/v1/cart", "");
        let nonce = nonce.header("nonce").expect("nonce").to_owned();
        let draft = buyer.ask_with(
            "GET",
            "/wp-json/wc/store/v1/checkout",
            "",
            &[("Nonce", &nonce)],
        );
        let id: i64 = between(&draft.body, "\"order_id\":", ",")
            .parse()
            .expect("id");
        const SET: &str = "UPDATE {p}wc_orders SET status = 'wc-pending' WHERE id = ?";
        shop.site.execute(SET, binds![id]).expect("pending");
        const LOAD: &str = "SELECT session_key, session_value FROM {p}woocommerce_sessions \
            WHERE session_value LIKE '%store_api_draft_order%'";
        const STORE: &str =
            "UPDATE {p}woocommerce_sessions SET session_value = ? WHERE session_key = ?";
        let rows: Vec<(String, String)> = shop.load(LOAD);
        for (key, value) in rows {
            let value = value.replace(
                "s:21:\"store_api_draft_order\"",
                "s:22:\"order_awaiting_payment\"",
            );
            shop.site
                .execute(STORE, binds![value, key])
                .expect("session");
        }
        id
    };
    let mut buyer = shop.buyer(OIL, 2);
    let id = waits(&mut buyer);
    let path = redirect(&buyer.buy(&[("billing_city", "Baza")]));
    assert!(
        path.contains(&format!("/order-received/{id}/")),
        "{path} {id}"
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), 1);
    let kinds = "SELECT COUNT(*) FROM {p}woocommerce_order_items";
    assert_eq!(shop.number(kinds), 2, "the items are new, not doubled");
    assert_eq!(shop.stock(OIL), "18");
    let city: Vec<(String,)> =
        shop.load("SELECT city FROM {p}wc_order_addresses WHERE address_type = 'billing'");
    assert_eq!(city[0].0, "Baza");
    let mut other = shop.buyer(OIL, 1);
    let id = waits(&mut other);
    other.add(HONEY, 1);
    let path = redirect(&other.buy(&[]));
    assert!(
        !path.contains(&format!("/order-received/{id}/")),
        "another cart is another order"
    );
}

/// Drafts that nobody has gone on with for a day are deleted with their rows.
pub fn old_drafts(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(OIL, 1);
    let cart = buyer.ask("GET", "/wp-json/wc/store/v1/cart", "");
    let nonce = cart.header("nonce").expect("nonce").to_owned();
    buyer.ask_with(
        "GET",
        "/wp-json/wc/store/v1/checkout",
        "",
        &[("Nonce", &nonce)],
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), 1);
    const AGE: &str = "UPDATE {p}wc_orders SET date_updated_gmt = '2026-11-19 00:00:00'";
    shop.site.execute(AGE, Vec::new()).expect("age");
    let Shop { server, site } = shop;
    server.kill().expect("kill");
    let server = tests_contract::server::Oxipress::serve_recorded_site(&site.url, &[], &[]);
    let shop = Shop {
        server: server.expect("server"),
        site,
    };
    let rows = "SELECT (SELECT COUNT(*) FROM {p}wc_orders) + (SELECT COUNT(*) FROM {p}woocommerce_order_items) \
        + (SELECT COUNT(*) FROM {p}wc_orders_meta) + (SELECT COUNT(*) FROM {p}woocommerce_order_itemmeta) \
        + (SELECT COUNT(*) FROM {p}posts WHERE post_type = 'shop_order_placehold')";
    let mut left = shop.number(rows);
    for _ in 0..200 {
        if left == 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        left = shop.number(rows);
    }
    assert_eq!(left, 0);
}
