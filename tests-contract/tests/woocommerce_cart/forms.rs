//! Forms and links that change the cart: cases 32 to 56 of the contract's section 19.

use compat::binds;
use compat::wordpress::php::hash::md5;
use tests_contract::server::Database;

use super::shop::{E, G, H, L, N, O, Shop, V, V2, X, notices};

const CART: &str = "http://127.0.0.1:8081/carrito/";

#[expect(clippy::too_many_lines, reason = "one story")]
pub fn products(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    let page = visitor.post("/producto/miel/", &format!("quantity=2&add-to-cart={H}"));
    let told = notices(&page).join("\n");
    assert!(
        told.starts_with("2 &times; &ldquo;miel&rdquo; has been added to your cart."),
        "{told}"
    );
    assert!(told.ends_with(&format!(
        "<a href=\"{CART}\" class=\"button wc-forward\">View cart</a>"
    )));
    // By a link: the page is shown as it is. It prints no notices, and later pages say nothing of what was done on it
    // (recordings woo/add-by-link-again and woo/coupon-ok).
    visitor.get(&format!("/?add-to-cart={G}"));
    assert_eq!(visitor.units(), ["2", "1"]);
    let told = notices(&visitor.get("/tienda/"));
    assert_eq!(told.len(), 0, "{told:?}");
    for ignored in ["abc", "7101x", "inf", ""] {
        let answer = visitor.ask("GET", &format!("/tienda/?add-to-cart={ignored}"), "", "");
        assert_eq!(
            (answer.status, answer.header("expires")),
            (200, None),
            "{ignored}"
        );
    }
    let refused = [
        (
            "/producto/agotado/",
            X,
            "because the product is out of stock",
        ),
        (
            "/producto/sin-precio/",
            N,
            "this product cannot be purchased",
        ),
        ("/producto/externo/", E, "this product cannot be purchased"),
        (
            "/producto/bono/",
            G,
            "You cannot add another \"bono\" to your cart.",
        ),
        ("/producto/aceite/?quantity=4", O, "(3 remaining)"),
    ];
    for (path, product, text) in refused {
        let told = notices(&visitor.post(path, &format!("add-to-cart={product}"))).join("\n");
        assert!(told.contains(text), "{path}: {told}");
    }
    visitor.post("/producto/aceite/", &format!("add-to-cart={O}&quantity=2"));
    let page = visitor.post("/producto/aceite/", &format!("add-to-cart={O}&quantity=2"));
    let told = notices(&page).join("\n");
    assert!(
        told.contains("we have 3 in stock and you already have 2"),
        "{told}"
    );
    assert_eq!(visitor.units(), ["2", "1", "2"]);
    let mut single = shop.visitor();
    let page = single.post("/producto/bono/", &format!("add-to-cart={G}&quantity=3"));
    assert!(notices(&page)[0].starts_with("3 &times; &ldquo;bono&rdquo;"));
    assert_eq!(single.units(), ["1"]);
    // A product behind a password.
    const PASSWORD: &str = "UPDATE {p}posts SET post_password = 'x' WHERE ID = 7101";
    shop.site.execute(PASSWORD, Vec::new()).expect("password");
    let page = single.post("/tienda/", &format!("add-to-cart={H}"));
    assert!(
        notices(&page)[0].starts_with("This product is protected"),
        "{:?}",
        notices(&page)
    );
    assert_eq!(single.units(), ["1"]);
}

