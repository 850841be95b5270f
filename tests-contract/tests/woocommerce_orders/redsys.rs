//! Payment by card through a stand-in for Redsys: it reads the form, and sends signed notifications.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::woocommerce::order::RedsysSettings;
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::php::{Value, serialize};
use serde_json::{Value as Json, json};
use tests_contract::server::Database;

use super::shop::{HONEY, OIL, Shop, Visitor, between, redirect};

pub const REDSYS: (&str, &str) = ("payment_method", "redsys");

fn settings() -> Value {
    Value::array()
        .with("enabled", "yes")
        .with("title", "Tarjeta")
        .with("testmode", "yes")
        .with("customer", "999008881")
        .with("terminal", "001")
        .with("commercename", "Casas Cueva")
}

pub fn shop(database: Database) -> Shop {
    shop_with(database, &[])
}

/// A shop with further options.
pub fn shop_with(database: Database, further: &[(&str, &str)]) -> Shop {
    let plugins: Value = [
        "woo-redsys-gateway-light/woocommerce-redsys.php",
        "woocommerce/woocommerce.php",
    ]
    .into_iter()
    .collect();
    let text = |value: &Value| String::from_utf8_lossy(&serialize(value)).into_owned();
    let (plugins, settings) = (text(&plugins), text(&settings()));
    let mut options = vec![
        ("active_plugins", plugins.as_str()),
        ("woocommerce_redsys_settings", settings.as_str()),
    ];
    options.extend(further);
    let environment = [(
        "OXIPRESS_WOOCOMMERCE_REDSYS_URL",
        "https://redsys.example/pago",
    )];
    Shop::with_environment(database, &options, &environment)
}

/// What the payment page reads from the form.
pub fn read_form(buyer: &mut Visitor, pay: &str) -> Json {
    let page = buyer.get(pay);
    assert!(
        page.contains("action=\"https://redsys.example/pago\""),
        "{page}"
    );
    let field = |name: &str| {
        let value = between(&page, &format!("name=\"{name}\" value=\""), "\"");
        String::from_utf8_lossy(&html_entity_decode(value.as_bytes())).into_owned()
    };
    assert_eq!(field("Ds_SignatureVersion"), "HMAC_SHA256_V1");
    let parameters = field("Ds_MerchantParameters");
    let bytes = STANDARD.decode(&parameters).expect("parameters");
    let form: Json = serde_json::from_slice(&bytes).expect("JSON");
    let number = form["DS_MERCHANT_ORDER"].as_str().expect("number");
    let own = RedsysSettings::of(&settings()).expect("settings");
    let signature = field("Ds_Signature");
    assert_eq!(own.signature(number, &parameters), Some(signature));
    form
}

/// The notification about a form, as Redsys words it.
pub fn notice(form: &Json, response: &str) -> Json {
    json!({
        "Ds_Date": "23%2F11%2F2026", "Ds_Hour": "20%3A00", "Ds_SecurePayment": "1",
        "Ds_Amount": form["DS_MERCHANT_AMOUNT"], "Ds_Currency": form["DS_MERCHANT_CURRENCY"],
        "Ds_Order": form["DS_MERCHANT_ORDER"], "Ds_MerchantCode": form["DS_MERCHANT_MERCHANTCODE"],
        "Ds_Terminal": form["DS_MERCHANT_TERMINAL"], "Ds_Response": response,
        "Ds_TransactionType": "0", "Ds_AuthorisationCode": "123456", "Ds_MerchantData": "",
    })
}

/// A notification with the signature of its own parameters, or with that of others.
pub fn send(shop: &Shop, notice: &Json, signed: &Json) -> u16 {
    let own = RedsysSettings::of(&settings()).expect("settings");
    let encoded = |json: &Json| STANDARD.encode(json.to_string());
    let number = signed["Ds_Order"].as_str().expect("number");
    let signature = own.signature(number, &encoded(signed)).expect("signature");
    let signature = signature.replace('+', "-").replace('/', "_");
    let field = |text: &str| urlencode(text.as_bytes());
    let body = format!(
        "Ds_SignatureVersion=HMAC_SHA256_V1&Ds_MerchantParameters={}&Ds_Signature={}",
        field(&encoded(notice)),
        field(&signature)
    );
    let mut redsys = shop.visitor();
    redsys
        .ask("POST", "/?wc-api=WC_Gateway_redsys", &body)
        .status
}

fn orders(shop: &Shop) -> Vec<(String, String)> {
    shop.load("SELECT status, COALESCE(transaction_id, '') FROM {p}wc_orders ORDER BY id")
}

pub fn is(shop: &Shop, status: &str, transaction: &str) {
    assert_eq!(orders(shop), [(status.to_owned(), transaction.to_owned())]);
}

const NOTES: &str = "SELECT COUNT(*) FROM {p}comments WHERE comment_type = 'order_note'";

