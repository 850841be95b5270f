//! What the shop's scripts ask: cases 1 to 31 of the contract's section 19.

use tests_contract::server::Database;
use tests_contract::visit::until;

use super::shop::{H, O, SESSION, Shop, V, V1, X, between, fragments, notices, set_cookies};

/// The key of H's line: md5 of its id.
fn key_of_h() -> String {
    compat::wordpress::php::hash::md5(H.to_string().as_bytes())
}

pub fn answers(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    for (method, path) in [
        ("POST", "/?wc-ajax=get_refreshed_fragments"),
        ("GET", "/?wc-ajax=get_refreshed_fragments"),
        ("POST", "/tienda/?wc-ajax=get_refreshed_fragments"),
    ] {
        let answer = visitor.ask(method, path, "", "");
        let kind = answer.header("content-type");
        assert_eq!(kind, Some("application/json; charset=UTF-8"), "{path}");
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let cached = answer.header("cache-control").unwrap_or_default();
        assert!(cached.starts_with("no-cache, must-revalidate, max-age=0"));
        let (content, hash) = fragments(&answer.body);
        assert!(content.contains("<p class=\"woocommerce-mini-cart__empty-message\">"));
        assert_eq!(hash, "");
        assert!(set_cookies(&answer).is_empty(), "{path}");
    }
    let body = "action=woocommerce_get_refreshed_fragments";
    let answer = visitor.ask("POST", "/wp-admin/admin-ajax.php", body, "");
    assert_eq!(answer.header("x-frame-options"), Some("SAMEORIGIN"));
    assert_eq!(fragments(&answer.body).1, "");
    for action in ["add_to_cart", "nothing", "get_variation"] {
        let path = format!("/?wc-ajax={action}");
        let answer = visitor.ask("POST", &path, "", "");
        let kind = answer.header("content-type");
        assert_eq!((answer.status, answer.body.as_str()), (200, ""), "{action}");
        assert_eq!(kind, Some("text/html; charset=UTF-8"), "{action}");
    }
    // Nothing was put in, so there is no session.
    assert!(shop.sessions().is_empty());
}

#[expect(clippy::too_many_lines, reason = "one story")]
pub fn adding(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    let path = "/?wc-ajax=add_to_cart";
    let body = format!("product_id={H}&quantity=2");
    let first = visitor.ask("POST", path, &body, "");
    let (content, hash) = fragments(&first.body);
    assert_eq!(content.matches("<li").count(), 1);
    assert!(content.contains("<span class=\"quantity\">2 &times; "));
    let set = set_cookies(&first);
    assert_eq!(set.len(), 3, "{set:?}");
    assert_eq!(set[0], "woocommerce_items_in_cart=1; path=/");
    assert_eq!(set[1], format!("woocommerce_cart_hash={hash}; path=/"));
    assert_eq!(hash.len(), 32);
    let own = set[2]
        .strip_prefix(&format!("{SESSION}="))
        .expect("session");
    assert!(own.starts_with("t_") && own.ends_with("; Max-Age=172800; path=/; HttpOnly"));
    assert_eq!(
        own.split(';')
            .next()
            .unwrap_or_default()
            .split("%7C")
            .count(),
        4
    );
    assert_eq!(own.find("%7C"), Some(32));
    let second = visitor.ask("POST", path, &format!("product_id={H}"), "");
    let set = set_cookies(&second);
    assert_eq!(set.len(), 1, "{set:?}");
    assert!(set[0].starts_with("woocommerce_cart_hash=") && !set[0].contains(&hash));
    assert_eq!(visitor.units(), ["3"]);
    // A variation has to be chosen.
    let answer = visitor.ajax("add_to_cart", &format!("product_id={V}"));
    assert!(
        answer.contains("\"error\":true") && answer.contains("camiseta\\/\"}"),
        "{answer}"
    );
    let told = notices(&visitor.get("/tienda/"));
    assert!(
        told[0].starts_with("Please choose product options by visiting <a href="),
        "{told:?}"
    );
    assert!(notices(&visitor.get("/tienda/")).is_empty(), "told once");
    assert!(!visitor.add(V1, ""));
    let (content, _) = visitor.fragments();
    assert!(
        content.contains("<p>red</p>") && content.contains("<p>S</p>"),
        "{content}"
    );
    assert!(visitor.add(O, "&quantity=9"));
    let told = notices(&visitor.get("/producto/aceite/"));
    assert!(told[0].contains("(3 remaining)"), "{told:?}");
    // Without a session nothing is told on the next page.
    let mut other = shop.visitor();
    assert!(other.add(X, ""));
    assert!(notices(&other.get("/producto/agotado/")).is_empty());
    let unknown = other.ajax("add_to_cart", "product_id=99999");
    assert_eq!(unknown, "{\"error\":true,\"product_url\":false}");
    let page = other.ajax("add_to_cart", "product_id=7");
    assert!(page.contains("\"product_url\":\"http"), "{page}");
    // Removing.
    assert_eq!(
        visitor.ajax("remove_from_cart", "cart_item_key=x"),
        "{\"success\":false}"
    );
    let key = key_of_h();
    let left = visitor.ajax("remove_from_cart", &format!("cart_item_key={key}"));
    assert!(!fragments(&left).0.contains(&key));
    assert_eq!(visitor.units(), ["1"]);
    let mut single = shop.visitor();
    single.add(H, "");
    let body = format!("cart_item_key={key}");
    let emptied = single.ask("POST", "/?wc-ajax=remove_from_cart", &body, "");
    let set = set_cookies(&emptied);
    assert_eq!(set.len(), 2, "{set:?}");
    assert!(set[0].starts_with("woocommerce_items_in_cart=0; expires="));
    assert!(set[1].starts_with("woocommerce_cart_hash=0; expires="));
}