pub fn variations_and_groups(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    let path = "/producto/camiseta/";
    let choose = |variation: i64, color: &str, size: &str| {
        format!(
            "quantity=1&add-to-cart={V}&product_id={V}&variation_id={variation}\
             &attribute_pa_color={color}&attribute_talla={size}"
        )
    };
    for (body, text) in [
        (
            choose(0, "", ""),
            "Please choose product options for camiseta.",
        ),
        (choose(V2, "blue", ""), "Talla is a required field"),
        (choose(V2, "blue", "XL"), "Invalid value posted for Talla"),
        (choose(V2, "red", "M"), "Invalid value posted for Color"),
        (
            choose(H, "red", "M"),
            "The selected product isn't a variation of camiseta",
        ),
    ] {
        let told = notices(&visitor.post(path, &body)).join("\n");
        assert!(told.contains(text), "{body}: {told}");
    }
    assert!(visitor.units().is_empty());
    let page = visitor.post(path, &choose(V2, "blue", "M"));
    assert!(notices(&page)[0].starts_with("&ldquo;camiseta&rdquo; has been added"));
    let key = format!("{V}_{V2}_attribute_pa_colorblueattribute_tallaM");
    let (content, _) = visitor.fragments();
    assert!(content.contains(&md5(key.as_bytes())), "{content}");
    let told = notices(&visitor.get(&format!("/tienda/?add-to-cart={V}"))).join("\n");
    assert!(
        told.contains("Please choose product options by visiting <a href="),
        "{told}"
    );
    let mut grouped = shop.visitor();
    let group = |honey: i64, oil: i64| {
        format!("add-to-cart={L}&quantity%5B{H}%5D={honey}&quantity%5B{O}%5D={oil}")
    };
    let page = grouped.post("/producto/lote/", &group(0, 0));
    let none = "Please choose the quantity of items you wish to add to your cart&hellip;";
    assert_eq!(notices(&page), [none]);
    let page = grouped.post("/producto/lote/", &group(1, 2));
    let both =
        "&ldquo;miel&rdquo; and 2 &times; &ldquo;aceite&rdquo; have been added to your cart.";
    assert!(notices(&page)[0].starts_with(both), "{:?}", notices(&page));
    assert_eq!(grouped.units(), ["1", "2"]);
}

#[expect(clippy::too_many_lines, reason = "one story")]
pub fn updates(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(H, "&quantity=2");
    let own = visitor.nonces().cart;
    let key = md5(H.to_string().as_bytes());
    let update = |quantity: &str, nonce: &str| {
        format!(
            "cart%5B{key}%5D%5Bqty%5D={quantity}&update_cart=x&woocommerce-cart-nonce={nonce}\
             &_wp_http_referer=%2Fcarrito%2F"
        )
    };
    let hash = visitor.jar["woocommerce_cart_hash"].clone();
    for bad in ["0000000000", ""] {
        assert!(notices(&visitor.post("/carrito/", &update("9", bad))).is_empty());
    }
    let mut stranger = shop.visitor();
    stranger.add(H, "");
    stranger.post("/carrito/", &update("9", &own));
    assert_eq!(stranger.units(), ["1"], "a nonce is its visitor's");
    assert_eq!(visitor.units(), ["2"]);
    let page = visitor.post("/carrito/", &update("3", &own));
    assert_eq!(notices(&page), ["Cart updated."]);
    assert!(page.contains("29,97&nbsp;"));
    assert_ne!(visitor.jar["woocommerce_cart_hash"], hash);
    for same in ["3", "x", "", "-3", "3.9"] {
        assert!(
            notices(&visitor.post("/carrito/", &update(same, &own))).is_empty(),
            "{same}"
        );
    }
    // From another page the visitor is led back there, once something changed.
    let body = update("4", &own).replace("%2Fcarrito%2F", "%2Ftienda%2F");
    let led = visitor.ask("POST", "/carrito/", &body, "");
    assert_eq!(
        (led.status, led.header("location")),
        (302, Some("/tienda/"))
    );
    assert_eq!(notices(&visitor.get("/tienda/")), ["Cart updated."]);
    let same = visitor.ask("POST", "/carrito/", &body, "");
    assert_eq!(same.status, 200);
    let proceed = body.replace("update_cart", "proceed");
    let led = visitor.ask("POST", "/carrito/", &proceed, "");
    let checkout = Some("http://127.0.0.1:8081/finalizar-compra/");
    assert_eq!((led.status, led.header("location")), (302, checkout));
    // The coupon of the form needs no nonce, the quantities do.
    let coupon = |code: &str| {
        update("7", "").replace(
            "update_cart=x",
            &format!("apply_coupon=x&coupon_code={code}"),
        )
    };
    let page = visitor.post("/carrito/", &coupon("nada"));
    assert!(
        notices(&page)[0].contains("does not exist"),
        "{:?}",
        notices(&page)
    );
    let page = visitor.post("/carrito/", &coupon("diez"));
    assert_eq!(notices(&page), ["Coupon code applied successfully."]);
    assert_eq!(visitor.units(), ["4"]);
    visitor.get("/carrito/?remove_coupon=diez");
    let page = visitor.post("/carrito/", &update("0", &own));
    assert_eq!(notices(&page), ["Cart updated."]);
    assert!(
        page.contains("<div class=\"wc-empty-cart-message\">") && !page.contains("cart_totals")
    );
    assert!(!visitor.jar.contains_key("woocommerce_items_in_cart"));
    assert!(!visitor.jar.contains_key("woocommerce_cart_hash"));
}

