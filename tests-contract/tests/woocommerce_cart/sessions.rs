//! Sessions: rows that PHP wrote, our own rows in PHP's form, cookies of all kinds, broken rows, requests at a time.
//!
//! Contract "woocommerce", sections 3 and 17; cases 101 to 103 and 112 of section 19.

use std::time::Duration;

use compat::woocommerce::session::cookie::wc_session_cookie;
use compat::wordpress::hash::{HashAlgorithm, hash_hmac};
use compat::wordpress::php::{Value, unserialize};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use super::shop::{H, SESSION, Shop, Visitor, set_cookies};

/// The recorded shop's honey and oil, and the key of the honey's line.
const HONEY: i64 = 1971;
const OIL: i64 = 1970;
const HONEY_KEY: &str = "de73998802680548b916f1947ffbad76";
/// A guest, and the end of his session: the recordings' clock stands at 2026-11-21.
const GUEST: &str = "t_0123456789abcdef0123456789abcd";
const EXPIRATION: i64 = 1_795_400_000;

fn cookie_of(id: &str) -> String {
    wc_session_cookie(id, EXPIRATION, EXPIRATION - 86_400)
}

fn encoded(cookie: &str) -> String {
    cookie.replace('|', "%7C").replace('$', "%24")
}

fn with(shop: &Shop, cookie: &str) -> Visitor {
    let mut visitor = shop.visitor();
    visitor.jar.insert(SESSION.to_owned(), encoded(cookie));
    visitor
}

/// A line of honey as PHP stores it in a shop without taxes.
fn line(units: i64, amount: &str) -> String {
    format!(
        "a:1:{{s:32:\"{HONEY_KEY}\";a:11:{{s:3:\"key\";s:32:\"{HONEY_KEY}\";s:10:\"product_id\";i:{HONEY};\
         s:12:\"variation_id\";i:0;s:9:\"variation\";a:0:{{}}s:8:\"quantity\";i:{units};s:9:\"data_hash\";\
         s:32:\"b5c1d5ca8bae6d4896cf1807cdf763f0\";s:13:\"line_tax_data\";a:2:{{s:8:\"subtotal\";a:0:{{}}\
         s:5:\"total\";a:0:{{}}}}s:13:\"line_subtotal\";d:{amount};s:17:\"line_subtotal_tax\";d:0;\
         s:10:\"line_total\";d:{amount};s:8:\"line_tax\";d:0;}}}}"
    )
}

fn text(text: &str) -> String {
    format!("s:{}:\"{text}\";", text.len())
}

/// A row with some keys; values are serialised already.
fn row(entries: &[(&str, &str)]) -> String {
    let all: String = entries.iter().map(|(k, v)| text(k) + &text(v)).collect();
    format!("a:{}:{{{all}}}", entries.len())
}

pub fn rows_of_php(database: Database) {
    let shop = Shop::recorded(database);
    let cached = "a:1:{s:5:\"rates\";a:1:{i:0;O:16:\"WC_Shipping_Rate\":0:{}}}";
    let chosen = "a:1:{i:0;s:11:\"flat_rate:2\";}";
    let previous = "a:1:{i:0;a:2:{i:0;s:11:\"flat_rate:1\";i:1;s:11:\"flat_rate:2\";}}";
    let notice =
        "a:1:{s:7:\"success\";a:1:{i:0;a:2:{s:6:\"notice\";s:4:\"Hola\";s:4:\"data\";a:0:{}}}}";
    let value = row(&[
        ("cart", &line(4, "27.6")),
        ("applied_coupons", "a:1:{i:0;s:6:\"loma10\";}"),
        ("chosen_shipping_methods", chosen),
        ("shipping_for_package_0", cached),
        ("previous_shipping_methods", previous),
        ("shipping_method_counts", "a:1:{i:0;i:2;}"),
        ("wc_notices", notice),
        ("extension", "x"),
    ]);
    shop.add_session(GUEST, &value, EXPIRATION);
    let mut visitor = with(&shop, &cookie_of(GUEST));
    assert_eq!(visitor.units(), ["4"]);
    // The coupon, the chosen rate and the notice go on: 27,60 less 2,76, and 9,00.
    let totals = visitor.ajax("get_cart_totals", "");
    assert!(
        totals.contains("coupon-loma10") && totals.contains("33,84&nbsp;"),
        "{totals}"
    );
    assert!(visitor.get("/tienda/").contains("Hola"));
    assert!(!visitor.get("/tienda/").contains("Hola"));
    assert!(!visitor.add(HONEY, ""));
    assert_eq!(visitor.units(), ["5"]);
    let stored = shop.sessions();
    assert_eq!((stored.len(), stored[0].0.as_str()), (1, GUEST));
    assert!(stored[0].1.contains(&text("extension")) && !stored[0].1.contains("WC_Shipping_Rate"));
}

