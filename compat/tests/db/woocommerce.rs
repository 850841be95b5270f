//! The shop's rows: sessions, saved carts, tax rates, zones, coupons.

use compat::woocommerce::cart::{AddRequest, Cart};
use compat::woocommerce::cart_product::CartProduct;
use compat::woocommerce::coupon::{DiscountType, load_coupon, load_coupons};
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::session::{
    CustomerId, SessionData, delete_persistent_cart, delete_session, load_customer,
    load_persistent_cart, load_session, merge_carts, move_session, save_persistent_cart,
    save_session, sweep_sessions, take_merge_flag,
};
use compat::woocommerce::shipping::{
    Destination, FreeShippingFacts, Package, PackageItem, RateScene, load_zones, matching_zone,
    rates_for_package,
};
use compat::woocommerce::stock::{OrderStorage, reserved_stock};
use compat::woocommerce::tax::{TaxLocation, TaxSettings, load_rates, load_tax_classes};
use compat::woocommerce::totals::{CartTotals, ItemTotals, TotalsItem, TotalsScene};
use compat::wordpress::db::{Db, schema};
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::PostId;
use compat::wordpress::user::UserId;

use super::server::TestDb;

crate::on_both_databases!(
    a_cart_survives_in_its_session,
    sessions_move_and_end,
    a_user_finds_his_cart_again,
    rates_zones_and_coupons_are_read,
    held_stock_is_counted,
    a_customers_addresses_are_known,
);