pub fn stock(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(O, "");
    visitor.add(G, "");
    let own = visitor.nonces().cart;
    let key = |id: i64| md5(id.to_string().as_bytes());
    let body = format!(
        "cart%5B{}%5D%5Bqty%5D=9&cart%5B{}%5D%5Bqty%5D=2&update_cart=x&woocommerce-cart-nonce={own}",
        key(O),
        key(G)
    );
    let told = notices(&visitor.post("/carrito/", &body));
    assert_eq!(told[0], "You can only have 1 bono in your cart.");
    assert!(
        told[1].contains("(3 available)") && told[2] == "Cart updated.",
        "{told:?}"
    );
    assert_eq!(visitor.units(), ["9", "1"]);
    const DRAFT: &str = "UPDATE {p}posts SET post_status = 'draft' WHERE ID = ?";
    shop.site.execute(DRAFT, binds![O]).expect("draft");
    let told = notices(&visitor.get("/carrito/")).join("\n");
    assert!(
        told.contains("aceite has been removed from your cart because it can no longer"),
        "{told}"
    );
    assert_eq!(visitor.units(), ["1"]);
    const GONE: &str = "DELETE FROM {p}posts WHERE ID = ?";
    shop.site.execute(GONE, binds![G]).expect("gone");
    assert!(visitor.get("/carrito/").contains("wc-empty-cart-message"));
    // Another thing than was put in.
    let mut other = shop.visitor();
    other.add(V2, "");
    assert!(other.units().is_empty(), "a size is missing");
    other.post(
        "/tienda/",
        &format!("add-to-cart={V}&variation_id={V2}&attribute_talla=M"),
    );
    assert_eq!(other.units(), ["1"]);
    const SIZE: &str = "UPDATE {p}postmeta SET meta_value = 'S' WHERE post_id = ? AND meta_key = 'attribute_talla'";
    shop.site.execute(SIZE, binds![V2]).expect("size");
    let told = notices(&other.get("/carrito/")).join("\n");
    assert!(
        told.contains("because it has since been modified"),
        "{told}"
    );
}

pub fn links(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(H, "&quantity=3");
    let own = visitor.nonces().cart;
    let key = md5(H.to_string().as_bytes());
    let link = |what: &str, nonce: &str| format!("/carrito/?{what}_item={key}&_wpnonce={nonce}");
    let bad = visitor.ask("GET", &link("remove", "0000000000"), "", CART);
    assert_eq!((bad.status, visitor.units().len()), (200, 1));
    let removed = visitor.ask("GET", &link("remove", &own), "", CART);
    let there = "http://127.0.0.1:8081/carrito/?removed_item=1";
    assert_eq!(
        (removed.status, removed.header("location")),
        (302, Some(there))
    );
    assert!(!visitor.jar.contains_key("woocommerce_items_in_cart"));
    let page = visitor.get("/carrito/?removed_item=1");
    let told = notices(&page).join("\n");
    assert!(
        told.starts_with("&ldquo;miel&rdquo; removed. <a href=")
            && told.contains("class=\"restore-item\"")
    );
    assert!(page.contains("wc-empty-cart-message"));
    let restored = visitor.ask("GET", &link("undo", &own), "", CART);
    assert_eq!(
        (restored.status, restored.header("location")),
        (302, Some(CART))
    );
    assert_eq!(visitor.units(), ["3"]);
    // The next page forgets what was removed.
    visitor.ask("GET", &link("remove", &own), "", CART);
    visitor.get("/tienda/");
    visitor.ask("GET", &link("undo", &own), "", CART);
    assert!(visitor.units().is_empty());
    // A link on another site, or on the same page, leads nowhere.
    visitor.add(H, "");
    let away = visitor.ask("GET", &link("remove", &own), "", "http://other.example/");
    assert_eq!((away.status, away.header("location")), (200, None));
    assert!(away.body.contains("wc-empty-cart-message"));
}

