//! The checkout in the shop of the contract's cases: those of section 19 that need its taxes, rates and coupons.

use serde_json::Value;
use tests_contract::client::ClientResponse;
use tests_contract::server::Database;

use super::shop::{between, errors, form, redirect};
use crate::woocommerce_cart::shop::{
    G, H, O, SESSION, Shop, Visitor, notices, serialized, set_cookies,
};

const CHECKOUT: &str = "/finalizar-compra/";

/// The shop with all gateways that wait for the money.
pub fn shop(database: Database, options: &[(&str, &str)]) -> Shop {
    let on = serialized(&[("enabled", "yes")]);
    let mut all = vec![
        ("woocommerce_bacs_settings", on.as_str()),
        ("woocommerce_cheque_settings", on.as_str()),
    ];
    all.extend_from_slice(options);
    Shop::with_options(database, &all)
}

fn nonce(visitor: &mut Visitor) -> String {
    let page = visitor.get(CHECKOUT);
    let field = "name=\"woocommerce-process-checkout-nonce\" value=\"";
    let nonce = between(&page, field, "\"").to_owned();
    assert!(!nonce.is_empty(), "{page}");
    nonce
}

pub fn order(visitor: &mut Visitor, changes: &[(&str, &str)]) -> String {
    let nonce = nonce(visitor);
    visitor.ajax("checkout", &form(&nonce, changes))
}

fn apply(visitor: &mut Visitor, code: &str) {
    let security = visitor.nonces().apply_coupon;
    let body = format!("security={security}&coupon_code={code}");
    let answer = visitor.ajax("apply_coupon", &body);
    assert!(answer.contains("woocommerce-message"), "{answer}");
}

/// Texts of a query.
pub fn texts(shop: &Shop, sql: &'static str) -> Vec<String> {
    let rows: Vec<(String,)> = shop.site.load(sql, Vec::new()).expect("rows");
    rows.into_iter().map(|(text,)| text).collect()
}

/// Status and sums of the orders: total, tax of the goods.
pub fn orders(shop: &Shop) -> Vec<(String, f64, f64)> {
    const SQL: &str = "SELECT status, CAST(total_amount AS CHAR), CAST(tax_amount AS CHAR) FROM {p}wc_orders ORDER BY id";
    let rows: Vec<(String, String, String)> = shop.site.load(SQL, Vec::new()).expect("orders");
    let number = |text: &str| text.parse().expect("amount");
    let rows = rows.iter();
    rows.map(|(status, total, tax)| (status.clone(), number(total), number(tax)))
        .collect()
}

/// Meta of the items of a kind.
fn item_meta(shop: &Shop, kind: &str) -> Vec<(String, String)> {
    const SQL: &str = "SELECT m.meta_key, m.meta_value FROM {p}woocommerce_order_itemmeta m \
        JOIN {p}woocommerce_order_items i ON i.order_item_id = m.order_item_id WHERE i.order_item_type = ? \
        ORDER BY m.meta_id";
    let binds = compat::binds![kind];
    shop.site.load(SQL, binds).expect("meta")
}

fn has(meta: &[(String, String)], pairs: &[(&str, &str)]) {
    for (key, value) in pairs {
        let own = meta.iter().find(|(own, _)| own == key);
        let own = own.map(|(_, value)| value.as_str());
        assert_eq!(own, Some(*value), "{key} of {meta:?}");
    }
}

