//! Users: orders, addresses, details, logging out.

use compat::binds;
use tests_contract::server::Database;

use super::shop::{ACCOUNT, HONEY, PASSWORD, Shop, between, errors, link};

const EMAIL: &str = "ana@ejemplo.example";

/// A list in pages, an order with the shop's words to the buyer, and nobody else's.
pub fn orders(database: Database) {
    for storage in ["yes", "no"] {
        let shop = Shop::with_options(
            database,
            &[
                ("woocommerce_custom_orders_table_enabled", storage),
                ("posts_per_page", "1"),
            ],
        );
        let mut member = shop.member(EMAIL);
        let empty = member.get("/mi-cuenta/orders/");
        assert!(empty.contains("woocommerce-Button wc-forward button"));
        let first = member.order(HONEY, &[]);
        let second = member.order(HONEY, &[("payment_method", "cod")]);
        let page = member.get("/mi-cuenta/orders/");
        assert!(page.contains(&format!("/view-order/{second}/")));
        assert!(!page.contains(&format!("/view-order/{first}/")));
        assert!(page.contains("woocommerce-orders-table__row--status-processing"));
        let next = link(&page, "woocommerce-Button--next button\" href=\"");
        assert_eq!(next, "/mi-cuenta/orders/2/");
        let last = member.get(&next);
        assert!(last.contains(&format!("/view-order/{first}/")));
        assert!(last.contains("woocommerce-orders-table__row--status-on-hold"));
        assert!(last.contains("woocommerce-orders") && !last.contains("Button--next"));
        const NOTE: &str = "INSERT INTO {p}comments (comment_post_ID, comment_author, comment_author_email, \
            comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_approved, \
            comment_agent, comment_type) VALUES (?, 'WooCommerce', '', '', '', '2026-11-21 03:00:00', \
            '2026-11-21 02:00:00', ?, '1', 'WooCommerce', 'order_note')";
        shop.site
            .execute(NOTE, binds![first, "Sale <b>hoy</b><script>x</script>"])
            .expect("note");
        const META: &str = "INSERT INTO {p}commentmeta (comment_id, meta_key, meta_value) \
            SELECT MAX(comment_ID), 'is_customer_note', '1' FROM {p}comments";
        shop.site.execute(META, Vec::new()).expect("meta");
        let path = format!("/mi-cuenta/view-order/{first}/");
        let own = member.get(&path);
        for part in [
            "<mark class=\"order-number\">",
            "woocommerce-order-details__title",
            "Calle Mayor 1",
            "Sale <b>hoy</b>",
        ] {
            assert!(own.contains(part), "{part}");
        }
        assert!(!own.contains("<script>x"));
        let mut other = shop.member("otra@ejemplo.example");
        let refused = other.get(&path);
        assert!(refused.contains("<div class=\"woocommerce-error\">"));
        assert!(!refused.contains("Calle Mayor 1"));
        assert!(!other.get("/mi-cuenta/orders/").contains("/view-order/"));
    }
}

pub fn cancelling(database: Database) {
    let shop = Shop::new(database);
    let mut member = shop.member(EMAIL);
    let id = member.order(HONEY, &[]);
    let set = |status: &str| {
        const SET: &str = "UPDATE {p}wc_orders SET status = ? WHERE id = ?";
        shop.site.execute(SET, binds![status, id]).expect("status");
    };
    set("wc-pending");
    let page = member.get("/mi-cuenta/orders/");
    assert!(page.contains(&format!("/order-pay/{id}/?pay_for_order=true")));
    let cancel = between(
        &page,
        "<a href=\"http://127.0.0.1:8081/carrito/?cancel_order",
        "\"",
    );
    let cancel = format!("/carrito/?cancel_order{cancel}").replace("&#038;", "&");
    assert!(cancel.contains("_wpnonce="), "{page}");
    // Somebody else, a wrong nonce, a wrong key.
    let mut other = shop.member("otra@ejemplo.example");
    other.ask("GET", &cancel, "");
    member.ask("GET", &cancel.replace("_wpnonce=", "_wpnonce=0"), "");
    member.ask(
        "GET",
        &cancel.replace("order=wc_order_", "order=wc_order_x"),
        "",
    );
    let status = "SELECT status FROM {p}wc_orders ORDER BY id DESC LIMIT 1";
    assert_eq!(shop.text(status), "wc-pending");
    let done = member.ask("GET", &cancel, "");
    assert_eq!(done.status, 302);
    assert_eq!(
        done.header("location"),
        Some("http://127.0.0.1:8081/mi-cuenta/")
    );
    assert_eq!(shop.text(status), "wc-cancelled");
    assert!(
        member
            .get(ACCOUNT)
            .contains("<div class=\"woocommerce-info")
    );
    let late = member.ask("GET", &cancel, "");
    assert_eq!(late.status, 302);
    let told = member.get(ACCOUNT);
    assert!(!errors(&told).is_empty(), "{told}");
}