pub fn our_rows(database: Database) {
    let shop = Shop::recorded(database);
    let mut visitor = shop.visitor();
    visitor.add(HONEY, "&quantity=2");
    let stored = shop.sessions();
    let value = unserialize(stored[0].1.as_bytes()).expect("a serialized value");
    let all = value.as_array().expect("an array");
    let of = |key: &str| {
        let value = all.get(key).and_then(Value::as_str).map(str::to_owned);
        value.expect(key)
    };
    assert_eq!(of("cart"), line(2, "13.8"));
    assert_eq!(
        of("cart_totals"),
        "a:15:{s:8:\"subtotal\";s:4:\"13.8\";s:12:\"subtotal_tax\";d:0;s:14:\"shipping_total\";s:3:\"4.5\";\
         s:12:\"shipping_tax\";d:0;s:14:\"shipping_taxes\";a:0:{}s:14:\"discount_total\";d:0;s:12:\"discount_tax\";d:0;\
         s:19:\"cart_contents_total\";s:4:\"13.8\";s:17:\"cart_contents_tax\";i:0;s:19:\"cart_contents_taxes\";a:0:{}\
         s:9:\"fee_total\";s:1:\"0\";s:7:\"fee_tax\";d:0;s:9:\"fee_taxes\";a:0:{}s:5:\"total\";s:5:\"18.30\";\
         s:9:\"total_tax\";d:0;}"
    );
    assert_eq!(
        of("chosen_shipping_methods"),
        "a:1:{i:0;s:11:\"flat_rate:1\";}"
    );
    let rates = "a:1:{i:0;a:2:{i:0;s:11:\"flat_rate:1\";i:1;s:11:\"flat_rate:2\";}}";
    assert_eq!(of("previous_shipping_methods"), rates);
    assert_eq!(of("shipping_method_counts"), "a:1:{i:0;i:2;}");
    // What is empty is not stored; neither is the customer of whom only the shop's place is known.
    let mut keys: Vec<_> = all.iter().map(|(key, _)| key.to_string_lossy()).collect();
    keys.sort_unstable();
    let expected = [
        "cart",
        "cart_totals",
        "chosen_shipping_methods",
        "previous_shipping_methods",
        "shipping_method_counts",
    ];
    assert_eq!(keys, expected);
}