/// Cases 69 and 70.
pub fn paid_by_transfer(database: Database) {
    let shop = shop(database, &[]);
    let mut buyer = shop.visitor();
    buyer.add(H, "&quantity=2");
    let nonce = nonce(&mut buyer);
    let body = form(&nonce, &[("payment_method", "bacs")]);
    let answer = buyer.ask("POST", "/?wc-ajax=checkout", &body, "");
    let path = redirect(&answer.body);
    let id = between(&path, "/order-received/", "/");
    assert!(answer.body.contains(&format!("\"order_id\":{id}")));
    let set = set_cookies(&answer).join("\n");
    assert!(
        set.contains("woocommerce_items_in_cart=0; expires="),
        "{set}"
    );
    assert!(set.contains("woocommerce_cart_hash=0; expires="), "{set}");
    assert!(
        !set.contains(SESSION) && buyer.jar.contains_key(SESSION),
        "{set}"
    );
    assert_eq!(orders(&shop), [("wc-on-hold".to_owned(), 30.17, 4.2)]);
    let tax = item_meta(&shop, "tax");
    has(
        &tax,
        &[("tax_amount", "4.2"), ("shipping_tax_amount", "1.04")],
    );
    has(
        &item_meta(&shop, "shipping"),
        &[("cost", "4.95"), ("total_tax", "1.04")],
    );
    let line = item_meta(&shop, "line_item");
    has(
        &line,
        &[
            ("_qty", "2"),
            ("_line_total", "19.98"),
            ("_line_tax", "4.2"),
        ],
    );
    let mails = texts(&shop, "SELECT mail FROM {p}oxipress_outbox ORDER BY id");
    assert_eq!(mails.len(), 2);
    assert!(
        mails[0].contains("anfitrion@casascueva.example"),
        "{}",
        mails[0]
    );
    assert!(mails[1].contains("ana@ejemplo.example"), "{}", mails[1]);
    let notes = "SELECT comment_content FROM {p}comments WHERE comment_type = 'order_note'";
    assert!(!texts(&shop, notes).is_empty());
    assert!(buyer.get(&path).contains("woocommerce-bacs-bank-details") || !path.is_empty());
    buyer.add(G, "");
    redirect(&order(&mut buyer, &[("payment_method", "cod")]));
    assert_eq!(orders(&shop)[1].0, "wc-processing");
}

/// Case 71.
pub fn paid_by_cheque(database: Database) {
    let shop = shop(database, &[]);
    let mut buyer = shop.visitor();
    buyer.add(H, "&quantity=3");
    apply(&mut buyer, "diez");
    let answer = order(
        &mut buyer,
        &[
            ("payment_method", "cheque"),
            ("ship_to_different_address", "1"),
            ("shipping_first_name", "Luis"),
            ("shipping_last_name", "Gil"),
            ("shipping_country", "ES"),
            ("shipping_address_1", "Plaza 2"),
            ("shipping_postcode", "28001"),
            ("shipping_city", "Madrid"),
            ("shipping_state", "M"),
            ("shipping_phone", "600112233"),
        ],
    );
    redirect(&answer);
    let placed = orders(&shop);
    assert_eq!((placed[0].0.as_str(), placed[0].1), ("wc-on-hold", 38.62));
    let coupon = item_meta(&shop, "coupon");
    let info = "[7120,\"diez\",\"percent\",10]";
    has(
        &coupon,
        &[
            ("discount_amount", "3"),
            ("discount_amount_tax", "0.63"),
            ("coupon_info", info),
        ],
    );
    let names = "SELECT first_name FROM {p}wc_order_addresses ORDER BY address_type";
    assert_eq!(texts(&shop, names), ["Ana", "Luis"]);
}