pub fn quantities(database: Database) {
    let shop = Shop::of_cases(database);
    let units = |more: &str| {
        let mut visitor = shop.visitor();
        (visitor.add(H, more), visitor.units())
    };
    let one = || (false, vec!["1".to_owned()]);
    let none = || (true, Vec::new());
    assert_eq!(units("&quantity=0"), one());
    assert_eq!(units("&quantity=1.5"), one());
    assert_eq!(units("&quantity=1e1"), (false, vec!["10".to_owned()]));
    assert_eq!(units(""), one());
    assert_eq!(units("&quantity=-1"), none());
    assert_eq!(units("&quantity=abc"), none());
    assert_eq!(units("&quantity=99999999999999999999").1, ["10000"]);
    let mut visitor = shop.visitor();
    let prices = "&price=0.01&line_total=0&line_subtotal=0&total=0&data%5Bprice%5D=0";
    assert!(!visitor.add(H, prices));
    let (content, _) = visitor.fragments();
    assert!(content.contains("9,99"), "{content}");
    assert!(!visitor.add(H, "&quantity=9999") && !visitor.add(H, "&quantity=9999"));
    assert_eq!(visitor.units(), ["10000"]);
}

pub fn coupons(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(H, "");
    let nonces = visitor.nonces();
    let bad = visitor.ask(
        "POST",
        "/?wc-ajax=apply_coupon",
        "security=bad&coupon_code=diez",
        "",
    );
    assert_eq!((bad.status, bad.body.as_str()), (403, "-1"));
    let security = nonces.apply_coupon;
    let apply = |visitor: &mut super::shop::Visitor, code: &str| {
        let body = format!("security={security}&coupon_code={code}");
        let answer = visitor.ajax("apply_coupon", &body);
        let is_error = answer.contains("woocommerce-error");
        assert_ne!(is_error, answer.contains("woocommerce-message"), "{answer}");
        (is_error, notices(&answer).join("\n"))
    };
    let hash = visitor.jar["woocommerce_cart_hash"].clone();
    assert!(!apply(&mut visitor, "DIEZ").0);
    assert_ne!(visitor.jar["woocommerce_cart_hash"], hash);
    assert!(
        visitor
            .ajax("get_cart_totals", "")
            .contains("cart-discount coupon-diez")
    );
    for (code, told) in [
        ("diez", "already applied"),
        ("nada", "does not exist"),
        ("", "Please enter a coupon code."),
        ("viejo", "has expired"),
        ("cinco", "15,00"),
        ("%3Cb%3Ex%3C%2Fb%3E", "does not exist"),
    ] {
        let (is_error, text) = apply(&mut visitor, code);
        assert!(is_error && text.contains(told), "{code}: {text}");
        assert!(!text.contains("<b>"), "{text}");
    }
    // A coupon that is used alone takes the other's place, and gives the free rate.
    assert!(!apply(&mut visitor, "envio").0);
    let totals = visitor.ajax("get_cart_totals", "");
    assert!(!totals.contains("coupon-diez") && totals.contains("coupon-envio"));
    assert!(totals.contains("Free shipping coupon"), "{totals}");
    let rate = between(&totals, "value=\"free_shipping:3\"", "/>");
    assert!(rate.contains("checked='checked'"), "{totals}");
    let (is_error, text) = apply(&mut visitor, "diez");
    assert!(is_error && text.contains("\"envio\""), "{text}");
    let remove = |visitor: &mut super::shop::Visitor, code: &str| {
        let body = format!("security={}&coupon={code}", nonces.remove_coupon);
        notices(&visitor.ajax("remove_coupon", &body)).join("\n")
    };
    assert_eq!(remove(&mut visitor, "envio"), "Coupon has been removed.");
    assert_eq!(remove(&mut visitor, "nada"), "Coupon has been removed.");
    let failed = "Sorry there was a problem removing this coupon.";
    assert_eq!(remove(&mut visitor, ""), failed);
    assert!(!apply(&mut visitor, "envio").0);
    let page = visitor.get("/carrito/?remove_coupon=envio");
    assert!(!page.contains("coupon-envio") && notices(&page).is_empty());
    assert!(!visitor.ajax("get_cart_totals", "").contains("coupon-envio"));
}

