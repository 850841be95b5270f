//! Buyers at the same time.

use compat::binds;
use tests_contract::server::Database;

use super::shop::{HONEY, OIL, Shop, redirect};

/// Case 113: one order, and the same answer twice.
pub fn a_form_sent_twice(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(OIL, 2);
    let nonce = buyer.nonce();
    let answers: Vec<String> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..4)
            .map(|_| {
                let (mut own, nonce) = (buyer.clone(), nonce.clone());
                scope.spawn(move || own.order(&nonce, &[]))
            })
            .collect();
        sent.into_iter()
            .map(|own| own.join().expect("answer"))
            .collect()
    });
    let paths: Vec<_> = answers.iter().map(|answer| redirect(answer)).collect();
    assert!(paths.iter().all(|path| *path == paths[0]), "{paths:?}");
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), 1);
    assert_eq!(shop.stock(OIL), "18");
    let mut other = buyer.clone();
    let later = other.order(&nonce, &[("order_comments", "x")]);
    assert!(later.contains("failure"), "another form is another order");
}

/// Case 81: as many orders as there are pieces, whoever asks. `CONTRACT_TEST_PIECES` sets another number than six.
pub fn last_pieces(database: Database) {
    let pieces = std::env::var("CONTRACT_TEST_PIECES").ok();
    let pieces: i64 = pieces.and_then(|n| n.parse().ok()).unwrap_or(6);
    let shop = Shop::new(database);
    shop.set_stock(OIL, pieces);
    let buyers: Vec<_> = (0..pieces + pieces / 2)
        .map(|_| {
            let mut buyer = shop.buyer(OIL, 1);
            let nonce = buyer.nonce();
            (buyer, nonce)
        })
        .collect();
    let answers: Vec<String> = std::thread::scope(|scope| {
        let sent: Vec<_> = buyers
            .into_iter()
            .map(|(mut buyer, nonce)| scope.spawn(move || buyer.order(&nonce, &[])))
            .collect();
        sent.into_iter()
            .map(|own| own.join().expect("answer"))
            .collect()
    });
    let won = answers
        .iter()
        .filter(|answer| answer.contains("\"result\":\"success\""));
    assert_eq!(i64::try_from(won.count()).unwrap_or_default(), pieces);
    assert_eq!(shop.stock(OIL), "0");
    let orders = "SELECT COUNT(*) FROM {p}wc_orders WHERE status = 'wc-processing'";
    assert_eq!(shop.number(orders), pieces);
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), pieces);
    let status: Vec<(String,)> =
        shop.load("SELECT stock_status FROM {p}wc_product_meta_lookup WHERE product_id = 1970");
    assert_eq!(status[0].0, "outofstock");
    let term = "SELECT COUNT(*) FROM {p}term_relationships r JOIN {p}term_taxonomy tt \
        ON tt.term_taxonomy_id = r.term_taxonomy_id JOIN {p}terms t ON t.term_id = tt.term_id \
        WHERE r.object_id = 1970 AND t.slug = 'outofstock'";
    assert_eq!(shop.number(term), 1);
    // In Spanish with the site's own language pack.
    let mails = "SELECT COUNT(*) FROM {p}oxipress_outbox WHERE mail LIKE '%Product out of stock%' \
        OR mail LIKE '%Producto agotado%'";
    assert_eq!(shop.number(mails), 1, "the shop is told");
}

/// A coupon that may be used once more.
pub fn last_coupon(database: Database) {
    let shop = Shop::new(database);
    const DELETE: &str = "DELETE FROM {p}postmeta WHERE post_id = ? AND meta_key = 'usage_limit'";
    const LIMIT: &str =
        "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, 'usage_limit', '1')";
    shop.site.execute(DELETE, binds![1977_i64]).expect("delete");
    shop.site.execute(LIMIT, binds![1977_i64]).expect("limit");
    let buyers: Vec<_> = (0..3)
        .map(|_| {
            let mut buyer = shop.buyer(HONEY, 1);
            let page = buyer.get("/carrito/");
            let start = "\"apply_coupon_nonce\":\"";
            let nonce = super::shop::between(&page, start, "\"").to_owned();
            let body = format!("security={nonce}&coupon_code=loma10");
            let answer = buyer.post("/?wc-ajax=apply_coupon", &body);
            assert!(answer.contains("woocommerce-message"), "{answer}");
            let nonce = buyer.nonce();
            (buyer, nonce)
        })
        .collect();
    let answers: Vec<String> = std::thread::scope(|scope| {
        let sent: Vec<_> = buyers
            .into_iter()
            .map(|(mut buyer, nonce)| scope.spawn(move || buyer.order(&nonce, &[])))
            .collect();
        sent.into_iter()
            .map(|own| own.join().expect("answer"))
            .collect()
    });
    let won = answers
        .iter()
        .filter(|answer| answer.contains("\"result\":\"success\""));
    assert_eq!(won.count(), 1, "{answers:?}");
}