/// Cases 58 and 64 to 67: what the answer says, and what it is about.
pub fn refusals(database: Database) {
    let shop = shop(database, &[]);
    let mut nobody = shop.visitor();
    let answer = nobody.ajax("checkout", &form("0000000000", &[]));
    assert!(
        answer.contains("Sorry, your session has expired."),
        "{answer}"
    );
    assert!(answer.contains("\"refresh\":false"), "{answer}");
    let mut buyer = shop.visitor();
    buyer.add(H, "");
    let nonce = nonce(&mut buyer);
    let mut refused = |changes: &[(&str, &str)]| {
        let answer = buyer.ajax("checkout", &form(&nonce, changes));
        (errors(&answer), answer)
    };
    let (about, answer) = refused(&[("billing_country", "XX")]);
    assert_eq!(about, [""], "{answer}");
    assert!(answer.contains("XX"), "{answer}");
    let france = [
        ("billing_country", "FR"),
        ("billing_state", "-"),
        ("billing_postcode", "75001"),
    ];
    let (about, answer) = refused(&france);
    assert_eq!(about, [""], "{answer}");
    assert!(
        answer.contains("No shipping method has been selected."),
        "{answer}"
    );
    for method in ["paypal", "-"] {
        let (about, answer) = refused(&[("payment_method", method)]);
        assert_eq!(about, [""], "{answer}");
        assert!(answer.contains("Invalid payment method."), "{answer}");
    }
    // Of a buyer whose country nobody knows yet.
    let mut other = shop.visitor();
    other.add(H, "");
    let answer = order(&mut other, &[("ship_to_different_address", "1")]);
    let fields = [
        "shipping_first_name",
        "shipping_last_name",
        "shipping_country",
        "shipping_address_1",
        "shipping_postcode",
        "shipping_city",
        "shipping_state",
        "",
    ];
    let about = errors(&answer);
    assert_eq!(about, fields, "{answer}");
    assert!(
        answer.contains("Please enter an address to continue."),
        "{answer}"
    );
    assert!(orders(&shop).is_empty());
}

/// Case 48: more than there is, on both kinds of pages.
pub fn more_than_there_is(database: Database) {
    let shop = shop(database, &[]);
    let mut buyer = shop.visitor();
    buyer.add(O, "");
    let cart = buyer.nonces().cart;
    let key = compat::wordpress::php::hash::md5(O.to_string().as_bytes());
    let update = format!("cart%5B{key}%5D%5Bqty%5D=9&update_cart=x&woocommerce-cart-nonce={cart}");
    let told = notices(&buyer.post("/carrito/", &update));
    assert!(
        told[0].contains("(3 available)") && told[1] == "Cart updated.",
        "{told:?}"
    );
    assert_eq!(buyer.units(), ["9"]);
    let page = buyer.get(CHECKOUT);
    assert!(!page.contains("form name=\"checkout\""), "{page}");
    assert!(page.contains("woocommerce-error") && page.contains("button wc-backward"));
    // With the builder: the notices' module and those of the form (section 15.3).
    let page = buyer.get("/pago-divi/");
    assert!(!page.contains("form name=\"checkout\""), "{page}");
    assert_eq!(page.matches("et_pb_hide_module").count(), 6, "{page}");
    assert!(page.contains("woocommerce-error"));
}

/// Cases 73, 74 and 77: the terms, and a field that is sent twice.
pub fn terms(database: Database) {
    let shop = shop(database, &[("woocommerce_terms_page_id", "3")]);
    let mut buyer = shop.visitor();
    buyer.add(H, "");
    let nonce = nonce(&mut buyer);
    let asked = [("terms-field", "1")];
    let answer = buyer.ajax("checkout", &form(&nonce, &asked));
    assert_eq!(errors(&answer), ["terms"]);
    let agreed = [("terms-field", "1"), ("terms", "on")];
    let body = form(&nonce, &agreed);
    let twice = format!("billing_first_name=Nueva&{body}");
    redirect(&buyer.ajax("checkout", &twice));
    let names = "SELECT first_name FROM {p}wc_order_addresses WHERE address_type = 'billing'";
    assert_eq!(texts(&shop, names), ["Ana"]);
}

/// Case 78: a form without a rate means the one that was chosen before.
pub fn chosen_rate(database: Database) {
    let shop = shop(database, &[]);
    let mut buyer = shop.visitor();
    buyer.add(H, "&quantity=2");
    let security = buyer.nonces().shipping_method;
    let body = format!("security={security}&shipping_method%5B0%5D=local_pickup%3A2");
    buyer.ajax("update_shipping_method", &body);
    redirect(&order(&mut buyer, &[("shipping_method[0]", "-")]));
    has(
        &item_meta(&shop, "shipping"),
        &[("method_id", "local_pickup"), ("instance_id", "2")],
    );
    assert_eq!(orders(&shop)[0].1, 24.18);
}