/// Only a completed order is ordered again, by its owner.
pub fn ordering_again(database: Database) {
    const GONE: &str = "UPDATE {p}postmeta SET meta_value = 'outofstock' \
        WHERE post_id = ? AND meta_key = '_stock_status'";
    let shop = Shop::new(database);
    let mut member = shop.member(EMAIL);
    let id = member.order(HONEY, &[]);
    let path = format!("/mi-cuenta/view-order/{id}/");
    assert!(!member.get(&path).contains("order_again="));
    const SET: &str = "UPDATE {p}wc_orders SET status = 'wc-completed' WHERE id = ?";
    shop.site.execute(SET, binds![id]).expect("status");
    let again = link(
        &member.get(&path),
        "<p class=\"order-again\">\n\t<a href=\"",
    );
    assert!(again.contains("order_again="), "{again}");
    let filled = member.ask("GET", &again, "");
    let cart = "http://127.0.0.1:8081/carrito/";
    assert_eq!(
        (filled.status, filled.header("location")),
        (302, Some(cart))
    );
    let page = member.get("/carrito/");
    assert!(
        page.contains("miel-de-romero") && page.contains("<div class=\"woocommerce-message"),
        "{page}"
    );
    shop.site.execute(GONE, binds![HONEY]).expect("stock");
    member.ask("GET", &again, "");
    assert_eq!(errors(&member.get("/carrito/")).len(), 1);
}

#[expect(clippy::too_many_lines, reason = "one story")]
pub fn addresses(database: Database) {
    let shop = Shop::new(database);
    let mut member = shop.member(EMAIL);
    let page = member.get("/mi-cuenta/edit-address/");
    let billing = link(
        &page,
        "woocommerce-Address-title title\">\n\t\t\t<h2>Dirección de facturación</h2>\n\t\t\t<a href=\"",
    );
    assert_eq!(billing, "/mi-cuenta/edit-address/facturacion/");
    let form = member.get(&billing);
    assert!(form.contains("name=\"billing_email\"") && form.contains(EMAIL));
    assert!(form.contains("wc_address_i18n_params"));
    let nonce = "woocommerce-edit-address-nonce";
    let mut fields = vec![
        ("billing_first_name", "Ana"),
        ("billing_last_name", "Ruiz"),
        ("billing_country", "ES"),
        ("billing_address_1", "Calle <b>Mayor</b> 1"),
        ("billing_postcode", "abc"),
        ("billing_city", "Guadix"),
        ("billing_state", "GR"),
        ("billing_phone", ""),
        ("billing_email", "ana@otro.example"),
        ("action", "edit_address"),
    ];
    let wrong = member.send_form(&billing, nonce, &fields);
    assert_eq!(
        (wrong.status, errors(&wrong.body).len()),
        (200, 2),
        "{}",
        wrong.body
    );
    assert!(wrong.body.contains("data-id=\"billing_phone\""));
    assert!(wrong.body.contains("value=\"abc\""));
    fields[4].1 = "18 500";
    fields[7].1 = "600112233";
    let right = member.send_form(&billing, nonce, &fields);
    let back = "http://127.0.0.1:8081/mi-cuenta/edit-address/";
    assert_eq!((right.status, right.header("location")), (302, Some(back)));
    let page = member.get("/mi-cuenta/edit-address/");
    assert!(page.contains("<div class=\"woocommerce-message"));
    assert!(
        page.contains("Ana Ruiz<br />Calle Mayor 1<br />18500 Guadix"),
        "{page}"
    );
    let meta = "SELECT meta_value FROM {p}usermeta WHERE meta_key = 'billing_email'";
    assert_eq!(shop.text(meta), "ana@otro.example");
    // The shipping form is another one, and another user's data stay his.
    let shipping = member.get("/mi-cuenta/edit-address/envio/");
    assert!(shipping.contains("name=\"shipping_city\""));
    assert!(!shipping.contains("name=\"billing_city\""));
    let mut guest = shop.visitor();
    guest.ask("POST", &billing, "action=edit_address&billing_country=FR");
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM {p}usermeta WHERE meta_key = 'billing_country'"),
        1
    );
    // The checkout has the new address.
    member.ask(
        "POST",
        "/?wc-ajax=add_to_cart",
        &format!("product_id={HONEY}&quantity=1"),
    );
    assert!(member.get("/finalizar-compra/").contains("Calle Mayor 1"));
}

