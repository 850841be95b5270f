//! Buyers at the same time, and a server that ends in the midst of them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use compat::binds;
use serde_json::{Value, json};
use tests_contract::client::send;
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use super::checkout::{number, order};
use super::shop::{HONEY, OIL, Shop};

/// Case 32: one order, and the same answer four times.
pub fn a_request_sent_twice(database: Database) {
    let shop = Shop::new(database, |_| {});
    let client = shop.client();
    client.with(OIL, 2);
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| client.post("checkout", &order(&[])).json()))
            .collect();
        let joined = sent.into_iter().map(|own| own.join().expect("answer"));
        joined.collect()
    });
    let ids: Vec<_> = answers.iter().map(|answer| &answer["order_id"]).collect();
    assert!(
        ids[0].is_number() && ids.iter().all(|id| *id == ids[0]),
        "{answers:?}"
    );
    assert!(
        answers
            .iter()
            .all(|a| a["payment_result"]["redirect_url"].is_string())
    );
    assert_eq!(number(&shop.site, "SELECT COUNT(*) FROM {p}wc_orders"), 1);
    let later = client.post("checkout", &order(&[("customer_note", json!("x"))]));
    assert_eq!(
        later.refusal(),
        (409, "woocommerce_rest_cart_empty".to_owned())
    );
}

/// Thirty buyers of ten pieces.
pub fn last_pieces(database: Database) {
    const PIECES: i64 = 10;
    let shop = Shop::new(database, |site| {
        const SET: &str =
            "UPDATE {p}postmeta SET meta_value = '10' WHERE post_id = 1970 AND meta_key = '_stock'";
        site.execute(SET, Vec::new()).expect("stock");
    });
    let clients: Vec<_> = (0..30).map(|_| shop.client()).collect();
    for client in &clients {
        client.with(OIL, 1);
    }
    let answers: Vec<(u16, String)> = std::thread::scope(|scope| {
        let sent: Vec<_> = clients
            .iter()
            .map(|client| {
                scope.spawn(|| {
                    loop {
                        let answer = client.post("checkout", &order(&[]));
                        // A busy server says so, and is asked again.
                        if answer.0.status != 503 {
                            return (answer.0.status, answer.0.body);
                        }
                    }
                })
            })
            .collect();
        let joined = sent.into_iter().map(|own| own.join().expect("answer"));
        joined.collect()
    });
    let won = answers.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(i64::try_from(won).expect("number"), PIECES, "{answers:?}");
    let lost = answers.iter().filter(|(status, _)| *status != 200);
    for (status, body) in lost {
        let is_told = body.contains("out_of_stock") || body.contains("not_enough_stock");
        assert!(matches!(status, 403 | 409) && is_told, "{status} {body}");
    }
    let placed = "SELECT COUNT(*) FROM {p}wc_orders WHERE status = 'wc-processing'";
    assert_eq!(number(&shop.site, placed), PIECES);
    let stock = "SELECT stock_quantity + 0 FROM {p}wc_product_meta_lookup WHERE product_id = 1970";
    assert_eq!(number(&shop.site, stock), 0);
    assert_eq!(
        number(&shop.site, "SELECT COUNT(*) FROM {p}wc_reserved_stock"),
        0
    );
}

/// An order that was acknowledged is there with everything, whenever the server is killed.
pub fn kills(database: Database) {
    let site = Site::recorded(database).expect("site");
    let acknowledged = Mutex::new(Vec::new());
    for _ in 0..4 {
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        let (addr, ended) = (server.addr, AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !ended.load(Ordering::Relaxed) {
                        let id = buy(addr).into_iter();
                        acknowledged.lock().expect("list").extend(id);
                    }
                });
            }
            // A life lasts until an order was acknowledged in it, and a moment longer.
            let before = acknowledged.lock().expect("list").len();
            for _ in 0..600 {
                std::thread::sleep(Duration::from_millis(100));
                if acknowledged.lock().expect("list").len() > before {
                    break;
                }
            }
            std::thread::sleep(Duration::from_millis(137));
            server.kill().expect("kill");
            ended.store(true, Ordering::Relaxed);
        });
    }
    let ids = acknowledged.into_inner().expect("list");
    assert!(!ids.is_empty(), "no order was acknowledged");
    for id in ids {
        const ORDER: &str = "SELECT o.status, d.order_stock_reduced FROM {p}wc_orders o \
            JOIN {p}wc_order_operational_data d ON d.order_id = o.id WHERE o.id = ?";
        const ITEMS: &str = "SELECT COUNT(*) FROM {p}woocommerce_order_items WHERE order_id = ?";
        let rows: Vec<(String, i64)> = site.load(ORDER, binds![id]).expect("order");
        assert_eq!(rows, [("wc-processing".to_owned(), 1)], "order {id}");
        let items: Vec<(i64,)> = site.load(ITEMS, binds![id]).expect("items");
        assert_eq!(items, [(2,)], "order {id}");
    }
}

/// Puts something into a new cart and orders it; the acknowledged order. The server may end at any moment.
fn buy(addr: std::net::SocketAddr) -> Option<i64> {
    let ask = |method: &str, path: &str, token: Option<&str>, body: &str| {
        let mut headers = vec![
            ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
            ("Content-Type".to_owned(), "application/json".to_owned()),
        ];
        headers.extend(token.map(|token| ("Cart-Token".to_owned(), token.to_owned())));
        let request = Request {
            method: method.to_owned(),
            path: format!("/wp-json/wc/store/v1/{path}"),
            headers,
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        send(addr, &request).ok()
    };
    let token = ask("GET", "cart", None, "")?
        .header("cart-token")?
        .to_owned();
    let add = json!({"id": HONEY, "quantity": 1}).to_string();
    ask("POST", "cart/add-item", Some(&token), &add)?;
    let placed = ask("POST", "checkout", Some(&token), &order(&[]).to_string())?;
    let body: Value = serde_json::from_str(&placed.body).ok()?;
    (placed.status == 200).then(|| body["order_id"].as_i64())?
}