pub fn cookies(database: Database) {
    let shop = Shop::recorded(database);
    shop.add_session(GUEST, &row(&[("cart", &line(4, "27.6"))]), EXPIRATION);
    let own = cookie_of(GUEST);
    let mut visitor = with(&shop, &own);
    assert_eq!(visitor.units(), ["4"]);
    // Older versions joined the parts otherwise: the cookie is set anew.
    let answer = with(&shop, &own.replace('|', "||")).ask("GET", "/tienda/", "", "");
    let set = set_cookies(&answer).join("\n");
    assert!(
        set.contains(&format!("{SESSION}={}", encoded(&own))),
        "{set}"
    );
    // So does one made with the site's secrets, of WordPress before 6.8.
    let message = format!("{GUEST}|{EXPIRATION}");
    let keyed = |key: &[u8]| hash_hmac(HashAlgorithm::Md5, message.as_bytes(), key);
    let secret = keyed(b"casas-cueva-demo-auth-keycasas-cueva-demo-auth-salt");
    let old = format!(
        "{message}|{}|{}",
        EXPIRATION - 86_400,
        keyed(secret.as_bytes())
    );
    let mut before = with(&shop, &old);
    assert_eq!(before.units(), ["4"]);
    assert_eq!(before.jar[SESSION], encoded(&own));
    let planted = "t_ffffffffffffffffffffffffffffff";
    let expired = wc_session_cookie(
        "t_eeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
        1_700_000_000,
        1_600_000_000,
    );
    for forged in [
        own.replace("$generic$", "$generic$x"),
        own.replacen("t_0", "t_1", 1),
        format!("{own}|x"),
        cookie_of(planted),
        cookie_of("1"),
        cookie_of(""),
        expired,
        "|||".to_owned(),
    ] {
        let mut stranger = with(&shop, &forged);
        assert!(stranger.units().is_empty(), "{forged}");
        assert!(!stranger.add(HONEY, ""));
        assert_eq!(stranger.units(), ["1"], "{forged}");
    }
    let keys: Vec<_> = shop.sessions().into_iter().map(|(key, _)| key).collect();
    assert!(
        !keys
            .iter()
            .any(|key| key == planted || key == "1" || key.is_empty())
    );
    assert_eq!(visitor.units(), ["4"]);
    // The nonces of the cart's form are each visitor's own, those of scripts the same for all.
    let (mut one, mut two) = (shop.visitor(), shop.visitor());
    one.add(HONEY, "");
    two.add(HONEY, "");
    let (first, second) = (one.nonces(), two.nonces());
    assert!(first.cart != second.cart && first.calculator != second.calculator);
    assert_eq!(first.apply_coupon, second.apply_coupon);
}

pub fn broken_rows(database: Database) {
    let shop = Shop::recorded(database);
    let good = line(4, "27.6");
    let deep = "a:1:{i:0;".repeat(2000);
    let broken = [
        String::new(),
        "x".to_owned(),
        "a:1:{s:4:\"cart\";".to_owned(),
        row(&[
            ("cart", "O:8:\"stdClass\":0:{}"),
            ("wc_notices", "a:1:{s:5:\"error\";s:1:\"x\";}"),
        ]),
        row(&[
            ("cart", "a:1:{s:1:\"k\";i:7;}"),
            ("cart_totals", "i:3;"),
            ("customer", "s:1:\"x\";"),
        ]),
        row(&[("cart", &good.replace("i:1971", "i:-9223372036854775808"))]),
        row(&[(
            "cart",
            &good.replace("s:8:\"quantity\";i:4", "s:8:\"quantity\";i:-4"),
        )]),
        row(&[
            ("applied_coupons", "a:1:{i:0;a:0:{}}"),
            ("chosen_shipping_methods", "a:1:{i:0;a:0:{}}"),
        ]),
        deep,
    ];
    for (at, value) in broken.iter().enumerate() {
        let id = format!("t_0000000000000000000000000000{at:02}");
        shop.add_session(&id, value, EXPIRATION);
        let mut visitor = with(&shop, &cookie_of(&id));
        assert!(visitor.units().is_empty(), "{value}");
        visitor.get("/carrito/");
        assert!(!visitor.add(HONEY, ""), "{value}");
        assert_eq!(visitor.units(), ["1"], "{value}");
        let totals = visitor.ajax("get_cart_totals", "");
        assert!(totals.contains("11,40&nbsp;"), "{totals}");
    }
    // What cannot be is cut to what may be.
    let id = "t_000000000000000000000000000099";
    let many = good.replace(
        "s:8:\"quantity\";i:4",
        "s:8:\"quantity\";i:9223372036854775807",
    );
    shop.add_session(id, &row(&[("cart", &many)]), EXPIRATION);
    let mut visitor = with(&shop, &cookie_of(id));
    visitor.add(HONEY, "");
    assert_eq!(visitor.units(), ["10000"]);
}