#[expect(clippy::too_many_lines, reason = "one visit, step after step")]
pub fn details(database: Database) {
    const PATH: &str = "/mi-cuenta/edit-account/";
    let shop = Shop::new(database);
    drop(shop.member("otra@ejemplo.example"));
    let mut member = shop.member(EMAIL);
    let mut elsewhere = member.clone();
    let mut save = |changes: &[(&'static str, &'static str)]| {
        let mut fields = vec![
            ("account_first_name", "Ana"),
            ("account_last_name", "Ruiz"),
            ("account_display_name", "Ana R."),
            ("account_email", "ana.nueva@ejemplo.example"),
            ("password_current", ""),
            ("password_1", ""),
            ("password_2", ""),
            ("action", "save_account_details"),
        ];
        for (name, value) in changes {
            let field = fields.iter_mut().find(|(own, _)| own == name);
            field.expect("field").1 = value;
        }
        let answer = member.send_form(PATH, "save-account-details-nonce", &fields);
        (answer.status, errors(&answer.body).len())
    };
    assert_eq!(save(&[("account_last_name", "")]), (200, 1));
    assert_eq!(save(&[("account_email", "otra@ejemplo.example")]), (200, 1));
    let passwords = |current, new| {
        [
            ("password_current", current),
            ("password_1", new),
            ("password_2", new),
        ]
    };
    assert_eq!(save(&passwords("mala", "Nueva-cl4ve")), (200, 1));
    assert_eq!(save(&[]), (302, 0));
    let user = "SELECT display_name FROM {p}users WHERE user_email = 'ana.nueva@ejemplo.example'";
    assert_eq!(shop.text(user), "Ana R.");
    let name = "SELECT meta_value FROM {p}usermeta WHERE meta_key = 'billing_last_name'";
    assert_eq!(shop.text(name), "Ruiz");
    assert_eq!(save(&passwords(PASSWORD, "Nueva-cl4ve")), (302, 0));
    // This session goes on, others have ended.
    let page = member.get(ACCOUNT);
    assert!(
        page.contains("<strong>Ana R.</strong>")
            && page.contains("<div class=\"woocommerce-message")
    );
    assert!(elsewhere.get(ACCOUNT).contains("woocommerce-form-login"));
    let fields = [
        ("login", "x"),
        ("username", "ana"),
        ("password", "Nueva-cl4ve"),
    ];
    let again = elsewhere.send_form(ACCOUNT, "woocommerce-login-nonce", &fields);
    assert_eq!(again.status, 302, "{}", again.body);
    // The address from before is told of the new one, the new one of the password.
    let new = "ana.nueva@ejemplo.example";
    let mail = shop.mail_with(EMAIL, new);
    assert!(
        mail.contains("http://127.0.0.1:8081") && !mail.contains("###"),
        "{mail}"
    );
    let mail = shop.mail_with(new, "http://127.0.0.1:8081");
    assert!(!mail.contains("###"), "{mail}");
    let told = shop.mails(EMAIL).into_iter();
    let told = told.filter(|mail| mail.contains(new)).count();
    assert_eq!(
        (told, shop.mails(new).len()),
        (1, 1),
        "what stays the same is not told"
    );
}

/// Case 106.
pub fn logging_out(database: Database) {
    let shop = Shop::new(database);
    let mut member = shop.member(EMAIL);
    member.ask(
        "POST",
        "/?wc-ajax=add_to_cart",
        &format!("product_id={HONEY}&quantity=1"),
    );
    let asked = member.ask("GET", "/mi-cuenta/customer-logout/", "");
    assert_eq!(asked.status, 302);
    let page = member.get(ACCOUNT);
    let leave = link(
        &page,
        "<div class=\"woocommerce-info\" role=\"status\">\n\t\t¿Estás seguro de querer salir? <a href=\"",
    );
    assert!(
        leave.starts_with("/mi-cuenta/customer-logout/?_wpnonce="),
        "{page}"
    );
    let mut kept = member.clone();
    let left = member.ask("GET", &leave, "");
    assert_eq!(
        (left.status, left.header("location")),
        (302, Some("http://127.0.0.1:8081/mi-cuenta/"))
    );
    assert!(!member.is_logged_in(), "{:?}", member.jar);
    assert!(member.get(ACCOUNT).contains("woocommerce-form-login"));
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM {p}woocommerce_sessions"),
        0
    );
    // The login session has ended, not only its cookie; the saved cart waits for the next one.
    assert!(kept.get(ACCOUNT).contains("woocommerce-form-login"));
    let fields = [("login", "x"), ("username", "ana"), ("password", PASSWORD)];
    member.send_form(ACCOUNT, "woocommerce-login-nonce", &fields);
    assert!(member.get("/carrito/").contains("miel-de-romero"));
}
