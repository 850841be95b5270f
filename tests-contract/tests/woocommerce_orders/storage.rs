//! The rows of an order.

use tests_contract::server::Database;

use super::shop::{HONEY, OIL, Shop, redirect};

/// The rows that recording woo/checkout-ok-cod tells of.
#[expect(clippy::too_many_lines, reason = "rows of all tables")]
pub fn in_tables(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(OIL, 3);
    buyer.add(HONEY, 2);
    let answer = buyer.buy(&[("order_comments", "Llamad al timbre")]);
    redirect(&answer);
    let order: Vec<(String, String, String, i64, String, String, String)> = shop.load(
        "SELECT status, currency, type, customer_id, billing_email, payment_method_title, customer_note \
         FROM {p}wc_orders",
    );
    let text = |text: &str| text.to_owned();
    assert_eq!(
        order,
        [(
            text("wc-processing"),
            text("EUR"),
            text("shop_order"),
            0,
            text("ana@ejemplo.example"),
            text("Pago a la llegada"),
            text("Llamad al timbre"),
        )]
    );
    let data: Vec<(String, i64, i64, i64, i64, i64, String)> = shop.load(
        "SELECT created_via, coupon_usages_are_counted, download_permission_granted, new_order_email_sent, \
         order_stock_reduced, recorded_sales, woocommerce_version FROM {p}wc_order_operational_data",
    );
    assert_eq!(data, [(text("checkout"), 1, 1, 1, 1, 1, text("10.7.0"))]);
    let addresses: Vec<(String, String, Option<String>, Option<String>)> = shop.load(
        "SELECT address_type, first_name, company, email FROM {p}wc_order_addresses ORDER BY id",
    );
    assert_eq!(addresses[0].0, "billing");
    assert_eq!(addresses[0].2, None);
    assert_eq!(addresses[1], (text("shipping"), text("Ana"), None, None));
    let meta: Vec<(String,)> = shop.load("SELECT meta_key FROM {p}wc_orders_meta ORDER BY id");
    let meta: Vec<_> = meta.iter().map(|(key,)| key.as_str()).collect();
    assert_eq!(
        meta,
        [
            "is_vat_exempt",
            "_billing_address_index",
            "_shipping_address_index"
        ]
    );
    let items: Vec<(String, String)> = shop.load(
        "SELECT order_item_type, order_item_name FROM {p}woocommerce_order_items ORDER BY order_item_id",
    );
    let kinds: Vec<_> = items.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["line_item", "line_item", "shipping"]);
    let number = "SELECT COUNT(*) FROM {p}woocommerce_order_itemmeta";
    assert_eq!(shop.number(number), 9 + 1 + 9 + 6);
    let notes: Vec<(String, String)> = shop.load(
        "SELECT comment_content, comment_author_email FROM {p}comments WHERE comment_type = 'order_note' \
         ORDER BY comment_ID",
    );
    // Their other words are those of the site's language pack, which not every checkout of the sources has.
    let parts = [
        "<br>- Aceite de la loma (CC-B9AB0) ",
        "Aceite de la loma (20&rarr;17)",
        ". ",
    ];
    assert_eq!(notes.len(), parts.len());
    for ((content, _), part) in notes.iter().zip(parts) {
        assert!(content.contains(part), "{content}");
    }
    assert_eq!(notes[0].1, "woocommerce@127.0.0.18081");
    assert_eq!(shop.stock(OIL), "17");
    let lookup = "SELECT stock_quantity FROM {p}wc_product_meta_lookup WHERE product_id = 1970";
    assert_eq!(shop.number(lookup), 17);
    let sales = "SELECT total_sales FROM {p}wc_product_meta_lookup WHERE product_id = 1971";
    assert_eq!(shop.number(sales), 2);
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_reserved_stock"), 0);
    let fragments = buyer.post("/?wc-ajax=get_refreshed_fragments", "");
    assert!(fragments.contains("\"cart_hash\":\"\""), "{fragments}");
    let page = shop.visitor().get("/producto/aceite-de-la-loma/");
    assert!(page.contains("17"), "the page shows the new stock");
}

/// An older shop, whose orders are posts.
pub fn in_posts(database: Database) {
    let option = "woocommerce_custom_orders_table_enabled";
    let shop = Shop::with_options(database, &[(option, "no")]);
    let mut buyer = shop.buyer(OIL, 1);
    let path = redirect(&buyer.buy(&[("payment_method", "bacs")]));
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), 0);
    let posts: Vec<(String, String, String)> = shop.load(
        "SELECT post_status, post_password, comment_status FROM {p}posts WHERE post_type = 'shop_order'",
    );
    assert_eq!(posts.len(), 1);
    assert_eq!(posts[0].0, "wc-on-hold");
    assert!(path.ends_with(&posts[0].1) && posts[0].2 == "open");
    let meta: Vec<(String, String)> = shop.load(
        "SELECT m.meta_key, m.meta_value FROM {p}postmeta m JOIN {p}posts p ON p.ID = m.post_id \
         WHERE p.post_type = 'shop_order'",
    );
    let value = |key: &str| {
        let found = meta.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.as_str())
    };
    assert_eq!(value("_order_total"), Some("17.00"));
    assert_eq!(value("_billing_city"), Some("Guadix"));
    assert_eq!(value("_billing_company"), None);
    assert_eq!(value("_order_stock_reduced"), Some("yes"));
    assert_eq!(value("_payment_method"), Some("bacs"));
    assert_eq!(value("_customer_user"), Some("0"));
    assert_eq!(shop.stock(OIL), "19");
    let page = buyer.get(&path);
    assert!(page.contains("woocommerce-bacs-bank-details"));
}

/// Uses of coupons, and the mails of an order.
pub fn coupons_and_mails(database: Database) {
    let shop = Shop::new(database);
    let mut buyer = shop.buyer(HONEY, 10);
    let page = buyer.get("/carrito/?remove_coupon=x");
    let start = "\"apply_coupon_nonce\":\"";
    let nonce = super::shop::between(&page, start, "\"").to_owned();
    let body = format!("security={nonce}&coupon_code=loma10");
    buyer.post("/?wc-ajax=apply_coupon", &body);
    redirect(&buyer.buy(&[]));
    let info: Vec<(String, String)> = shop.load(
        "SELECT meta_key, meta_value FROM {p}woocommerce_order_itemmeta WHERE meta_key LIKE 'discount%' \
         OR meta_key = 'coupon_info' ORDER BY meta_id",
    );
    let values: Vec<_> = info.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["6.9", "0", "[1977,\"loma10\",\"percent\",10]"]);
    let used: Vec<(String, String)> = shop.load(
        "SELECT meta_key, meta_value FROM {p}postmeta WHERE post_id = 1977 \
         AND meta_key IN ('usage_count', '_used_by') ORDER BY meta_key",
    );
    let used: Vec<_> = used.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(used, ["ana@ejemplo.example", "1"]);
    let mails: Vec<(String,)> = shop.load("SELECT mail FROM {p}oxipress_outbox ORDER BY id");
    assert_eq!(mails.len(), 2);
    assert!(mails[0].0.contains("anfitrion@casascueva.example"));
    assert!(mails[1].0.contains("ana@ejemplo.example"));
}