/// The shop's tables, as the plugin makes them.
const TABLES: &str = "CREATE TABLE IF NOT EXISTS `{p}woocommerce_sessions` (
  `session_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `session_key` char(32) NOT NULL,
  `session_value` longtext NOT NULL,
  `session_expiry` bigint(20) unsigned NOT NULL,
  PRIMARY KEY (`session_id`),
  UNIQUE KEY `session_key` (`session_key`),
  KEY `session_expiry` (`session_expiry`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}woocommerce_tax_rates` (
  `tax_rate_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `tax_rate_country` varchar(2) NOT NULL DEFAULT '',
  `tax_rate_state` varchar(200) NOT NULL DEFAULT '',
  `tax_rate` varchar(8) NOT NULL DEFAULT '',
  `tax_rate_name` varchar(200) NOT NULL DEFAULT '',
  `tax_rate_priority` bigint(20) unsigned NOT NULL,
  `tax_rate_compound` int(1) NOT NULL DEFAULT 0,
  `tax_rate_shipping` int(1) NOT NULL DEFAULT 1,
  `tax_rate_order` bigint(20) unsigned NOT NULL,
  `tax_rate_class` varchar(200) NOT NULL DEFAULT '',
  PRIMARY KEY (`tax_rate_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}woocommerce_tax_rate_locations` (
  `location_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `location_code` varchar(200) NOT NULL,
  `tax_rate_id` bigint(20) unsigned NOT NULL,
  `location_type` varchar(40) NOT NULL,
  PRIMARY KEY (`location_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}wc_tax_rate_classes` (
  `tax_rate_class_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(200) NOT NULL DEFAULT '',
  `slug` varchar(200) NOT NULL DEFAULT '',
  PRIMARY KEY (`tax_rate_class_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}woocommerce_shipping_zones` (
  `zone_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `zone_name` varchar(200) NOT NULL,
  `zone_order` bigint(20) unsigned NOT NULL,
  PRIMARY KEY (`zone_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}woocommerce_shipping_zone_locations` (
  `location_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `zone_id` bigint(20) unsigned NOT NULL,
  `location_code` varchar(200) NOT NULL,
  `location_type` varchar(40) NOT NULL,
  PRIMARY KEY (`location_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}woocommerce_shipping_zone_methods` (
  `zone_id` bigint(20) unsigned NOT NULL,
  `instance_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `method_id` varchar(200) NOT NULL,
  `method_order` bigint(20) unsigned NOT NULL,
  `is_enabled` tinyint(1) NOT NULL DEFAULT 1,
  PRIMARY KEY (`instance_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;
CREATE TABLE IF NOT EXISTS `{p}wc_reserved_stock` (
  `order_id` bigint(20) NOT NULL,
  `product_id` bigint(20) NOT NULL,
  `stock_quantity` double NOT NULL DEFAULT 0,
  `timestamp` datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
  `expires` datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
  PRIMARY KEY (`order_id`,`product_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;";

async fn shop(t: &TestDb) -> Db {
    schema::create_core_tables(&t.db).await.unwrap();
    schema::create_tables(&t.db, TABLES).await.unwrap();
    t.db.clone()
}

fn guest(digit: char) -> CustomerId {
    CustomerId(format!("t_{}", digit.to_string().repeat(30)))
}

async fn a_cart_survives_in_its_session(t: TestDb) {
    let db = shop(&t).await;
    let honey = CartProduct {
        id: PostId(14),
        price: Some(9.99),
        is_purchasable: true,
        is_in_stock: true,
        ..CartProduct::default()
    };
    let mut cart = Cart::default();
    let request = AddRequest {
        product_id: PostId(14),
        quantity: 3,
        ..AddRequest::default()
    };
    let products = vec![honey.clone()];
    let key = cart.add(&request, &products).unwrap();
    cart.coupons.push("loma10".to_owned());
    let (prices, taxes, place) = (
        PriceSettings::default(),
        TaxSettings::default(),
        TaxLocation::default(),
    );
    let rates = load_rates(&db).await.unwrap();
    let scene = TotalsScene {
        prices: &prices,
        taxes: &taxes,
        rates: &rates,
        customer: &place,
        shop: &place,
        is_vat_exempt: false,
        is_sequential: false,
    };
    let item = TotalsItem {
        key: &key,
        product: &honey,
        quantity: 3,
    };
    let items = ItemTotals::calculate(&[item], &[], &scene);
    let totals = CartTotals::new(&items, &[], &scene);
    cart.set_line_totals(&items);
    let mut session = SessionData::default();
    session.set("cart_extension", &Value::from("kept"));
    cart.to_session(&mut session, Some((&items, &totals)), &prices);
    save_session(&db, &guest('a'), &session, 1000)
        .await
        .unwrap();
    save_session(&db, &guest('a'), &session, 2000)
        .await
        .unwrap();
    let rows: Vec<(Vec<u8>, i64)> = db
        .load(
            "SELECT session_value, session_expiry FROM {p}woocommerce_sessions",
            Vec::new(),
        )
        .await
        .unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].1, 2000);
    // The form in which the plugin stores a cart: serialised texts in a serialised array, amounts as floats.
    let stored = String::from_utf8(rows[0].0.clone()).unwrap();
    for part in [
        "s:4:\"cart\";s:",
        "s:8:\"quantity\";i:3;s:9:\"data_hash\";s:32:\"b5c1d5ca8bae6d4896cf1807cdf763f0\";\
         s:13:\"line_tax_data\";a:2:{s:8:\"subtotal\";a:0:{}s:5:\"total\";a:0:{}}\
         s:13:\"line_subtotal\";d:29.97;s:17:\"line_subtotal_tax\";d:0;s:10:\"line_total\";d:29.97;s:8:\"line_tax\";d:0;",
        "s:8:\"subtotal\";s:5:\"29.97\";s:12:\"subtotal_tax\";d:0;",
        "s:15:\"applied_coupons\";s:23:\"a:1:{i:0;s:6:\"loma10\";}\";",
        "s:14:\"cart_extension\";s:4:\"kept\";",
    ] {
        assert!(stored.contains(part), "{part}\nin\n{stored}");
    }
    let read = load_session(&db, &guest('a')).await.unwrap().unwrap();
    assert_eq!(Cart::from_session(&read), cart);
    assert_eq!(read.get("cart_totals").at("total").as_str(), Some("29.97"));
    delete_session(&db, &guest('a')).await.unwrap();
    assert_eq!(load_session(&db, &guest('a')).await.unwrap(), None);
}

async fn sessions_move_and_end(t: TestDb) {
    let db = shop(&t).await;
    let session = |text: &str| {
        let mut session = SessionData::default();
        session.set("chosen_payment_method", &Value::from(text));
        session
    };
    let user = CustomerId::of_user(UserId(7));
    save_session(&db, &guest('a'), &session("cod"), 1000)
        .await
        .unwrap();
    save_session(&db, &user, &session("bacs"), 1000)
        .await
        .unwrap();
    move_session(&db, &guest('b'), &user, 3000).await.unwrap();
    let chosen = async |id: &CustomerId| {
        let session = load_session(&db, id).await.unwrap();
        session.map(|session| {
            session
                .get("chosen_payment_method")
                .to_string_lossy()
                .into_owned()
        })
    };
    assert_eq!(chosen(&user).await.as_deref(), Some("bacs"));
    move_session(&db, &guest('a'), &user, 3000).await.unwrap();
    assert_eq!(chosen(&user).await.as_deref(), Some("cod"));
    assert_eq!(chosen(&guest('a')).await, None);
    for digit in "0123456789".chars() {
        save_session(&db, &guest(digit), &session("cod"), 500)
            .await
            .unwrap();
    }
    assert_eq!(sweep_sessions(&db, 500).await.unwrap(), 0);
    assert_eq!(sweep_sessions(&db, 501).await.unwrap(), 10);
    assert_eq!(chosen(&user).await.as_deref(), Some("cod"));
}

async fn a_user_finds_his_cart_again(t: TestDb) {
    let db = shop(&t).await;
    let (user, line) = (UserId(7), |n: i64| Array::new().with("quantity", n));
    assert!(load_persistent_cart(&db, user, 1).await.unwrap().is_empty());
    let cart = Array::new().with("k1", line(1)).with("k2", line(2));
    save_persistent_cart(&db, user, 1, &Array::new())
        .await
        .unwrap();
    save_persistent_cart(&db, user, 1, &cart).await.unwrap();
    let saved = load_persistent_cart(&db, user, 1).await.unwrap();
    assert_eq!(saved, cart);
    let own = Array::new().with("k2", line(5)).with("k3", line(3));
    let merged = merge_carts(saved, &own);
    let quantities: Vec<_> = merged
        .values()
        .map(|line| line.at("quantity").to_int())
        .collect();
    assert_eq!(quantities, [1, 5, 3]);
    assert!(!take_merge_flag(&db, user).await.unwrap());
    const FLAG: &str = "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (7, '_woocommerce_load_saved_cart_after_login', '1')";
    db.execute(FLAG, Vec::new()).await.unwrap();
    assert!(take_merge_flag(&db, user).await.unwrap());
    assert!(!take_merge_flag(&db, user).await.unwrap());
    delete_persistent_cart(&db, user, 1).await.unwrap();
    assert!(load_persistent_cart(&db, user, 1).await.unwrap().is_empty());
}

async fn rates_zones_and_coupons_are_read(t: TestDb) {
    let db = shop(&t).await;
    for sql in [
        "INSERT INTO {p}woocommerce_tax_rates VALUES (1, 'ES', '', '21.0000', 'IVA', 1, 0, 1, 1, ''), \
         (2, 'ES', 'TF', '7.0000', 'IGIC', 1, 0, 1, 2, ''), (3, 'ES', '', '10.0000', 'IVA', 1, 0, 0, 3, 'reducida')",
        "INSERT INTO {p}woocommerce_tax_rate_locations VALUES (1, '38*', 2, 'postcode')",
        "INSERT INTO {p}wc_tax_rate_classes VALUES (1, 'Tasa reducida', 'reducida'), (2, 'Cero', 'cero')",
        "INSERT INTO {p}woocommerce_shipping_zones VALUES (1, 'Europa', 1), (2, 'Andalucía', 0)",
        "INSERT INTO {p}woocommerce_shipping_zone_locations VALUES (1, 1, 'EU', 'continent'), (2, 2, 'ES:GR', 'state')",
        "INSERT INTO {p}woocommerce_shipping_zone_methods VALUES (2, 1, 'flat_rate', 2, 1), (2, 2, 'local_pickup', 1, 1), \
         (2, 3, 'flat_rate', 3, 0), (0, 4, 'table_rate', 1, 1)",
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES ('woocommerce_flat_rate_1_settings', \
         'a:3:{s:5:\"title\";s:6:\"Correo\";s:10:\"tax_status\";s:4:\"none\";s:4:\"cost\";s:4:\"4,50\";}', 'no')",
        "INSERT INTO {p}posts (ID, post_type, post_status, post_title, post_date, post_content, post_excerpt, to_ping, pinged, \
         post_content_filtered) VALUES (5, 'shop_coupon', 'publish', 'Loma10', '2026-01-01 00:00:00', '', '', '', '', ''), \
         (6, 'shop_coupon', 'publish', 'loma10', '2026-02-01 00:00:00', '', '', '', '', ''), \
         (7, 'shop_coupon', 'draft', 'loma10', '2026-03-01 00:00:00', '', '', '', '', '')",
        "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (6, 'discount_type', 'percent'), \
         (6, 'coupon_amount', '10'), (6, '_coupon_held_2000_x', '')",
    ] {
        db.execute(sql, Vec::new()).await.unwrap();
    }
    let table = load_rates(&db).await.unwrap();
    let found = |state: &str, postcode: &str, class: &str| {
        let place = TaxLocation::of_shop(&format!("ES:{state}"), postcode, "");
        table
            .find(&place, class)
            .first()
            .map(|rate| (rate.id.0, rate.rate))
    };
    assert_eq!(found("TF", "38001", ""), Some((2, 7.0)));
    assert_eq!(found("GR", "18500", ""), Some((1, 21.0)));
    assert_eq!(found("GR", "18500", "reducida"), Some((3, 10.0)));
    assert_eq!(load_tax_classes(&db).await.unwrap(), ["cero", "reducida"]);

    let zones = load_zones(&db).await.unwrap();
    assert_eq!(zones.unknown_methods, [(0, "table_rate".to_owned())]);
    let destination = Destination {
        country: "ES".to_owned(),
        state: "GR".to_owned(),
        ..Destination::default()
    };
    let zone = matching_zone(&zones.zones, &destination).unwrap();
    let package = Package {
        items: vec![PackageItem {
            key: String::new(),
            name: "Miel".to_owned(),
            quantity: 2,
            line_total: 10.0,
            shipping_class: None,
        }],
        destination,
    };
    let euros = PriceSettings {
        decimal_separator: ",".to_owned(),
        ..PriceSettings::default()
    };
    let scene = RateScene {
        free: FreeShippingFacts::default(),
        taxes: &[],
        prices: &euros,
        hides_when_free: false,
        ships_there: true,
    };
    let rates = rates_for_package(zone, &package, &scene);
    let rates: Vec<_> = rates
        .iter()
        .map(|r| (r.id.0.as_str(), r.label.as_str(), r.cost))
        .collect();
    assert_eq!(
        rates,
        [
            ("local_pickup:2", "Local pickup", 0.0),
            ("flat_rate:1", "Correo", 4.5)
        ]
    );
    assert_eq!(package.contents(), "Miel &times; 2");

    let coupon = load_coupon(&db, " LOMA10 ", 1000).await.unwrap().unwrap();
    assert_eq!(
        (coupon.id, coupon.discount_type),
        (PostId(6), DiscountType::Percent)
    );
    assert_eq!(
        (coupon.amount, coupon.held, coupon.code.as_str()),
        (10.0, 1, "loma10")
    );
    assert_eq!(load_coupon(&db, "", 1000).await.unwrap(), None);
    let codes = ["unknown".to_owned(), "loma10".to_owned()];
    assert_eq!(load_coupons(&db, &codes, 3000).await.unwrap()[0].held, 0);
}

async fn held_stock_is_counted(t: TestDb) {
    let db = shop(&t).await;
    for sql in [
        "INSERT INTO {p}posts (ID, post_type, post_status, post_title, post_content, post_excerpt, to_ping, pinged, \
         post_content_filtered) VALUES (1, 'shop_order', 'wc-pending', '', '', '', '', '', ''), \
         (2, 'shop_order', 'wc-completed', '', '', '', '', '', ''), (3, 'shop_order', 'wc-pending', '', '', '', '', '', '')",
        "INSERT INTO {p}wc_reserved_stock VALUES (1, 7, 2, '2026-01-01 10:00:00', '2026-01-01 11:00:00'), \
         (2, 7, 5, '2026-01-01 10:00:00', '2026-01-01 11:00:00'), (3, 7, 1, '2026-01-01 09:00:00', '2026-01-01 12:00:00')",
    ] {
        db.execute(sql, Vec::new()).await.unwrap();
    }
    let held = async |own: i64, now: &str| {
        let products = [PostId(7), PostId(8)];
        let held = reserved_stock(&db, &products, PostId(own), now, OrderStorage::Posts).await;
        held.unwrap().get(&PostId(7)).copied()
    };
    assert_eq!(held(0, "2026-01-01 10:30:00").await, Some(3));
    assert_eq!(held(1, "2026-01-01 10:30:00").await, Some(1));
    assert_eq!(held(0, "2026-01-01 11:30:00").await, Some(1));
    assert_eq!(held(0, "2026-01-01 12:00:00").await, None);
}

async fn a_customers_addresses_are_known(t: TestDb) {
    let db = shop(&t).await;
    const META: &str = "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (7, 'billing_city', 'Guadix'), \
        (7, 'billing_email', 'ana@mail.example'), (7, 'shipping_country', 'ES'), (8, 'billing_city', 'Baza'), \
        (7, 'last_update', '1795169730')";
    db.execute(META, Vec::new()).await.unwrap();
    let customer = load_customer(&db, UserId(7)).await.unwrap();
    assert_eq!(customer.id, 7);
    assert_eq!(
        (&*customer.billing.city, &*customer.shipping.country),
        ("Guadix", "ES")
    );
    assert_eq!(customer.billing.email, "ana@mail.example");
    assert_eq!(customer.date_modified, "1795169730");
}