pub fn parallel(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(H, "");
    std::thread::scope(|scope| {
        for at in 0..8 {
            let mut own = visitor.clone();
            scope.spawn(move || {
                if at % 2 == 0 {
                    own.add(H, "");
                } else {
                    own.get(&format!("/aviso-legal/?add-to-cart={H}"));
                }
            });
        }
    });
    assert_eq!(visitor.units(), ["9"]);
    assert_eq!(shop.sessions().len(), 1);
}

/// Two servers on one database, as beside a PHP site or another instance.
pub fn parallel_processes(database: Database) {
    let shop = Shop::of_cases(database);
    let second = Oxipress::serve(&shop.site.url, &["--frontend", "legacy"], &[]).expect("server");
    let mut visitor = shop.visitor();
    visitor.add(H, "");
    std::thread::scope(|scope| {
        for at in 0..8 {
            let mut own = visitor.clone();
            if at % 2 == 0 {
                own.addr = second.addr;
            }
            scope.spawn(move || own.add(H, ""));
        }
    });
    assert_eq!(visitor.units(), ["9"]);
}

pub fn logins(database: Database) {
    let shop = Shop::recorded(database);
    let log_in = |visitor: &mut Visitor| {
        let form = "log=anfitrion&pwd=demo-password&casacue4217=384211&alt_s=";
        assert_eq!(visitor.ask("POST", "/wp-login.php", form, "").status, 302);
    };
    let keys = || -> Vec<_> { shop.sessions().into_iter().map(|(key, _)| key).collect() };
    let mut visitor = shop.visitor();
    visitor.add(HONEY, "&quantity=2");
    assert!(keys()[0].starts_with("t_"));
    log_in(&mut visitor);
    let page = visitor.ask("GET", "/carrito/", "", "");
    assert!(page.body.contains("13,80&nbsp;"), "{}", page.body);
    let set = set_cookies(&page).join("\n");
    assert!(
        set.contains(&format!("{SESSION}=1%7C")) && set.contains("Max-Age=604800"),
        "{set}"
    );
    assert_eq!(keys(), ["1"], "the guest's row became the user's");
    // On another computer: what he put in there as a guest joins his cart, whatever page he looks at.
    let mut elsewhere = shop.visitor();
    elsewhere.add(OIL, "");
    log_in(&mut elsewhere);
    elsewhere.get("/aviso-legal/");
    assert_eq!(elsewhere.units(), ["2", "1"]);
    let mut third = shop.visitor();
    log_in(&mut third);
    third.add(HONEY, "");
    assert_eq!(third.units(), ["3", "1"]);
    assert_eq!(visitor.units(), ["3", "1"]);
    // Where the session is gone, the saved cart is left.
    const GONE: &str = "DELETE FROM {p}woocommerce_sessions";
    shop.site.execute(GONE, Vec::new()).expect("sessions");
    assert_eq!(third.units(), ["3", "1"]);
    // The cookie of a user is of no use to others.
    let mut stranger = shop.visitor();
    stranger
        .jar
        .insert(SESSION.to_owned(), third.jar[SESSION].clone());
    let answer = stranger.ask("GET", "/carrito/", "", "");
    assert!(answer.body.contains("wc-empty-cart-message"));
    assert!(
        !stranger.jar.contains_key(SESSION),
        "{:?}",
        set_cookies(&answer)
    );
    assert_eq!(keys(), ["1"]);
}

/// A row whose time is over goes by itself.
pub fn expired(database: Database) {
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let mut shop = Shop { server, site };
    shop.add_session(GUEST, &row(&[("cart", &line(4, "27.6"))]), EXPIRATION);
    shop.add_session("t_1", "a:0:{}", 1_700_000_000);
    shop.server = Oxipress::serve_recorded_site(&shop.site.url, &[], &[]).expect("server");
    let swept = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        shop.sessions().len() == 1
    });
    assert!(swept && shop.sessions()[0].0 == GUEST);
}