pub fn shipping(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(H, "&quantity=3");
    let totals = visitor.ajax("get_cart_totals", "");
    assert!(totals.starts_with("<div class=\"cart_totals "), "{totals}");
    // Vector A of section 8.6.
    assert!(
        totals.contains("<tr class=\"tax-rate tax-rate-es-iva-1\">"),
        "{totals}"
    );
    assert!(
        totals.contains("7,33&nbsp;") && totals.contains("42,25&nbsp;"),
        "{totals}"
    );
    let nonces = visitor.nonces();
    let choose = |visitor: &mut super::shop::Visitor, rate: &str| {
        let body = format!(
            "security={}&shipping_method%5B0%5D={rate}",
            nonces.shipping_method
        );
        visitor.ajax("update_shipping_method", &body)
    };
    // Picked up: 29,97 and 6,29 of tax.
    let picked = choose(&mut visitor, "local_pickup%3A2");
    assert!(
        picked.contains("6,29&nbsp;") && picked.contains("36,26&nbsp;"),
        "{picked}"
    );
    assert!(visitor.ajax("get_cart_totals", "").contains("36,26&nbsp;"));
    // What is not offered is not chosen.
    for rate in ["free_shipping%3A3", "flat_rate%3A99", "", "%3Cb%3E"] {
        let totals = choose(&mut visitor, rate);
        assert!(totals.contains("42,25&nbsp;"), "{rate}: {totals}");
    }
    let body = "security=bad&shipping_method%5B0%5D=local_pickup%3A2";
    let bad = visitor.ask("POST", "/?wc-ajax=update_shipping_method", body, "");
    assert_eq!((bad.status, bad.body.as_str()), (403, "-1"));
    // A price that the shop changes counts at once.
    const PRICE: &str =
        "UPDATE {p}postmeta SET meta_value = '5' WHERE post_id = 7101 AND meta_key LIKE '%price'";
    shop.site.execute(PRICE, Vec::new()).expect("price");
    let totals = visitor.ajax("get_cart_totals", "");
    assert!(totals.contains("15,00&nbsp;"), "{totals}");
    // A rate and a zone count after the next look at the database.
    let mut becomes = |total: &str| {
        until(|| {
            let totals = visitor.ajax("get_cart_totals", "");
            totals.contains(total).then_some(())
        });
    };
    const RATE: &str = "UPDATE {p}woocommerce_tax_rates SET tax_rate = '10.0000'";
    shop.site.execute(RATE, Vec::new()).expect("rate");
    becomes("21,95&nbsp;");
    const METHOD: &str =
        "UPDATE {p}woocommerce_shipping_zone_methods SET is_enabled = 0 WHERE instance_id = 1";
    shop.site.execute(METHOD, Vec::new()).expect("method");
    becomes("16,50&nbsp;");
}