pub fn calculator(database: Database) {
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    visitor.add(H, "");
    let nonces = visitor.nonces();
    let calculate = |country: &str, postcode: &str, city: &str, nonce: &str| {
        format!(
            "calc_shipping_country={country}&calc_shipping_state=&calc_shipping_postcode={postcode}\
             &calc_shipping_city={city}&calc_shipping=1&woocommerce-shipping-calculator-nonce={nonce}"
        )
    };
    let own = nonces.calculator;
    let page = visitor.post("/carrito/", &calculate("FR", "75001", "Paris", "bad"));
    assert!(notices(&page).is_empty() && page.contains("tax-rate-es-iva-1"));
    let page = visitor.post("/carrito/", &calculate("ES", "999", "Guadix", &own));
    assert_eq!(notices(&page), ["Please enter a valid postcode / ZIP."]);
    let page = visitor.post("/carrito/", &calculate("FR", "75001", "Paris", &own));
    assert_eq!(notices(&page), ["Shipping costs updated."]);
    assert!(page.contains("<div class=\"cart_totals calculated_shipping\">"));
    assert!(
        page.contains("No shipping options were found for <strong>75001 PARIS, France</strong>.")
    );
    assert!(!page.contains("tax-rate") && !page.contains("shipping_method_0"));
    // The nonce of the cart's form is right too; the place is kept.
    let page = visitor.post(
        "/carrito/",
        &calculate("ES", "18500", "Guadix", &nonces.cart),
    );
    assert!(page.contains("Shipping to <strong>18500 Guadix"), "{page}");
    assert!(visitor.ajax("get_cart_totals", "").contains("18500 Guadix"));
    // Without a country the shop's own place counts.
    let page = visitor.post("/carrito/", &calculate("default", "", "", &own));
    assert!(page.contains("<strong>Granada</strong>"), "{page}");
}

pub fn options(database: Database) {
    let shop = Shop::with_options(
        database,
        &[
            ("woocommerce_cart_redirect_after_add", "yes"),
            ("woocommerce_tax_display_cart", "incl"),
            ("woocommerce_enable_coupons", "no"),
            ("woocommerce_enable_shipping_calc", "no"),
        ],
    );
    let mut visitor = shop.visitor();
    let body = format!("add-to-cart={H}&quantity=3");
    let led = visitor.ask("POST", "/producto/miel/", &body, "");
    assert_eq!((led.status, led.header("location")), (302, Some(CART)));
    assert!(visitor.jar.contains_key("woocommerce_items_in_cart"));
    let page = visitor.get("/carrito/");
    assert!(notices(&page)[0].ends_with("class=\"button wc-forward\">Continue shopping</a>"));
    assert!(!page.contains("name=\"coupon_code\"") && !page.contains("shipping-calculator-form"));
    // With tax: 29,97 and 6,29; 4,95 and 1,04.
    assert!(
        page.contains("36,26&nbsp;")
            && page.contains("<small class=\"tax_label\">(incl. VAT)</small>")
    );
    assert!(
        page.contains("5,99&nbsp;") && page.contains("42,25&nbsp;"),
        "{page}"
    );
    let includes = super::shop::between(&page, "<small class=\"includes_tax\">", "</small>");
    assert!(
        includes.starts_with("(includes ") && includes.contains("7,33"),
        "{includes}"
    );
    assert!(
        includes.ends_with(" IVA)") && !page.contains("tax-rate-es-iva-1"),
        "{includes}"
    );
    let refused = visitor.ask(
        "POST",
        "/producto/agotado/",
        &format!("add-to-cart={X}"),
        "",
    );
    assert_eq!(refused.status, 200);
    let page = visitor.post("/carrito/", "apply_coupon=x&coupon_code=diez");
    assert!(!page.contains("coupon-diez"));
}

/// Products that fit those of the cart are listed with their prices, those of variations too.
pub fn cross_sells(database: Database) {
    let shop = Shop::of_cases(database);
    const ADD: &str =
        "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, '_crosssell_ids', ?)";
    let ids = format!("a:1:{{i:0;i:{V};}}");
    shop.site.execute(ADD, binds![H, ids]).expect("meta");
    let mut visitor = shop.visitor();
    visitor.add(H, "");
    let page = visitor.get("/carrito/");
    let (_, list) = page.split_once("class=\"cross-sells\"").expect("list");
    let list = list.split("</ul>").next().unwrap_or_default();
    assert!(list.contains("camiseta"), "{list}");
    assert!(list.contains("woocommerce-Price-amount"), "{list}");
}