/// Cases 75 and 76: an account with the order; not with an address that has one.
pub fn accounts(database: Database) {
    let options = [("woocommerce_enable_signup_and_login_from_checkout", "yes")];
    let shop = shop(database, &options);
    let account = |email| {
        [
            ("createaccount", "1"),
            ("account_password", "Cl4ve-larga-demo"),
            ("billing_email", email),
        ]
    };
    let mut buyer = shop.visitor();
    buyer.add(H, "");
    let nonce_of_buyer = nonce(&mut buyer);
    let body = form(&nonce_of_buyer, &account("nueva@ejemplo.example"));
    let answer = buyer.ask("POST", "/?wc-ajax=checkout", &body, "");
    redirect(&answer.body);
    let set = set_cookies(&answer).join("\n");
    assert!(set.contains("wordpress_logged_in_"), "{set}");
    let user = texts(
        &shop,
        "SELECT CAST(ID AS CHAR) FROM {p}users WHERE user_email = 'nueva@ejemplo.example'",
    );
    assert_eq!(user.len(), 1);
    let session = format!("{SESSION}={}%7C", user[0]);
    assert!(
        set.contains(&session) && set.contains("Max-Age=604800"),
        "{set}"
    );
    let mails = texts(&shop, "SELECT mail FROM {p}oxipress_outbox ORDER BY id");
    let to = mails
        .iter()
        .filter(|mail| mail.contains("nueva@ejemplo.example"));
    assert!(mails.len() == 3 && to.count() >= 2, "{mails:?}");
    let mut other = shop.visitor();
    other.add(H, "");
    let answer = order(&mut other, &account("nueva@ejemplo.example"));
    assert_eq!(errors(&answer).len(), 1, "{answer}");
    assert!(
        answer.contains("An account is already registered with"),
        "{answer}"
    );
    assert_eq!(orders(&shop).len(), 1);
}

fn json(answer: &ClientResponse) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

/// Cases 82 to 84: the totals anew.
pub fn totals_anew(database: Database) {
    const REVIEW: &str = "/?wc-ajax=update_order_review";
    let shop = shop(database, &[]);
    let mut buyer = shop.visitor();
    buyer.add(H, "");
    let page = buyer.get(CHECKOUT);
    let security = between(&page, "\"update_order_review_nonce\":\"", "\"").to_owned();
    let bad = buyer.ask("POST", REVIEW, "security=bad", "");
    assert_eq!((bad.status, bad.body.as_str()), (403, "-1"));
    let body = format!(
        "security={security}&payment_method=bacs&country=ES&state=GR&postcode=18500&city=Guadix&address=Mayor\
         &s_country=ES&s_state=GR&s_postcode=18500&s_city=Guadix&s_address=Mayor&has_full_address=true\
         &shipping_method%5B0%5D=local_pickup%3A2&post_data="
    );
    let shown = json(&buyer.ask("POST", REVIEW, &body, ""));
    let expected = (
        &Value::from("success"),
        &Value::from(""),
        &Value::from(false),
    );
    assert_eq!(
        (&shown["result"], &shown["messages"], &shown["reload"]),
        expected
    );
    let fragments = shown["fragments"].as_object().expect("fragments");
    let keys: Vec<_> = fragments.keys().collect();
    let own = [
        ".woocommerce-checkout-payment",
        ".woocommerce-checkout-review-order-table",
    ];
    assert!(
        keys.len() == 2 && own.iter().all(|key| fragments.contains_key(*key)),
        "{keys:?}"
    );
    let table = fragments[own[1]].as_str().expect("table");
    // Picked up: 9,99 and 2,10.
    assert!(table.contains("12,09&nbsp;"), "{table}");
    let key = compat::wordpress::php::hash::md5(H.to_string().as_bytes());
    buyer.ajax("remove_from_cart", &format!("cart_item_key={key}"));
    let shown = json(&buyer.ask("POST", REVIEW, &body, ""));
    let fragments = shown["fragments"].as_object().expect("fragments");
    let keys: Vec<_> = fragments.keys().map(String::as_str).collect();
    assert_eq!(keys, ["form.woocommerce-checkout"], "{shown}");
}