/// The order is paid by the first notification, the second changes nothing.
pub fn paid_and_notified_twice(database: Database) {
    let shop = shop(database);
    let mut buyer = shop.buyer(OIL, 2);
    let pay = redirect(&buyer.buy(&[REDSYS]));
    is(&shop, "wc-pending", "");
    let form = read_form(&mut buyer, &pay);
    assert_eq!(read_form(&mut buyer, &pay), form, "the same number");
    assert_eq!(form["DS_MERCHANT_CURRENCY"], "978");
    let number = form["DS_MERCHANT_ORDER"].as_str().expect("number");
    assert!(number.len() == 12 && number.bytes().all(|byte| byte.is_ascii_digit()));
    // The page after the payment says nothing about it.
    let paid = form["DS_MERCHANT_URLOK"].as_str().expect("address");
    let path = paid
        .strip_prefix("http://127.0.0.1:8081")
        .expect("own site");
    buyer.get(&format!("{path}&Ds_Response=0000"));
    is(&shop, "wc-pending", "");
    let notice = notice(&form, "0000");
    assert_eq!(send(&shop, &notice, &notice), 200);
    is(&shop, "wc-processing", "123456");
    assert_eq!(shop.stock(OIL), "18");
    let noted = shop.number(NOTES);
    assert_eq!(send(&shop, &notice, &notice), 200);
    assert_eq!(
        (shop.number(NOTES), shop.stock(OIL).as_str()),
        (noted, "18")
    );
    let answer = buyer.ask("GET", &pay, "");
    assert_eq!(answer.status, 302, "paid is paid");
}

/// A refused card fails the order; the next attempt has another number.
pub fn refused_then_paid(database: Database) {
    let shop = shop(database);
    let mut buyer = shop.buyer(HONEY, 1);
    let pay = redirect(&buyer.buy(&[REDSYS]));
    let first = read_form(&mut buyer, &pay);
    let refused = notice(&first, "0190");
    for _ in 0..2 {
        assert_eq!(send(&shop, &refused, &refused), 200);
        is(&shop, "wc-failed", "");
    }
    let second = read_form(&mut buyer, &pay);
    assert_ne!(first["DS_MERCHANT_ORDER"], second["DS_MERCHANT_ORDER"]);
    assert_eq!(send(&shop, &refused, &refused), 200, "an old failure");
    let again = read_form(&mut buyer, &pay);
    assert_eq!(again["DS_MERCHANT_ORDER"], second["DS_MERCHANT_ORDER"]);
    let paid = notice(&second, "0000");
    assert_eq!(send(&shop, &paid, &paid), 200);
    is(&shop, "wc-processing", "123456");
    assert_eq!(send(&shop, &refused, &refused), 200);
    is(&shop, "wc-processing", "123456");
}

/// Tampering: with each field, with the signature, with the order.
pub fn notifications_that_do_not_fit(database: Database) {
    let shop = shop(database);
    let mut buyer = shop.buyer(HONEY, 1);
    let pay = redirect(&buyer.buy(&[REDSYS]));
    let form = read_form(&mut buyer, &pay);
    let right = notice(&form, "0000");
    let noted = shop.number(NOTES);
    let changed = |name: &str, value: &str| {
        let mut other = right.clone();
        other[name] = json!(value);
        other
    };
    // Parameters that were changed on the way.
    for (name, value) in [
        ("Ds_Amount", "1"),
        ("Ds_AuthorisationCode", "9"),
        ("Ds_Response", "0001"),
    ] {
        assert_eq!(send(&shop, &changed(name, value), &right), 400, "{name}");
    }
    // Another merchant, another terminal, no such order.
    for (name, value) in [
        ("Ds_MerchantCode", "999008882"),
        ("Ds_Terminal", "2"),
        ("Ds_Order", "000999999999"),
        ("Ds_Order", "12"),
    ] {
        let wrong = changed(name, value);
        assert_eq!(send(&shop, &wrong, &wrong), 400, "{name}");
    }
    assert_eq!(shop.number(NOTES), noted, "who is not known writes nothing");
    // Signed, but not what the order says: noted once each.
    let number = form["DS_MERCHANT_ORDER"].as_str().expect("number");
    let attempt = if number.starts_with("123") {
        "124"
    } else {
        "123"
    };
    let other_number = format!("{attempt}{}", &number[3..]);
    for (name, value) in [
        ("Ds_Amount", "1"),
        ("Ds_Currency", "840"),
        ("Ds_Order", other_number.as_str()),
    ] {
        let wrong = changed(name, value);
        for _ in 0..2 {
            assert_eq!(send(&shop, &wrong, &wrong), 400, "{name}");
        }
    }
    assert_eq!(shop.number(NOTES), noted + 3);
    is(&shop, "wc-pending", "");
    // A notification of a refund pays for nothing.
    let refund = changed("Ds_TransactionType", "3");
    assert_eq!(send(&shop, &refund, &refund), 200);
    is(&shop, "wc-pending", "");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| send(&shop, &right, &right)))
            .collect();
        sent.into_iter()
            .map(|own| own.join().expect("answer"))
            .collect()
    });
    assert_eq!(statuses, [200; 8]);
    is(&shop, "wc-processing", "123456");
}
